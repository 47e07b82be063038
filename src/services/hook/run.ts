import { HOOK_CLIS } from "../../domain/hook/events.ts"
import { sessionOf, turnOf } from "../../domain/hook/turn.ts"
import { reasonOf } from "../append-file.ts"
import { complain } from "./complain.ts"
import { paneKey, paneOf, senderOf } from "./place.ts"
import { stateFolder } from "./state-folder.ts"
import { readPayload } from "./stdin.ts"
import { writeRecord } from "./store.ts"

const USAGE =
  "team hook <cli> <event>\nRun by a CLI, with the event's JSON on stdin; never fails.\nSee: team hooks\n"

const LONGEST_EVENT = 100

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const record = async (cli: string, event: string): Promise<void> => {
  // When the process began: CLIs start their hooks in the order of the events, and these may end in another.
  const at = Math.floor(performance.timeOrigin)
  const { env } = process
  // The environment first: outside of a pane nothing is read at all.
  if (paneOf(env, []) === null || !HOOK_CLIS.includes(cli) || event.length > LONGEST_EVENT) return
  // The parents before the payload: a shell around this hook may be gone when the payload ends.
  const sender = senderOf(process.ppid)
  const pane = paneOf(env, sender)
  const payload = parsed(await readPayload())
  const turn = turnOf(cli, event, payload)
  if (pane === null || turn === null) return
  const say = (what: string) => complain(process.cwd(), cli, what, Date.now())
  const state = stateFolder(env, env["HOME"])
  if (state === null) return say("no record can be kept: neither HOME nor XDG_STATE_HOME is an absolute path")
  try {
    const written = { format: 1, cli, event, word: turn.word, at, session: sessionOf(payload) } as const
    writeRecord(state, paneKey(pane), { ...written, ...pane, sender }, Date.now())
  } catch (cause) {
    say(`the record of a turn cannot be written below the state folder (${reasonOf(cause)})`)
  }
}

/** `team hook <cli> <event>`: writes down what the event says of the turn (design §4.2). Silent, and never fails. */
export const runHook = async (args: ReadonlyArray<string>, done: () => void = () => {}): Promise<void> => {
  try {
    const [cli, event] = args
    if (args.some((word) => word === "--help" || word === "-h")) process.stdout.write(USAGE)
    else if (cli !== undefined && event !== undefined && args.length === 2) await record(cli, event)
  } catch {
    // Whatever it was, it is not the CLI's trouble.
  }
  process.exitCode = 0
  done()
}
