import { describe, expect, it } from "@effect/vitest"
import * as fc from "effect/FastCheck"
import { type CallerFacts, callerOf } from "../../../src/domain/caller/caller.ts"
import { type Action, may } from "../../../src/domain/caller/rights.ts"
import type { ProcessEntry } from "../../../src/domain/host/processes.ts"
import { facts, paneOf, recordOf } from "./trees.ts"

const ACTIONS: ReadonlyArray<Action> = ["look", "approve", "up", "hold", "watch-flags", "other-file"]
const rights = (given: CallerFacts): ReadonlyArray<Action> => {
  const who = callerOf(given)
  return ACTIONS.filter((action) => may(who, action))
}

const NAMES = ["sh", "zsh", "node", "sudo", "claude", "codex", "tmux: server", "herdr", "sshd"]
// Pid 100 is ours; parents are any of the pids, so orphans, circles and hidden parents all come up.
const PIDS = [1, 2, 3, 4, 5, 100]

const entries = fc
  .tuple(
    ...PIDS.map((pid) =>
      fc.record({
        pid: fc.constant(pid),
        ppid: pid === 1 ? fc.constantFrom(0, 9) : fc.constantFrom(0, 1, 2, 3, 4, 5, 9),
        name: fc.constantFrom(...NAMES),
        sid: fc.constantFrom(null, pid, 2, 3),
        start: fc.constantFrom(`b:${pid}`, `b:${pid}`, null),
        there: fc.integer({ min: 0, max: 9 })
      })
    )
  )
  .map((all) => all.filter(({ pid, there }) => pid === 100 || there > 0))
  .map(
    (all) =>
      new Map(
        all.map(({ there: _, ...one }): [number, ProcessEntry] => [
          one.pid,
          { ...one, pgid: one.pid, tpgid: null, argv0: null }
        ])
      )
  )

const panes = fc.option(
  fc.array(
    fc
      .tuple(
        fc.constantFrom(2, 3, null),
        fc.constantFrom("wick", "glass", "zsh", null),
        fc.constantFrom(null, "pi")
      )
      .map(([root, name, cli]) => paneOf(`%${root}`, root, { name, cli })),
    { maxLength: 2 }
  )
)
const records = fc.array(
  fc
    .tuple(
      fc.constantFrom("wick", "tallow", "glass"),
      fc.constantFrom("%2", "%3"),
      fc.constantFrom<number | readonly [number, string | null]>(3, 4, [4, null], [4, "b:old"])
    )
    .map(([seat, pane, pid]) => recordOf(seat, pane, [pid])),
  { maxLength: 2 }
)

const world = fc
  .record({
    table: entries,
    panes,
    records,
    unattended: fc.boolean(),
    stdinIsTerminal: fc.boolean()
  })
  .map(({ table, ...rest }) => facts(table, rest))

/** The parents alone, written again: up to a server or a pane's root; null where one is missing. */
const chainOf = ({ panes: listed, self, table }: CallerFacts): ReadonlyArray<ProcessEntry> | null => {
  const chain: Array<ProcessEntry> = []
  let pid = self
  for (let turn = 0; turn < 20; turn++) {
    const entry = table?.get(pid)
    if (entry === undefined) return pid === 1 && chain.length > 0 ? chain : null
    if (chain.length > 0 && (entry.name === "herdr" || entry.name.startsWith("tmux"))) return chain
    chain.push(entry)
    if (entry.ppid === 0 || listed?.some(({ root }) => root?.pid === entry.pid)) return chain
    pid = entry.ppid
  }
  return null
}

const prop = <A>(name: string, arbitrary: fc.Arbitrary<A>, check: (value: A) => void) =>
  it(name, () => {
    fc.assert(
      fc.property(arbitrary, (value) => check(value)),
      { numRuns: 3_000 }
    )
  })

describe("callerOf", () => {
  prop("is the owner only over a walk that was read to its end and holds no agent", world, (given) => {
    const who = callerOf(given)
    if (who._tag !== "Owner" && who._tag !== "OwnerNoTty") return
    const chain = chainOf(given)
    expect(chain).not.toBeNull()
    expect(chain?.some(({ name }) => name === "claude" || name === "codex")).toBe(false)
    expect(given.unattended).toBe(false)
    expect(who._tag === "Owner").toBe(given.stdinIsTerminal)
  })

  prop("gives a role only by a process whose start is the recorded one", world, (given) => {
    const who = callerOf(given)
    if (who._tag !== "Seat" || who.role === "seat") return
    const mine = given.records.filter(({ seat }) => seat === who.name)
    const known = mine.flatMap(({ launched }) => launched.processes)
    expect(known.some(({ pid, start }) => start !== null && given.table?.get(pid)?.start === start)).toBe(
      true
    )
    expect(mine.some(({ launched }) => launched.pane === who.pane || who.pane === null)).toBe(true)
  })

  prop("gives nothing more with AGENT_UNATTENDED", world, (given) => {
    const without = rights({ ...given, unattended: false })
    expect(without).toEqual(expect.arrayContaining([...rights({ ...given, unattended: true })]))
  })

  prop(
    "gives an agent no more where a process cannot be read",
    fc.tuple(world, fc.constantFrom(1, 2, 3, 4, 5, 100)),
    ([given, hidden]) => {
      const chain = chainOf(given)
      const at = chain?.findIndex(({ name }) => name === "claude" || name === "codex") ?? -1
      // What is hidden stands between us and the agent: what is above it may go.
      const place = chain?.findIndex(({ pid }) => pid === hidden) ?? -1
      if (at < 0 || place < 0 || place >= at || hidden === 1) return
      const table = new Map(given.table)
      table.delete(hidden)
      expect(rights({ ...given, table, records: [] })).toEqual(["look"])
    }
  )
})
