import { HOOK_EVENTS } from "./events.ts"

/** What a hook writes down. */
export type HookWord = "working" | "idle" | "session" | "unknown"

type Payload = Readonly<Record<string, unknown>>

const LONGEST_SESSION = 200

const isPayload = (value: unknown): value is Payload =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const isNamed = (value: unknown): boolean => typeof value === "string" && value !== ""

/** Keys that name the conversation or agent an event of a subagent belongs to (case 25). */
const SUBAGENT = ["agent_id", "subagent_id", "parent_session_id", "parent_thread_id", "parent_agent_id"]

const ofSubagent = (payload: Payload): boolean =>
  SUBAGENT.some((key) => isNamed(payload[key])) ||
  payload["is_sidechain"] === true ||
  payload["isSidechain"] === true

const OVER: ReadonlySet<unknown> = new Set([
  "completed",
  "complete",
  "done",
  "failed",
  "error",
  "killed",
  "stopped",
  "cancelled",
  "canceled",
  "exited"
])

/** A turn end that lists work which goes on is no end (design §4.1, case 41); a shape nobody knows counts as going on. */
const goesOn = (payload: Payload): boolean => {
  const tasks = payload["background_tasks"]
  if (tasks === undefined || tasks === null) return false
  return !Array.isArray(tasks) || tasks.some((task) => !isPayload(task) || !OVER.has(task["status"]))
}

const HOLDS: Readonly<Record<string, HookWord>> = { start: "working", end: "idle", session: "session" }

/** The event's own name in its payload, where it carries one. */
const namedIn = (payload: Payload): string | null => {
  const name = payload["hook_event_name"] ?? payload["type"]
  return typeof name === "string" && name !== "" ? name : null
}

/**
 * What an event of a CLI says of its turn, or null when it moves nothing: a subagent's, a known event that is no turn, an
 * end with work behind it, a payload that is no JSON object (a subagent could not be told from it) or that names another
 * event than the hook was installed for. An event nobody knows is `unknown`, never a guess (design §4.2, cases 25 to 41).
 */
export const turnOf = (cli: string, event: string, payload: unknown): { readonly word: HookWord } | null => {
  const events = Object.hasOwn(HOOK_EVENTS, cli) ? HOOK_EVENTS[cli] : undefined
  if (events === undefined || !isPayload(payload) || ofSubagent(payload)) return null
  const named = namedIn(payload)
  if (named !== null && named !== event) return null
  const kind = Object.hasOwn(events, event) ? events[event] : "unknown"
  if (kind === undefined || kind === "quiet") return null
  if (kind === "end" && goesOn(payload)) return null
  return { word: HOLDS[kind] ?? "unknown" }
}

/** The CLI's id of its conversation in a payload, or null. */
export const sessionOf = (payload: unknown): string | null => {
  if (!isPayload(payload)) return null
  const id = payload["session_id"] ?? payload["conversation_id"] ?? payload["thread-id"]
  return typeof id === "string" && id !== "" && id.length <= LONGEST_SESSION && !/\p{C}/u.test(id) ? id : null
}
