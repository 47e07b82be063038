import type { Row } from "./row.ts"

/** An id that several commands end with, for one reason: `<command>.<word>`. */
interface Family extends Row {
  readonly of: ReadonlyArray<string>
}

/** Commands that start seats. */
const LAUNCHING = ["up", "add", "restart"] as const
/** Commands that stop seats. */
const STOPPING = ["down", "remove"] as const
/** Commands that open a team: its file, its host. */
const OPENING = [
  "seats",
  "status",
  "check",
  "usage",
  "messages",
  "watch",
  "register",
  "hold",
  "send",
  "ack",
  ...LAUNCHING,
  ...STOPPING,
  "screen"
] as const
/** Commands that read the team file. */
const FILE = [...OPENING, "approve"] as const
/** Not team hook: the program hands it over to what never fails. */
const EVERY = [...FILE, "explain", "replay", "demo", "init", "hooks"] as const
/** Commands that change what a team does. */
const CHANGING = ["register", "hold", "send", "ack", ...LAUNCHING, ...STOPPING] as const

/**
 * The ids that commands share. One line gives a command the id; a row of its own in `commands.ts` says it in other words.
 */
export const FAMILIES = {
  invocation: {
    code: 2,
    when: "The options or arguments cannot be read, or do not go together.",
    repair: "team COMMAND --help shows what the command takes",
    of: EVERY
  },
  "not-a-repo": {
    code: 2,
    when: "Here is no git repository, and no team file in this very folder.",
    repair: "team init writes a team file; or name one with --file",
    of: FILE
  },
  file: {
    code: 2,
    when: "The team file is missing or cannot be opened.",
    repair: "team init writes one; or correct what the message names",
    of: FILE
  },
  "file-invalid": {
    code: 2,
    when: "The team file is not valid; every problem is said with its line.",
    repair: "correct the lines that are named",
    of: FILE
  },
  host: {
    code: 2,
    when: "No host was chosen, herdr does not serve the session, and tmux is not installed.",
    repair: "start herdr or install tmux; or choose with --host",
    of: OPENING
  },
  state: {
    code: 2,
    when: "The state file team.state.json cannot be read or written.",
    repair: "do what the message says of the file; nothing of it was lost",
    of: [
      "seats",
      "status",
      "check",
      "usage",
      "messages",
      "register",
      "hold",
      "send",
      "ack",
      "screen",
      "approve"
    ]
  },
  herdr: {
    code: 2,
    when: "The host does not answer.",
    repair: "start the host, or look at why it is silent",
    of: ["status", "check", "register", ...LAUNCHING, ...STOPPING]
  },
  seat: {
    code: 2,
    when: "The file has no seat of that name; the nearest one is named.",
    repair: "use a name of the file; team seats lists them",
    of: ["seats", "register", "hold", "send", "messages", "add", "restart", "remove", "screen"]
  },
  project: {
    code: 2,
    when: "No such project has a record, or its record names no root.",
    repair: "write projects/PROJECT.yaml in the team's configuration folder",
    of: ["seats", "status", "usage"]
  },
  caller: {
    code: 1,
    when: "The call is not one of those the command is for.",
    repair: "let the one do it whom the message names",
    of: [...CHANGING, "watch", "approve", "init"]
  },
  "file-owner": {
    code: 1,
    when: "--file is the owner's, and somebody else gave it; said before the file is looked for.",
    repair: "leave --file away, or let the owner do it",
    of: [...CHANGING, "watch"]
  },
  "session-owner": {
    code: 1,
    when: "--session is the owner's, and somebody else gave it; said before the session is looked at.",
    repair: "leave --session away, or let the owner do it",
    of: CHANGING
  },
  "no-nudge": {
    code: 1,
    when: "--no-nudge is the owner's, and a seat or an agent gave it.",
    repair: "leave --no-nudge away, or let the owner do it",
    of: ["watch"]
  },
  "no-notify": {
    code: 1,
    when: "--no-notify is the owner's, and a seat or an agent gave it.",
    repair: "leave --no-notify away, or let the owner do it",
    of: ["watch"]
  },
  "input-waiting": {
    code: 1,
    when: "Input waited on the terminal, perhaps the rest of a pasted block; it was thrown away.",
    repair: "run the command on its own",
    of: ["approve"]
  },
  "input-unreadable": {
    code: 1,
    when: "The terminal cannot be asked whether input waits on it.",
    repair: "run the command in another terminal",
    of: ["approve"]
  },
  approval: {
    code: 1,
    when: "The file was never approved, or is not as it was approved; nothing was started.",
    repair: "team approve shows the file and records it",
    of: LAUNCHING
  },
  place: {
    code: 1,
    when: "A seat would start outside the project and every trust path; nothing was started.",
    repair: "correct cwd, workspace.path or trust in the file",
    of: LAUNCHING
  },
  ceiling: {
    code: 1,
    when: "More seats would run than the file's limits allow; nothing was started.",
    repair: "stop a seat first, or raise limits in the file",
    of: LAUNCHING
  },
  busy: {
    code: 1,
    when: "Another command is changing this session.",
    repair: "run it again when that one is done",
    of: [...LAUNCHING, ...STOPPING]
  },
  "left-out": {
    code: 1,
    when: "A seat is not at its prompt with its rules; its record says why.",
    repair: "do what its record says, then run it again",
    of: LAUNCHING
  },
  "stopped-cleanly": {
    code: 1,
    when: "The owner stopped the run at a pause.",
    repair: "run it again",
    of: LAUNCHING
  },
  left: {
    code: 1,
    when: "A seat was left running, or an exit was not confirmed; its record says why.",
    repair: "do what its record says, then run it again",
    of: [...STOPPING, "restart"]
  },
  abandon: {
    code: 1,
    when: "--abandon is the owner's, in person.",
    repair: "leave --abandon away, or let the owner do it at a terminal",
    of: STOPPING
  }
} as const satisfies Readonly<Record<string, Family>>
