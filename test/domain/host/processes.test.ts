import { describe, expect, it } from "@effect/vitest"
import {
  ancestors,
  foregroundOf,
  isAlive,
  type ProcessEntry,
  type ProcessTable,
  paneProcesses
} from "../../../src/domain/host/processes.ts"
import { parseArgv0, parseProcStat, parsePs } from "../../../src/domain/host/processes-parse.ts"

const entry = (pid: number, fields: Partial<ProcessEntry> = {}): ProcessEntry => ({
  pid,
  ppid: 1,
  pgid: pid,
  sid: 10,
  tpgid: 12,
  start: `b:${pid}`,
  name: `n${pid}`,
  argv0: null,
  ...fields
})

const tableOf = (...entries: ReadonlyArray<ProcessEntry>): ProcessTable =>
  new Map(entries.map((one) => [one.pid, one]))

const table = tableOf(
  entry(1, { ppid: 0, sid: 1, tpgid: null }),
  entry(10),
  entry(13, { ppid: 12, pgid: 12 }),
  entry(12, { ppid: 10 }),
  entry(14, { ppid: 10, pgid: 14 }),
  entry(20, { pgid: 12, sid: 20 })
)

describe("processes", () => {
  it("finds the members of the foreground group, children included, background and other sessions left out", () => {
    expect(foregroundOf(table, 10).map(({ pid }) => pid)).toEqual([12, 13])
    expect(paneProcesses(table, 10)?.root).toEqual({ pid: 10, start: "b:10", name: "n10" })
    expect(foregroundOf(table, 1)).toEqual([])
    expect(paneProcesses(table, 99)).toBeNull()
  })

  it("takes the groups' word where sessions are not told", () => {
    const mac = tableOf(entry(10, { sid: null }), entry(12, { sid: null }))
    expect(foregroundOf(mac, 10).map(({ pid }) => pid)).toEqual([12])
  })

  it("tells same, gone and replaced by pid and start", () => {
    expect(isAlive(table, { pid: 12, start: "b:12" })).toBe("same")
    expect(isAlive(table, { pid: 12, start: "c:12" })).toBe("replaced")
    expect(isAlive(table, { pid: 99, start: "b:99" })).toBe("gone")
    expect(isAlive(table, { pid: 12, start: null })).toBe("same")
  })

  it("never takes zero, a negative or a broken pid for a process", () => {
    const odd = tableOf(entry(0), entry(-1), entry(10, { tpgid: -1 }))
    for (const pid of [0, -1, Number.NaN, 1.5]) {
      expect(isAlive(odd, { pid, start: null })).toBe("gone")
      expect(foregroundOf(odd, pid)).toEqual([])
      expect(paneProcesses(odd, pid)).toBeNull()
    }
    expect(foregroundOf(odd, 10)).toEqual([])
  })

  it("walks up the parents, nearest first, and out of a circle", () => {
    expect(ancestors(table, 13).map(({ pid }) => pid)).toEqual([12, 10, 1])
    const circle = tableOf(entry(2, { ppid: 3 }), entry(3, { ppid: 2 }))
    expect(ancestors(circle, 2).map(({ pid }) => pid)).toEqual([3])
    expect(ancestors(table, 99)).toEqual([])
  })
})

describe("process listings", () => {
  const stat = (name: string, state = "S", tpgid = 14) =>
    `5279 (${name}) ${state} 5274 5270 5260 34816 ${tpgid} 4194304 99 0 0 0 0 0 0 0 20 0 1 0 74313 3133440 383 1844 9`

  it("reads a stat line whose name holds spaces and parentheses", () => {
    expect(parseProcStat(stat("a ) S (b) 1 2"), "boot")).toEqual({
      pid: 5279,
      ppid: 5274,
      pgid: 5270,
      sid: 5260,
      tpgid: 14,
      start: "boot:74313",
      name: "a ) S (b) 1 2",
      argv0: null
    })
    expect(parseProcStat(stat("x", "S", -1), "boot")?.tpgid).toBeNull()
  })

  it("leaves zombies and broken lines out", () => {
    for (const line of [stat("x", "Z"), "", "12 (x", "12 x) S 1", "abc (x) S 1 2 3 4 5", "5 (x) S 1 1 1"]) {
      expect(parseProcStat(line, "boot")).toBeNull()
    }
  })

  it("takes the file name of the first argument", () => {
    expect(parseArgv0("/usr/bin/node\0/opt/cli.js\0")).toBe("node")
    expect(parseArgv0("claude")).toBe("claude")
    expect(parseArgv0("")).toBeNull()
  })

  it("reads ps of macOS: padded days, paths with spaces, zombies out", () => {
    const output = [
      "    1     0     1     0 Ss   Mon Nov 30 23:09:29 2026 /sbin/launchd",
      " 4321  4300  4321  4321 S+   Tue Dec  1 08:00:01 2026 /Applications/My App/bin/my agent",
      " 4322  4300  4322  4321 Z+   Tue Dec  1 08:00:02 2026 (gone)",
      "nonsense",
      ""
    ].join("\n")
    expect(parsePs(output)).toEqual([
      expect.objectContaining({ pid: 1, tpgid: null, name: "launchd", start: "Mon Nov 30 23:09:29 2026" }),
      {
        pid: 4321,
        ppid: 4300,
        pgid: 4321,
        sid: null,
        tpgid: 4321,
        start: "Tue Dec 1 08:00:01 2026",
        name: "my agent",
        argv0: "my agent"
      }
    ])
  })
})
