import { HOOK_EVENTS } from "../events.ts"
import type { HookVendor } from "../vendor.ts"
import { claudeCode } from "./claude-code.ts"
import { codex } from "./codex.ts"
import { cursor } from "./cursor.ts"
import { droid } from "./droid.ts"
import { gemini } from "./gemini.ts"
import { qwen } from "./qwen.ts"

/** Every CLI that `team hooks` can set up. A new one is one file beside this and one line here. */
export const HOOK_VENDORS: ReadonlyArray<HookVendor> = [claudeCode, codex, gemini, qwen, cursor, droid]

const TELLING: ReadonlySet<string> = new Set(["start", "end", "session"])

/** The events a CLI must report: those that begin or end a turn or open a conversation, in the order of `HOOK_EVENTS`. */
export const installedEvents = ({ cli, without }: HookVendor): ReadonlyArray<string> =>
  Object.entries(HOOK_EVENTS[cli] ?? {})
    .filter(([event, kind]) => TELLING.has(kind) && !without.includes(event))
    .map(([event]) => event)
