import type { Profile } from "../profile.ts"
import { generic } from "./generic.ts"

/** Cline: its provider picker is known; its box is not, so no screen of it is idle. */
export const cline: Profile = {
  ...generic,
  id: "cline",
  aliases: ["cline-cli"],
  dialogs: [
    {
      id: "notice-login",
      captured: true,
      versions: ["3.0.65"],
      kind: "notice",
      any: ["connect a model provider", "sign in with cline", "bring your own provider"],
      tail: ["Enter to select, Ctrl\\+C to exit$"]
    },
    {
      id: "permission",
      captured: false,
      kind: "permission",
      any: ["let cline use this tool", "execute command?", "use this tool?"],
      anyRow: ["\\bYes\\b"]
    }
  ]
}
