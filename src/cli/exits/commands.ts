import type { OwnRows } from "./row.ts"

const AGAIN = "run it again"

/** The ids of single commands. A word that is also a family's says the same in the command's own words. */
export const OWN = {
  team: {
    help: [0, "The commands were printed.", null],
    "command-help": [0, "With --help: what the command takes was printed.", null],
    version: [0, "The version was printed.", null],
    "no-command": [2, "Nothing was asked for; the commands are printed.", "name a command"],
    unknown: [2, "There is no such command; the nearest one is named.", "team --help lists the commands"],
    invocation: [
      2,
      "An option came before the command.",
      "put the command first; team --help lists the commands"
    ],
    defect: [70, "A bug in team.", "report it with what you did"]
  },
  watch: {
    stopped: [0, "The watch was stopped by a signal; its last line says so.", null],
    started: [0, "With --detach: the watch runs and has written its record.", null],
    already: [1, "A watch of this session is alive.", "stop that one first, as the message says"],
    caller: [
      1,
      "An agent in a pane of the session that no seat of the file claims asked for it.",
      "let the owner or a seat start the watch; or put that agent into the file"
    ],
    workspace: [
      1,
      "With --detach: the workspace for the watch could not be made.",
      "do what the host's message says"
    ],
    watchdog: [
      1,
      "With --detach: the workspace was made, and the watch in it did not start within 15 s.",
      "look at its pane, which says why; close it before trying again"
    ],
    file: [
      2,
      "The team file is missing or cannot be opened, or the state cannot be read or written.",
      "do what the message says of the file"
    ],
    invocation: [
      2,
      "The options cannot be read, --json was given, or the --record file cannot be begun.",
      "team watch --help shows what it takes; a recording needs a new file"
    ]
  },
  status: {
    agrees: [0, "The running team is as the file has it.", null],
    difference: [1, "The running team differs from the file.", "each difference is printed with its repair"]
  },
  check: {
    agrees: [0, "The running team is as the file has it.", null],
    differs: [1, "The running team differs from the file.", "each finding is printed with its repair"]
  },
  up: {
    ready: [0, "Every seat of the file is at its prompt, and the watch runs.", null],
    watch: [
      1,
      "Every seat is ready and the watch was not started; its line says why.",
      "team watch --detach starts one"
    ]
  },
  down: {
    stopped: [0, "Nothing of the team's seats runs any more.", null]
  },
  add: {
    "stopped-in-file": [
      1,
      "The approved file says that the seat is stopped.",
      "take stopped out of its entry and run team approve"
    ]
  },
  remove: {
    removed: [0, "The seat was stopped, and is out of the file unless --keep was given.", null],
    lead: [
      1,
      "The orchestrator and the operator are not removed alone.",
      "team down, then team up (to restart the whole team)"
    ],
    entry: [
      1,
      "Its entry cannot be taken out of the file by itself; nothing was stopped.",
      "take it out by hand; or stop it alone with --keep"
    ],
    file: [
      2,
      "The team file is missing, or cannot be opened or written.",
      "do what the message says of the file"
    ]
  },
  register: {
    pane: [
      1,
      "There is no such pane, none carries the seat's name, or more than one does.",
      "name the seat's pane with --pane"
    ],
    taken: [1, "The pane is another seat's, by its name or by its recorded process.", "name another pane"],
    "no-cli": [1, "A shell at its prompt is in front in the pane.", "start the seat's CLI first"],
    process: [1, "The host cannot say what runs in the pane.", AGAIN]
  },
  hold: {
    until: [
      2,
      "It is no time or duration, it has passed, or it is more than 31 days away.",
      "give a time as 18:30, or a duration as 2h"
    ],
    reason: [2, "The reason is empty, too long, or shaped like a credential.", "say it in a few plain words"]
  },
  send: {
    submitted: [0, "The message was left, and its line was taken by the seat.", null],
    held: [0, "The message was left; its line waits until the seat's box is free.", null],
    self: [1, "A seat sends to itself.", "send to another seat"],
    path: [
      1,
      "The project's path cannot stand in a line that is typed; nothing was written.",
      "move the project to a path of plain letters, digits and . _ / + -"
    ],
    "not-sent": [
      1,
      "The message was left, and its line stands in the seat's box, typed and not sent.",
      "look at the seat's pane; a watch sends the line when it can"
    ],
    unconfirmed: [
      1,
      "The message was left, Enter was pressed on its line, and nothing shows what came of it.",
      "look at the seat's pane; nobody types the line again"
    ],
    body: [
      2,
      "The message's text cannot be read, is empty, too large, or holds control characters.",
      "correct the text"
    ],
    expires: [
      2,
      "--expires is no time or duration, it has passed, or it is more than 31 days away.",
      "give a time as 18:30, or a duration as 2h"
    ],
    mailbox: [2, "The message could not be written.", "do what the message says of the file"]
  },
  messages: {
    refused: [
      1,
      "What can be shown was shown; files of the mailbox were refused, each by its name.",
      "do what the lines say of the files"
    ],
    mailbox: [2, "The mailbox or its key cannot be read.", "do what the message says of the file"]
  },
  ack: {
    unknown: [1, "The seat has no message of that id.", "team messages --all lists them"],
    id: [2, "This is no message's id.", "an id has 26 digits and letters, as team messages prints it"],
    mailbox: [2, "The mailbox cannot be read or written.", "do what the message says of the file"]
  },
  approve: {
    approved: [0, "The file was recorded and signed, or it is as approved already.", null],
    show: [0, "With --show: the file was printed; nothing was recorded.", null],
    answer: [1, "With --confirm: another number than that of the seats was typed.", AGAIN],
    changed: [1, "The file was changed while it was shown; nothing was recorded.", AGAIN],
    check: [
      1,
      "A command that the file names is no program; nothing was recorded.",
      "correct the command, or install the program"
    ],
    store: [
      1,
      "The folder for approvals lies where seats work, or its owner or mode is not safe.",
      "do what the message says of the folder"
    ],
    key: [
      1,
      "The signing key cannot be read or used.",
      "put back the copy of the key that the message names"
    ],
    busy: [1, "Another approval is being recorded.", AGAIN],
    input: [2, "What is to be approved cannot be recorded.", "correct what the message names"],
    state: [
      2,
      "The record or the count of approvals cannot be read or written.",
      "do what the message says of the file"
    ]
  },
  init: {
    wrote: [0, "The team file was written.", null],
    restored: [0, "With --restore: the team file is as it was last approved.", null],
    exists: [1, "There is a team file already; nothing was written.", "edit that one, or move it away first"],
    refused: [
      1,
      "A link or another user's file is in the way, or the system said no.",
      "move away what the message names"
    ],
    nothing: [
      1,
      "With --restore: there is no verified approval to restore from.",
      "team init writes a new file"
    ]
  },
  hooks: {
    changed: [1, "The file was changed meanwhile; nothing was written.", AGAIN],
    cli: [2, "There is no such CLI, or it is one without hooks.", "name one of those the message lists"],
    program: [
      2,
      "This program has no path that can stand in a hook.",
      "install the package, and call it by its own name"
    ],
    unreadable: [
      2,
      "The CLI's settings cannot be read, parsed or written.",
      "correct the file at the place the message names"
    ],
    shape: [
      2,
      "Where hooks belong, the CLI's settings hold something else.",
      "correct the file at the place the message names"
    ]
  },
  screen: {
    unsafe: [1, "In screen test: scored, and at least one answer is unsafe.", null],
    exists: [
      1,
      "In screen capture: a capture of that name is there already.",
      "name another folder with --out"
    ],
    pane: [1, "In screen capture: the seat has no pane, or its pane cannot be read now.", AGAIN],
    private: [
      1,
      "In screen capture: something private is broken over rows or styles; nothing was saved.",
      "make the pane wider, or clear the line, and capture again"
    ],
    file: [
      2,
      "A file or folder cannot be read or written, or holds no captures.",
      "name a file or folder that can be read"
    ],
    frame: [
      2,
      "In screen read: a line is no frame; what came before it is answered.",
      "correct the line; contract/frame.schema.json says what a frame is"
    ],
    reader: [
      2,
      "In screen test: the other reader could not be run, or did not answer every frame.",
      "run the reader by itself on a frame"
    ],
    host: [2, "In screen capture: no host was found, or it does not answer.", "start the host"]
  },
  explain: {
    evidence: [
      2,
      "A line is no evidence; what came before it is answered.",
      "correct the line; contract/evidence.schema.json says what evidence is"
    ],
    file: [2, "The file of evidence cannot be read.", "name a file that can be read"]
  },
  replay: {
    file: [
      2,
      "The recording cannot be read, is none, or has a line that is not what it should be; the passes before it are printed.",
      "name a file that team watch --record wrote"
    ]
  },
  demo: {
    tmux: [1, "With --host tmux: a tmux command did not work.", "install tmux; or leave --host away"]
  }
} as const satisfies OwnRows
