import type { Profile } from "../profile.ts"
import { generic } from "./generic.ts"

const seen = { captured: true, versions: ["0.0.1790142911"] } as const
const told = { captured: false } as const

/** Amp: its login question is known; its box is not, so no screen of it is idle. */
export const amp: Profile = {
  ...generic,
  id: "amp",
  aliases: ["amp-local"],
  dialogs: [
    {
      id: "notice-login",
      ...seen,
      kind: "notice",
      says: ["would you like to log in to amp?"],
      tail: ["\\[\\(y\\)es, \\(n\\)o\\]: ?$"]
    },
    {
      id: "approval",
      ...told,
      kind: "permission",
      says: ["approve"],
      any: [
        "allow all for this session",
        "allow all for every session",
        "allow file for every session",
        "deny with feedback"
      ]
    },
    {
      id: "confirmation",
      ...told,
      kind: "permission",
      any: ["waiting for approval", "confirm tool call", "allow editing file:", "allow creating file:"],
      rows: ["^ *[│┃]? *(?:[›❯>▸•] ?)?(?:\\[[a-z]\\] )?(?:Approve|Allow|Yes)\\b"]
    },
    {
      id: "status-edge",
      ...told,
      kind: "working",
      rows: ["^ *╰ +\\S+ +(?:[Tt]hinking|[Ss]treaming|[Rr]unning tools|[Ww]aiting) +─"]
    }
  ]
}
