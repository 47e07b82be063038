import type { Profile } from "../profile.ts"
import { generic } from "./generic.ts"

/** Crush: nothing of it was captured or told, so a screen of it is a shell or unknown. */
export const crush: Profile = { ...generic, id: "crush", aliases: [] }
