import type { Profile } from "../profile.ts"
import { generic } from "./generic.ts"

const seen = { captured: true, versions: ["1.1.52"] } as const
const told = { captured: false } as const

/** Qoder: its first screens are known; its box is not, so no screen of it is idle. */
export const qoder: Profile = {
  ...generic,
  id: "qoder",
  aliases: ["qodercli", "qodercn", "qoderclicn"],
  openers: ["^ Do you trust the files\\b", "^ Welcome to Qoder CLI$"],
  choices: { ...seen, markers: "❯" },
  dialogs: [
    {
      id: "trust-folder",
      ...seen,
      kind: "trust",
      any: ["do you trust the files in this folder?", "trust folder"],
      rows: ["^ *❯ ?\\d\\. ", "^ *(?:❯ ?)?\\d\\. (?:Trust folder|Don['’]t trust)"],
      tail: ["Esc back$"]
    },
    {
      id: "notice-login",
      ...seen,
      kind: "notice",
      any: ["sign in to get started", "sign in to continue"],
      rows: ["^ *❯ ?\\d\\. "],
      tail: ["Esc back$"]
    },
    {
      id: "permission",
      ...told,
      kind: "permission",
      any: [
        "waiting for user confirmation",
        "awaiting approval",
        "permission required",
        "allow once or always?"
      ],
      anyRow: ["^[ │┃]*[›❯●>] ?\\d\\. ", "^[ │┃]*[›❯●>] ?(?:Yes|Allow)\\b"]
    },
    {
      id: "question",
      ...told,
      kind: "question",
      any: ["enter your response", "review your answers:", "shell awaiting input"]
    },
    { id: "menu", ...seen, kind: "overlay", rows: ["^ *❯ ?\\d\\. "], tail: ["Enter select · Esc back$"] },
    { id: "spinner", ...told, kind: "working", says: ["(esc to cancel,"], rows: ["^ *[⠀-⣿] +\\S"] }
  ]
}
