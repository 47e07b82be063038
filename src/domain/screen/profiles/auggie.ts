import type { Profile } from "../profile.ts"
import { generic } from "./generic.ts"

/** Auggie: its login screen is known and nothing else, so no screen of it is idle. */
export const auggie: Profile = {
  ...generic,
  id: "auggie",
  aliases: ["augment"],
  dialogs: [
    {
      id: "notice-login",
      captured: true,
      versions: ["0.36.0"],
      kind: "notice",
      says: ["login to continue"],
      tail: ["Press return to open your browser$"]
    }
  ]
}
