import type { Dialog } from "../profile.ts"

const seen = { captured: true, versions: ["2.1.332"] } as const
const told = { captured: false } as const

/** What Claude Code draws in the place of its box: dialogs first, then viewers and pickers. */
export const dialogs: ReadonlyArray<Dialog> = [
  {
    id: "trust-folder",
    ...seen,
    kind: "trust",
    any: [
      "i trust this folder",
      "do you trust the files in this",
      "do you trust this folder",
      "accessing workspace:"
    ],
    anyRow: ["^ *❯ ?(?:\\d+\\. )?\\S"],
    tail: ["Esc to (?:cancel|exit)$", "Enter to confirm"]
  },
  {
    id: "limit-options",
    ...seen,
    kind: "limit",
    says: ["wait for limit to reset"],
    rows: ["^ *❯ ?(?:\\d+\\. )?\\S"],
    tail: ["Esc to cancel$", "Enter to confirm"],
    dialog: true
  },
  {
    id: "plan-approval",
    ...seen,
    kind: "plan",
    any: [
      "ready to code?",
      "written up a plan",
      "exit plan mode?",
      "would you like to proceed?",
      "manually approve edits"
    ],
    rows: ["^ *❯ ?(?:\\d+\\. )?\\S"]
  },
  {
    id: "permission",
    ...seen,
    kind: "permission",
    any: [
      "do you want to proceed?",
      "do you want to make this edit",
      "do you want to create ",
      "do you want to overwrite ",
      "do you want to allow ",
      "do you want to run ",
      "do you want to use "
    ],
    not: ["use this api key"],
    rows: ["^ *❯ ?(?:\\d+\\. )?\\S"],
    tail: [
      "Esc to (?:cancel|exit)(?: · .{1,80})?$",
      "\\(esc\\)$",
      "^(?:❯ )?(?:\\d+\\. )?(?:No|Yes)\\b.{0,120}$"
    ]
  },
  {
    id: "permission-inline",
    ...told,
    kind: "permission",
    rows: ["^ *❯ ?1\\. (?:Allow|Yes|Approve)\\b"],
    tail: ["\\d+\\. (?:Deny|No|Reject)\\b.{0,80}$", "Esc to cancel(?: · .{1,80})?$"]
  },
  {
    id: "permission-workflow",
    ...told,
    kind: "permission",
    says: ["run a dynamic workflow?", "esc to cancel"]
  },
  {
    id: "notice-apikey",
    ...seen,
    kind: "notice",
    says: ["do you want to use this api key?"],
    tail: ["Esc to cancel$"]
  },
  {
    id: "notice-bypass",
    ...seen,
    kind: "notice",
    says: ["bypass permissions mode", "yes, i accept"],
    tail: ["Esc to cancel$"]
  },
  { id: "notice-theme", ...seen, kind: "notice", says: ["let's get started.", "choose the text style"] },
  { id: "notice-connect", ...told, kind: "notice", says: ["unable to connect to anthropic services"] },
  { id: "notice-login", ...told, kind: "notice", says: ["select login method"], rows: ["^ *❯ ?\\d+\\. "] },
  {
    id: "notice-resume",
    ...told,
    kind: "notice",
    any: ["resume full session", "resume from summary"],
    rows: ["^ *❯ ?\\d+\\. "]
  },
  {
    id: "question-review",
    ...seen,
    kind: "question",
    any: ["review your answers", "ready to submit your answers"],
    rows: ["^ *❯ ?(?:\\d+\\. )?(?:Submit|Cancel)"]
  },
  {
    id: "question",
    ...seen,
    kind: "question",
    tail: [
      "^(?:.{0,120} )?Enter to select · (?:Tab/|↑/|Arrow|←/|Space).{0,80}to navigate .{0,60}Esc to cancel$"
    ],
    anyRow: ["^ *❯ ?(?:\\d+\\. |\\[.\\] )?\\S", "^ *(?:[☐☒✔]|← ) ", "^ *[↑↓❯]? ?\\d+\\. "],
    not: ["select model", "choose the text style"]
  },
  { id: "transcript-working", ...seen, kind: "working", tail: ["^working · Showing detailed transcript"] },
  { id: "transcript", ...seen, kind: "overlay", tail: ["^Showing detailed transcript"] },
  {
    id: "agents-view",
    ...seen,
    kind: "overlay",
    tail: ["enter to (?:return|open|reply).{0,40} · (?:space|ctrl\\+x) to "]
  },
  {
    id: "notice-confirm",
    ...told,
    kind: "notice",
    rows: ["^ *❯ ?(?:\\d+\\. )?\\S"],
    any: [
      "warning",
      "welcome to",
      "log in",
      "login",
      "terms",
      "mcp server",
      "external",
      "update",
      "background work"
    ],
    tail: ["^Enter to confirm · Esc to (?:cancel|exit)$"]
  },
  {
    id: "menu",
    ...seen,
    kind: "overlay",
    tail: [
      "Esc to (?:cancel|close|go back|exit|clear|return)$",
      "esc to (?:close|cancel)$",
      "to (?:navigate|switch tabs|scroll|toggle)(?: · .{1,80})?$"
    ]
  },
  { id: "panel", ...seen, kind: "overlay", anyRow: ["^▔{10,}$"] }
]
