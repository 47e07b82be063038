import { describe, expect, it } from "@effect/vitest"
import { type CallerFacts, callerOf, processCaller, type Who } from "../../../src/domain/caller/caller.ts"
import { facts, type Line, paneOf, recordOf, tree } from "./trees.ts"

const INIT: Line = [1, 0, "systemd"]
const SERVER: Line = [10, 1, "tmux: server"]
/** A tmux pane %1 whose shell runs an agent that runs us. */
const agentPane = tree(INIT, SERVER, [20, 10, "sh"], [30, 20, "claude"], [40, 30, "bash"], [100, 40, "node"])
/** A tmux pane %2 with a person's shell. */
const shellPane = tree(INIT, SERVER, [20, 10, "zsh"], [100, 20, "node"])

const OWNER: Who = { _tag: "Owner" }
const NO_TTY: Who = { _tag: "OwnerNoTty" }
const UNREADABLE: Who = { _tag: "Unplaced", why: { _tag: "Unreadable" } }
const agent = (program = "claude"): Who => ({ _tag: "Unplaced", why: { _tag: "Agent", program } })
const nameless = (pane: string, program = "claude"): Who => ({
  _tag: "Unplaced",
  why: { _tag: "NamelessPane", pane, program }
})
const seat = (
  name: string,
  pane: string | null,
  role: "seat" | "operator" | "orchestrator" = "seat"
): Who => ({
  _tag: "Seat",
  name,
  pane,
  role
})

const table = (cases: ReadonlyArray<readonly [string, CallerFacts, Who]>) =>
  it.each(cases)("%s", (_, given, expected) => {
    expect(callerOf(given)).toEqual(expected)
  })

describe("the owner", () => {
  table([
    ["a login shell", facts(tree(INIT, [20, 1, "login"], [30, 20, "zsh"], [100, 30, "node"])), OWNER],
    [
      "without a terminal",
      facts(tree(INIT, [20, 1, "cron"], [100, 20, "node"]), { stdinIsTerminal: false }),
      NO_TTY
    ],
    ["a person's shell in a pane of the host", facts(shellPane, { panes: [paneOf("%2", 20)] }), OWNER],
    ["a person's shell in another server", facts(shellPane, { panes: [paneOf("%2", 77)] }), OWNER],
    ["a silent host", facts(shellPane, { panes: null }), OWNER],
    [
      "over ssh with sudo",
      facts(
        tree(
          INIT,
          [5, 1, "sshd"],
          [6, 5, "sshd"],
          [7, 6, "bash"],
          [8, 7, "sudo"],
          [9, 8, "su"],
          [100, 9, "node"]
        )
      ),
      OWNER
    ],
    ["init hidden from this user", facts(tree([20, 1, "sh"], [100, 20, "node"])), OWNER],
    ["entered from outside its container", facts(tree([20, 0, "sh"], [100, 20, "node"])), OWNER],
    [
      "wrapper shells",
      facts(tree(INIT, [20, 1, "zsh"], [30, 20, "npm"], [40, 30, "sh"], [100, 40, "node"])),
      OWNER
    ],
    [
      "in a server that a seat's pane started (nested tmux)",
      facts(
        tree(
          INIT,
          SERVER,
          [20, 10, "sh"],
          [30, 20, "claude"],
          [50, 30, "tmux: server"],
          [60, 50, "sh"],
          [100, 60, "node"]
        ),
        { panes: [paneOf("%1", 20, { name: "glass" })], records: [recordOf("glass", "%1", [30])] }
      ),
      OWNER
    ],
    [
      "in a pane of a server whose server process runs below a seat",
      facts(tree(INIT, [5, 1, "claude"], [10, 5, "herdr"], [20, 10, "zsh"], [100, 20, "node"]), {
        panes: [paneOf("w1:p1", 20)],
        records: [recordOf("wick", "w1:p9", [5])]
      }),
      OWNER
    ],
    [
      "a window that is called after its program",
      facts(shellPane, { panes: [paneOf("%2", 20, { name: "zsh" })] }),
      OWNER
    ],
    [
      "the pane id of a record that another server gave",
      facts(shellPane, { panes: [paneOf("%2", 20)], records: [recordOf("glass", "%2", [999], "old")] }),
      OWNER
    ]
  ])
})

describe("a seat", () => {
  const glass = { panes: [paneOf("%1", 20, { name: "glass" })] }
  const wick = { panes: [paneOf("%1", 20, { name: "wick" })], records: [recordOf("wick", "%1", [30])] }
  table([
    ["by its pane's name", facts(agentPane, glass), seat("glass", "%1")],
    [
      "the lead's name without a record",
      facts(agentPane, { panes: [paneOf("%1", 20, { name: "wick" })] }),
      seat("wick", "%1")
    ],
    ["the lead with its record", facts(agentPane, wick), seat("wick", "%1", "orchestrator")],
    [
      "the operator with its record, in a pane that carries no name",
      facts(agentPane, { panes: [paneOf("%1", 20)], records: [recordOf("tallow", "%1", [30])] }),
      seat("tallow", "%1", "operator")
    ],
    [
      "a recorded process in the same pane that is not above",
      facts(
        tree(INIT, SERVER, [20, 10, "sh"], [30, 20, "claude", { sid: 20 }], [100, 20, "node", { sid: 20 }]),
        wick
      ),
      seat("wick", "%1", "orchestrator")
    ],
    [
      "the lead's pid reused by another process",
      facts(agentPane, { ...wick, records: [recordOf("wick", "%1", [[30, "b:other"]])] }),
      seat("wick", "%1")
    ],
    [
      "a lead's record without a start stamp",
      facts(agentPane, { ...wick, records: [recordOf("wick", "%1", [[30, null]])] }),
      seat("wick", "%1")
    ],
    [
      "the lead's process in another pane than the recorded",
      facts(agentPane, { ...wick, records: [recordOf("wick", "%7", [30])] }),
      seat("wick", "%1")
    ],
    [
      "the lead's process in a pane with another name",
      facts(agentPane, { ...glass, records: [recordOf("wick", "%1", [30])] }),
      seat("wick", "%1")
    ],
    [
      "one process that two records claim",
      facts(agentPane, { ...wick, records: [recordOf("wick", "%1", [30]), recordOf("tallow", "%1", [30])] }),
      seat("wick", "%1")
    ],
    [
      "the lead under a silent host",
      facts(agentPane, { ...wick, panes: null, server: null }),
      seat("wick", "%1", "orchestrator")
    ],
    [
      "the lead's process in no pane of a host that answered",
      facts(agentPane, { ...wick, panes: [paneOf("%1", 77)] }),
      seat("wick", null)
    ],
    ["a lead that is no longer in the file", facts(agentPane, { ...wick, seats: [] }), seat("wick", "%1")],
    [
      "the shell that stayed in a recorded pane",
      facts(shellPane, { panes: [paneOf("%2", 20)], records: [recordOf("wick", "%2", [999], "srv")] }),
      seat("wick", "%2")
    ],
    [
      "a background job whose parent ended",
      facts(
        tree(INIT, SERVER, [20, 10, "sh"], [30, 20, "claude", { sid: 20 }], [100, 1, "node", { sid: 20 }]),
        glass
      ),
      seat("glass", "%1")
    ],
    [
      "unattended all the same",
      facts(agentPane, { ...wick, unattended: true }),
      seat("wick", "%1", "orchestrator")
    ],
    [
      "with parents that cannot be read above its pane",
      facts(tree([20, 10, "sh"], [30, 20, "claude"], [100, 30, "node"]), wick),
      seat("wick", "%1", "orchestrator")
    ],
    [
      "an agent that a seat's agent started",
      facts(
        tree(INIT, SERVER, [20, 10, "sh"], [30, 20, "claude"], [40, 30, "codex"], [100, 40, "node"]),
        glass
      ),
      seat("glass", "%1")
    ]
  ])
})

describe("a caller nobody can place", () => {
  table([
    ["no table of processes", facts(null), UNREADABLE],
    ["not in the table itself", facts(tree(INIT)), UNREADABLE],
    ["a parent that is hidden", facts(tree(INIT, [100, 50, "node"])), UNREADABLE],
    ["parents in a circle", facts(tree([50, 50, "sh"], [100, 50, "node"])), UNREADABLE],
    [
      "an agent in no pane",
      facts(tree(INIT, [30, 1, "codex"], [40, 30, "sh"], [100, 40, "node"])),
      agent("codex")
    ],
    ["an agent under a silent host", facts(agentPane, { panes: null }), agent()],
    ["an agent in another server's pane", facts(agentPane, { panes: [paneOf("%1", 77)] }), agent()],
    [
      "an agent under another name",
      facts(tree(INIT, [30, 1, "node", { argv0: "claude" }], [100, 30, "node"])),
      agent()
    ],
    [
      "an agent in a pane without a seat's name",
      facts(agentPane, { panes: [paneOf("%1", 20)] }),
      nameless("%1")
    ],
    [
      "an agent in a pane that another team named",
      facts(agentPane, { panes: [paneOf("%1", 20, { name: "stranger" })] }),
      nameless("%1")
    ],
    [
      "an agent that only the host knows",
      facts(shellPane, { panes: [paneOf("%2", 20, { cli: "gemini" })] }),
      nameless("%2", "gemini")
    ],
    [
      "AGENT_UNATTENDED",
      facts(shellPane, { unattended: true }),
      { _tag: "Unplaced", why: { _tag: "Unattended" } }
    ],
    [
      "the agent first, where its parents are hidden too",
      facts(tree([30, 5, "claude"], [100, 30, "node"])),
      agent()
    ]
  ])
})

describe("processCaller", () => {
  const at = (processes: ReturnType<typeof tree> | null, unattended = false, stdinIsTerminal = true) =>
    processCaller({ self: 100, table: processes, unattended, stdinIsTerminal })

  it("tells owner, owner without a terminal and agent without a listing or a file", () => {
    expect(at(shellPane)).toEqual(OWNER)
    expect(at(shellPane, false, false)).toEqual(NO_TTY)
    expect(at(agentPane)).toEqual(agent())
    expect(at(shellPane, true)).toEqual({ _tag: "Unplaced", why: { _tag: "Unattended" } })
    expect(at(null)).toEqual(UNREADABLE)
  })
})
