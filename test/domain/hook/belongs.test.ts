import * as FastCheck from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { type HookPlace, hookOf } from "../../../src/domain/hook/belongs.ts"
import type { HookRecord } from "../../../src/domain/hook/record.ts"
import type { ProcessId } from "../../../src/domain/host/pane.ts"

const NOW = 1_000_000_000
const proc = (pid: number, name: string, start: string | null = `b:${pid}`): ProcessId => ({
  pid,
  start,
  name
})

const SERVER = proc(77, "tmux: server")
const SHELL = proc(10, "bash")
const CLAUDE = proc(20, "claude")
/** A shell that a tool of the seat's CLI runs, and the agent it started. */
const TOOL = proc(30, "bash")
const NESTED = proc(40, "claude")

const record = (more: Partial<HookRecord> = {}): HookRecord => ({
  format: 1,
  cli: "claude-code",
  event: "Stop",
  word: "idle",
  at: NOW - 1_000,
  session: "s1",
  host: "tmux",
  server: "77",
  pane: "%1",
  sender: [CLAUDE, SHELL, SERVER],
  ...more
})
const place = (more: Partial<HookPlace> = {}): HookPlace => ({
  cli: "claude-code",
  pane: "%1",
  host: "tmux",
  server: "77.5",
  processes: { root: SHELL, foreground: [CLAUDE], behind: [] },
  launched: null,
  at: NOW,
  ...more
})
const launched = (processes: ReadonlyArray<ProcessId>, more: object = {}) => ({
  pane: "%1",
  processes,
  session: "s1",
  at: NOW - 60_000,
  ...more
})
const REGISTERED = { launched: launched([CLAUDE]) }
const fact = (of: HookRecord | ReadonlyArray<HookRecord>, at: Partial<HookPlace> = {}) =>
  hookOf("format" in of ? [of] : of, place(at)).fact?.word ?? null

describe.each([
  ["registered", REGISTERED],
  ["not registered", {}]
] as const)("a seat that is %s", (_, known) => {
  it("takes its own process's word", () => {
    expect(fact(record(), known)).toBe("idle")
    expect(fact(record({ word: "working" }), known)).toBe("working")
  })
  it("adopts a new conversation of the same process (case 27)", () => {
    const opened = record({ word: "session", event: "SessionStart", session: "s2", at: NOW - 500 })
    const found = hookOf([record(), opened], place(known))
    expect([found.session, found.fact?.word, found.seen]).toEqual(["s2", "idle", true])
    expect(fact([record(), opened, record({ word: "working", session: "s2", at: NOW - 400 })], known)).toBe(
      "working"
    )
  })
  it("takes nothing from the process before it (case 28)", () => {
    const late = record({ at: NOW, sender: [proc(19, "claude"), SHELL, SERVER] })
    expect(hookOf([late], place(known))).toEqual({
      fact: null,
      session: null,
      seen: false,
      unknownEvents: []
    })
    expect(fact([record({ word: "working" }), late], known)).toBe("working")
  })
  it("takes nothing from another process that had its pid", () => {
    expect(fact(record({ sender: [proc(20, "claude", "b:19"), SHELL] }), known)).toBeNull()
    expect(fact(record({ sender: [proc(20, "claude", "other:20"), SHELL] }), known)).toBeNull()
  })
  it("takes nothing from an agent that a tool's shell started (case 26)", () => {
    const nested = record({ sender: [NESTED, TOOL, CLAUDE, SHELL] })
    const front = { root: SHELL, foreground: [CLAUDE, TOOL, NESTED] }
    expect(fact(nested, { ...known, processes: front })).toBeNull()
    // A process group of its own is on the terminal, and not in front.
    const behind = { root: SHELL, foreground: [CLAUDE], behind: [TOOL, NESTED] }
    expect(fact(nested, { ...known, processes: behind })).toBeNull()
  })
  it("takes nothing from an agent that it runs without a shell, of its own CLI or of another", () => {
    const processes = { root: SHELL, foreground: [CLAUDE, NESTED] }
    expect(fact(record({ sender: [NESTED, CLAUDE, SHELL] }), { ...known, processes })).toBeNull()
    const codex = proc(41, "codex")
    const other = record({ cli: "codex", sender: [codex, CLAUDE, SHELL] })
    expect(fact(other, { ...known, processes: { root: SHELL, foreground: [CLAUDE, codex] } })).toBeNull()
    expect(fact(record({ cli: "codex" }), known)).toBeNull()
  })
  it("takes an instant less than a minute ahead, and none beyond (case 30)", () => {
    expect(fact(record({ at: NOW + 59_000 }), known)).toBe("idle")
    expect(fact(record({ at: NOW + 60_000 }), known)).toBe("idle")
    expect(fact(record({ at: NOW + 61_000 }), known)).toBeNull()
    expect(fact([record({ at: NOW + 61_000 }), record({ word: "working" })], known)).toBe("working")
  })
  it("answers by the newest instant, not the last write, and by the start of a turn at a tie", () => {
    const idle = record({ at: NOW - 10 })
    const working = record({ word: "working", at: NOW - 20 })
    for (const all of [
      [idle, working],
      [working, idle]
    ])
      expect(fact(all, known)).toBe("idle")
    const tie = record({ word: "working", at: NOW - 10 })
    for (const all of [
      [idle, tie],
      [tie, idle]
    ])
      expect(fact(all, known)).toBe("working")
  })
  it("takes no word from an event it does not know, and names it cleaned (case 35)", () => {
    const event = `Err\u001b[31m\u0007${"x".repeat(500)}`
    const found = hookOf(
      [record({ word: "unknown", event }), record({ word: "unknown", event })],
      place(known)
    )
    expect([found.fact, found.seen, found.unknownEvents.length]).toEqual([null, true, 1])
    expect(found.unknownEvents[0]).toMatch(/^Err/)
    expect(found.unknownEvents[0]?.length).toBeLessThan(100)
    expect(found.unknownEvents[0]).not.toMatch(/\p{Cc}/u)
  })
  it("is not moved by any record of other processes", () => {
    const own = [record(), record({ word: "working", at: NOW - 5_000 })]
    const other = FastCheck.record({
      pid: FastCheck.integer({ min: 2, max: 60 }),
      start: FastCheck.constantFrom("b:1", "b:2", "c:20"),
      word: FastCheck.constantFrom(
        "working" as const,
        "idle" as const,
        "session" as const,
        "unknown" as const
      ),
      at: FastCheck.integer({ min: NOW - 100_000, max: NOW + 100_000 }),
      nested: FastCheck.boolean()
    })
    FastCheck.assert(
      FastCheck.property(FastCheck.array(other), (others) => {
        const more = others.map(({ at, nested, pid, start, word }) =>
          record({
            at,
            word,
            session: "x",
            sender: [proc(pid, "claude", start), ...(nested ? [CLAUDE] : []), SHELL]
          })
        )
        expect(hookOf([...more, ...own], place(known))).toEqual(hookOf(own, place(known)))
      })
    )
  })
  it("knows a process again after the host renumbered its pane", () => {
    expect(fact(record({ pane: "%9", server: "78" }), known)).toBe("idle")
  })
  it("takes nothing from the other host's pane of the same id", () => {
    expect(fact(record({ host: "herdr", server: "/s" }), known)).toBeNull()
  })
})

describe("a CLI behind a wrapper", () => {
  const NODE = proc(50, "node")
  const CODEX = proc(51, "codex")
  const processes = { root: SHELL, foreground: [NODE, CODEX] }
  const sent = record({ cli: "codex", sender: [CODEX, NODE, SHELL] })

  it("is the seat, whether both were recorded, the wrapper alone, or nothing", () => {
    for (const known of [launched([NODE, CODEX]), launched([NODE]), null]) {
      expect(fact(sent, { cli: "codex", processes, launched: known })).toBe("idle")
    }
  })
  it("is not when it runs as a tool of an agent", () => {
    const nested = record({ cli: "codex", sender: [proc(60, "codex"), proc(59, "node"), CODEX, NODE, SHELL] })
    const more = { root: SHELL, foreground: [NODE, CODEX, proc(59, "node"), proc(60, "codex")] }
    for (const known of [launched([NODE, CODEX]), launched([NODE]), null]) {
      expect(fact(nested, { cli: "codex", processes: more, launched: known })).toBeNull()
    }
  })
})

describe("a pane whose root is the CLI", () => {
  it("is the seat where nothing else is in front", () => {
    const sent = record({ sender: [CLAUDE, SERVER] })
    expect(fact(sent, { processes: { root: CLAUDE, foreground: [] } })).toBe("idle")
    expect(fact(sent, { processes: { root: SHELL, foreground: [] } })).toBeNull()
  })
})

describe("where the system names no process", () => {
  const blind = { processes: null }
  it("goes by pane and server", () => {
    expect(fact(record(), blind)).toBe("idle")
    expect(fact(record({ pane: "%2" }), blind)).toBeNull()
    expect(fact(record({ server: "78" }), blind)).toBeNull()
    expect(fact(record({ host: "herdr", server: "/s" }), blind)).toBeNull()
  })
  it("goes by the launch's instant and conversation", () => {
    const known = { ...blind, launched: launched([]) }
    expect(fact(record(), known)).toBe("idle")
    expect(fact(record({ at: NOW - 60_000 }), known)).toBe("idle")
    expect(fact(record({ at: NOW - 60_001 }), known)).toBeNull()
    expect(fact(record({ session: "s2" }), known)).toBeNull()
    expect(fact(record({ session: null }), known)).toBe("idle")
    expect(fact(record({ session: "s2" }), { ...blind, launched: launched([], { session: null }) })).toBe(
      "idle"
    )
  })
  it("does so for a sender without a start, too", () => {
    const sent = record({ sender: [proc(20, "", null)] })
    expect(fact(sent)).toBe("idle")
    expect(fact({ ...sent, pane: "%2" })).toBeNull()
    expect(fact({ ...sent, sender: [] })).toBe("idle")
  })
})
