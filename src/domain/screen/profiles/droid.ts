import type { Profile } from "../profile.ts"
import { generic } from "./generic.ts"

const seen = { captured: true, versions: ["0.215.0"] } as const
const told = { captured: false } as const

/** Droid: its login screen is known; its box is not, so no screen of it is idle. */
export const droid: Profile = {
  ...generic,
  id: "droid",
  aliases: ["factory-droid"],
  choices: { ...seen, markers: ">" },
  dialogs: [
    {
      id: "notice-login",
      ...seen,
      kind: "notice",
      says: ["login with your factory account"],
      rows: ["^ *> (?:Login|Exit)\\b"],
      tail: ["(?:Login|Exit)$"]
    },
    {
      id: "permission",
      ...told,
      kind: "permission",
      says: ["enter to select", "esc to cancel"],
      any: ["> yes, allow", "> no, cancel"]
    },
    {
      id: "menu",
      ...told,
      kind: "overlay",
      says: ["enter select", "esc cancel"],
      any: ["↑/↓ navigate", "↑↓ navigate"]
    },
    { id: "spinner", ...told, kind: "working", says: ["esc to stop"], rows: ["^ *[⠀-⣿]+ +\\S"] }
  ]
}
