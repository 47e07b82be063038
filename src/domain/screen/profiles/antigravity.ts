import type { Profile } from "../profile.ts"
import { generic } from "./generic.ts"

const told = { captured: false } as const

/** Antigravity's CLI: told, never captured. Its dialogs and turns are looked for; nothing of it is ever idle. */
export const antigravity: Profile = {
  ...generic,
  id: "antigravity",
  aliases: ["agy", "antigravity-cli"],
  dialogs: [
    {
      id: "trust-folder",
      ...told,
      kind: "trust",
      any: ["do you trust the contents of this project?", "yes, i trust this folder"],
      rows: ["^ *> ?(?:\\d\\. )?(?:Yes|No)\\b"]
    },
    {
      id: "permission",
      ...told,
      kind: "permission",
      says: ["requesting permission for:"],
      any: ["do you want to proceed?", "tab amend", "edit command", "1. yes"]
    },
    {
      // the header may have scrolled out
      id: "permission-choice",
      ...told,
      kind: "permission",
      rows: ["^ *> ?\\d\\. ", "^ *(?:> ?)?1\\. Yes\\b"],
      tail: ["↑/↓ Navigate"]
    },
    { id: "spinner", ...told, kind: "working", rows: ["^ *[⠀-⣿]{1,4} +[A-Za-z]{1,40}ing\\b"] }
  ]
}
