import { describe, expect, it } from "@effect/vitest"
import type { PaneProcesses, ProcessId } from "../../../src/domain/host/pane.ts"
import type { Launched } from "../../../src/domain/pass/snapshot.ts"
import { frontOf } from "../../../src/domain/typing/front.ts"

const claude: ProcessId = { pid: 100, start: "7", name: "claude" }
const bash: ProcessId = { pid: 90, start: "5", name: "-bash", script: false }
const vim: ProcessId = { pid: 300, start: "9", name: "vim" }
const node: ProcessId = { pid: 101, start: "8", name: "node" }

const front = (...foreground: ReadonlyArray<ProcessId>): PaneProcesses => ({ root: bash, foreground })
const launched = (...processes: ReadonlyArray<ProcessId>): Launched => ({
  pane: "%1",
  processes,
  session: null,
  at: 0
})

describe("what stands in front of a pane", () => {
  it("is the seat while its recorded process is in the foreground", () => {
    expect(frontOf(front(claude), launched(claude), "claude", null)).toEqual({
      _tag: "Seat",
      process: claude
    })
    expect(frontOf(front(node, claude), launched(claude), "claude", null)).toMatchObject({ _tag: "Seat" })
  })

  it("is a shell once the CLI has left, however its prompt looks (case 71)", () => {
    expect(frontOf(front(bash), launched(claude), "claude", "claude")).toEqual({ _tag: "Shell" })
    expect(frontOf(front(bash), null, "claude", "claude")).toEqual({ _tag: "Shell" })
  })

  it("is another program: an editor over the CLI, another agent, the same pid started anew", () => {
    const behind: PaneProcesses = { ...front(vim), behind: [claude] }
    expect(frontOf(behind, launched(claude), "claude", "claude")).toEqual({ _tag: "Other" })
    const other: ProcessId = { pid: 100, start: "8", name: "claude" }
    expect(frontOf(front(other), launched(claude), "claude", null)).toEqual({ _tag: "Other" })
    expect(frontOf(front({ ...claude, name: "codex" }), null, "claude", null)).toEqual({ _tag: "Other" })
    expect(frontOf(front(vim), null, "claude", null)).toEqual({ _tag: "Other" })
  })

  it("asks for the name where a start stamp is missing: a pid is reused", () => {
    const unstamped = { ...claude, start: null }
    expect(frontOf(front(unstamped), launched(claude), "claude", null)).toMatchObject({ _tag: "Seat" })
    expect(frontOf(front({ ...unstamped, name: "vim" }), launched(claude), "claude", null)).toEqual({
      _tag: "Other"
    })
  })

  it("is the seat's CLI by name where nothing was recorded, by the host's word where an interpreter runs it", () => {
    expect(frontOf(front(claude), null, "claude-code", null)).toEqual({ _tag: "Agent", process: claude })
    expect(frontOf(front(node), null, "claude-code", "claude")).toEqual({ _tag: "Agent", process: node })
    expect(frontOf(front(node), null, "claude-code", "codex")).toEqual({ _tag: "Other" })
    expect(frontOf(front(node), null, "claude-code", null)).toEqual({ _tag: "Other" })
  })

  it("is unread where the host cannot say", () => {
    expect(frontOf(null, launched(claude), "claude", "claude")).toEqual({ _tag: "Unread" })
    expect(frontOf(front(), launched(claude), "claude", "claude")).toEqual({ _tag: "Unread" })
  })
})
