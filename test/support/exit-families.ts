import * as Effect from "effect/Effect"
import { FAMILIES } from "../../src/cli/exits/families.ts"
import type { Waiting } from "../../src/cli/terminal-guard.ts"
import type { Who } from "../../src/domain/caller/caller.ts"
import { runTeam } from "./cli.ts"
import { type Drive, type Drives, line, put, SEAT, waiting } from "./exit-drive.ts"
import { approvedThen, LAUNCH_HOW } from "./exit-launch.ts"
import { onTerminal } from "./exit-terminal.ts"

/** A call of each command that needs nothing but an idle team. */
const CALLS: Readonly<Record<string, string>> = {
  register: "register glass",
  send: "send glass words",
  ack: `ack ${"0".repeat(26)}`,
  add: "add glass",
  remove: "remove glass --keep",
  restart: "restart glass",
  screen: "screen capture glass --kind idle",
  approve: "approve --show",
  explain: "explain --evidence f",
  replay: "replay f",
  hooks: "hooks status"
}

/** The call that names a seat of no team. */
const NOBODY: Readonly<Record<string, string>> = {
  seats: "seats --explain nobody",
  register: "register nobody",
  hold: "hold nobody",
  send: "send nobody words",
  messages: "messages --seat nobody",
  add: "add nobody",
  remove: "remove nobody",
  restart: "restart nobody",
  screen: "screen capture nobody --kind idle"
}

/** Who may not, where a seat may. */
const OTHERS: Readonly<Record<string, Who>> = {
  send: { _tag: "Unplaced", why: { _tag: "Agent", program: "claude" } },
  ack: { _tag: "Owner" }
}

const torn =
  (words: string): Drive["run"] =>
  ({ project, team }) =>
    Effect.suspend(() => {
      put(project.state, "{ torn")
      return waiting(2, team(words))
    })

const HOW: Readonly<Record<keyof typeof FAMILIES, (command: string, call: string) => Drive>> = {
  invocation: (_, call) => ({ run: line(`${call} --nonsense`) }),
  "not-a-repo": (_, call) => ({ file: null, run: line(call) }),
  file: (_, call) => ({ run: line(`${call} --file nowhere.yaml`) }),
  "file-invalid": (_, call) => ({ file: "format: 1\nseets: 3\n", run: line(call) }),
  host: (_, call) => ({
    run: ({ project }) => runTeam(call.split(" "), { cwd: project.root, env: { HOME: project.home } })
  }),
  state: (_, call) => ({ run: torn(call) }),
  herdr: (_, call) => ({
    run: (kit) => approvedThen(kit, Effect.zipRight(kit.host.fail("Timeout"), kit.team(call)))
  }),
  seat: (command) => ({ run: line(NOBODY[command] ?? `${command} nobody`) }),
  project: (command) => ({ run: line(`${command} --all`) }),
  caller: (command, call) => ({
    run: line(command === "init" ? "init --restore" : call, { caller: OTHERS[command] ?? SEAT })
  }),
  "file-owner": (_, call) => ({ run: line(`${call} --file nowhere.yaml`, { caller: SEAT }) }),
  "session-owner": (_, call) => ({ run: line(`${call} --session other`, { caller: SEAT }) }),
  "no-nudge": (_, call) => ({ run: line(`${call} --no-nudge`, { caller: SEAT }) }),
  "no-notify": (_, call) => ({ run: line(`${call} --no-notify`, { caller: SEAT }) }),
  "input-waiting": (command) => ({
    run: onTerminal({ waiting: Effect.succeed<Waiting>("waiting") }, line(command))
  }),
  "input-unreadable": (command) => ({
    run: onTerminal({ waiting: Effect.succeed<Waiting>("unreadable") }, line(command))
  }),
  ...LAUNCH_HOW
}

/** Every family's id for every command that has it. */
export const FAMILY_DRIVES: Drives = Object.fromEntries(
  Object.entries(FAMILIES).flatMap(([word, { of }]) =>
    of.map((command) => {
      const how = Object.entries(HOW).find(([name]) => name === word)?.[1]
      if (how === undefined) throw new Error(`nothing makes ${word} happen`)
      return [`${command}.${word}`, how(command, CALLS[command] ?? command)] as const
    })
  )
)
