import type { Profile } from "../profile.ts"
import { claudeCode } from "./claude-code.ts"
import { codex } from "./codex.ts"
import { generic } from "./generic.ts"

/** Every CLI that the product can read. A new one is one file beside this and one line here. */
export const PROFILES: ReadonlyArray<Profile> = [claudeCode, codex]

const byName: ReadonlyMap<string, Profile> = new Map(
  PROFILES.flatMap((profile) => [profile.id, ...profile.aliases].map((name) => [name, profile] as const))
)

/** The profile of a CLI by its id or an alias, or the generic one. */
export const profileOf = (cli: string): Profile => byName.get(cli) ?? generic
