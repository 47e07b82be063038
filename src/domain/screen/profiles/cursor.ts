import type { Profile } from "../profile.ts"
import { generic } from "./generic.ts"

const told = { captured: false } as const

/** Cursor's agent: told, never captured. Its dialogs and turns are looked for; nothing of it is ever idle. */
export const cursor: Profile = {
  ...generic,
  id: "cursor",
  aliases: ["cursor-agent"],
  dialogs: [
    {
      id: "trust-folder",
      ...told,
      kind: "trust",
      says: ["do you trust the contents of this"],
      rows: ["\\[a\\] Trust this workspace"]
    },
    {
      id: "plan-switch",
      ...told,
      kind: "plan",
      says: ["switch to plan mode?"],
      rows: ["Approve mode switch \\(y\\)|Reject \\(n or esc\\)"]
    },
    {
      id: "write-approval",
      ...told,
      kind: "permission",
      says: ["write to this file?", "proceed (y)"]
    },
    {
      id: "run-approval",
      ...told,
      kind: "permission",
      any: ["run this command?", "waiting for approval", "(y) (enter)", "skip (esc or n)", "keep (n)"],
      anyRow: [
        "^[ │]*(?:→ ?)?(?:[Rr]un|[Aa]llow) .{0,200}\\(y\\)",
        "\\(esc or n\\)",
        "\\(y\\) \\(enter\\)",
        "[Kk]eep \\(n\\)"
      ]
    },
    {
      id: "question",
      ...told,
      kind: "question",
      rows: ["^[ │]*Question \\d+ of \\d+"],
      any: ["space select", "esc to skip"]
    },
    { id: "stop-hint", ...told, kind: "working", rows: ["\\S {2,}ctrl\\+c to stop$"] },
    {
      id: "follow-up-queue",
      ...told,
      kind: "working",
      says: ["enter steer/interrupt and send"]
    },
    { id: "spinner", ...told, kind: "working", rows: ["^ *(?:⬡|⬢|[⠀-⣿]{1,4}) +[A-Za-z]{1,40}ing\\b"] }
  ],
  exits: ["^ *To resume this session:"]
}
