import type { Profile } from "../profile.ts"
import { amp } from "./amp.ts"
import { antigravity } from "./antigravity.ts"
import { auggie } from "./auggie.ts"
import { claudeCode } from "./claude-code.ts"
import { cline } from "./cline.ts"
import { codex } from "./codex.ts"
import { copilot } from "./copilot.ts"
import { crush } from "./crush.ts"
import { cursor } from "./cursor.ts"
import { droid } from "./droid.ts"
import { gemini } from "./gemini.ts"
import { generic } from "./generic.ts"
import { grok } from "./grok.ts"
import { kilocode } from "./kilocode.ts"
import { kimi } from "./kimi.ts"
import { opencode } from "./opencode.ts"
import { pi } from "./pi.ts"
import { qoder } from "./qoder.ts"
import { qwen } from "./qwen.ts"

/** Every CLI that the product can read. A new one is one file beside this and one line here. */
export const PROFILES: ReadonlyArray<Profile> = [
  claudeCode,
  codex,
  gemini,
  qwen,
  copilot,
  kilocode,
  opencode,
  pi,
  grok,
  droid,
  amp,
  qoder,
  auggie,
  cline,
  crush,
  cursor,
  antigravity,
  kimi
]

const byName: ReadonlyMap<string, Profile> = new Map(
  PROFILES.flatMap((profile) => [profile.id, ...profile.aliases].map((name) => [name, profile] as const))
)

/** The shipped profile of a CLI by its id or an alias, or undefined. */
export const findProfile = (cli: string): Profile | undefined => byName.get(cli)

/** The profile of a CLI by its id or an alias, or the generic one. */
export const profileOf = (cli: string): Profile => findProfile(cli) ?? generic
