import * as FastCheck from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { launchedProcesses } from "../../../src/domain/host/launched.ts"
import { foregroundOf, type ProcessEntry } from "../../../src/domain/host/processes.ts"

/** `pid name parent`, all of one terminal whose group 20 is in front; `!` after the name is a script of a shell. */
const table = (...rows: ReadonlyArray<string>) =>
  new Map(
    rows.map((row): readonly [number, ProcessEntry] => {
      const [pid = 0, name = "", ppid = 1, pgid = 20] = row
        .split(" ")
        .map((word, at) => (at === 1 ? word : Number(word)))
      return [
        Number(pid),
        {
          pid: Number(pid),
          ppid: Number(ppid),
          pgid: Number(pgid),
          sid: 10,
          tpgid: 20,
          start: `s${pid}`,
          name: String(name).replace("!", ""),
          argv0: null,
          script: String(name).endsWith("!")
        }
      ]
    })
  )
const names = (...rows: ReadonlyArray<string>) =>
  launchedProcesses(table(...rows), 10).map(({ name, pid }) => `${pid} ${name}`)

describe("the processes that are a CLI", () => {
  it.each<[string, ReadonlyArray<string>, ReadonlyArray<string>]>([
    ["under the pane's shell", ["10 zsh 1 10", "20 claude 10"], ["20 claude"]],
    ["behind a script", ["10 zsh 1 10", "20 bash! 10", "21 claude 20"], ["21 claude"]],
    ["behind a launch line that goes on after it", ["10 bash! 1 20", "21 claude 10"], ["21 claude"]],
    ["that are a script themselves", ["10 zsh 1 10", "20 bash! 10"], ["20 bash"]],
    ["behind its own wrapper", ["10 zsh 1 10", "20 node 10", "21 codex 20"], ["20 node", "21 codex"]],
    [
      "without the servers it started",
      ["10 zsh 1 10", "20 claude 10", "21 node 20", "22 python3 21"],
      ["20 claude"]
    ],
    [
      "without the agent it runs as a tool",
      ["10 zsh 1 10", "20 claude 10", "21 bash! 20", "22 codex 21"],
      ["20 claude"]
    ],
    [
      "of a name nobody knows",
      ["10 zsh 1 10", "20 node 10", "21 worker 20", "22 far 21"],
      ["20 node", "21 worker"]
    ],
    ["of another group are left out", ["10 zsh 1 10", "20 claude 10", "30 vim 20 30"], ["20 claude"]],
    ["are none at a prompt", ["10 zsh 1 20"], []],
    ["are none where nothing is in front", ["10 zsh 1 10"], []]
  ])("%s", (_, rows, found) => {
    expect(names(...rows)).toEqual(found)
  })

  it("may be the pane's root itself", () => {
    const rows = table("10 claude 1 20")
    expect(launchedProcesses(rows, 10).map(({ pid }) => pid)).toEqual([10])
  })

  it("are always in front and never a shell at its prompt", () => {
    const entry = FastCheck.tuple(
      FastCheck.constantFrom("zsh", "bash!", "claude", "codex", "node", "vim"),
      FastCheck.integer({ min: 10, max: 30 }),
      FastCheck.constantFrom(10, 20, 30)
    )
    FastCheck.assert(
      FastCheck.property(FastCheck.array(entry, { maxLength: 12 }), (entries) => {
        const rows = table(
          "10 zsh 1 10",
          ...entries.map(([name, ppid, pgid], at) => `${at + 11} ${name} ${ppid} ${pgid}`)
        )
        const front = new Set(foregroundOf(rows, 10).map(({ pid }) => pid))
        for (const one of launchedProcesses(rows, 10)) {
          expect(front.has(one.pid)).toBe(true)
          expect(one.name === "zsh" && one.script !== true).toBe(false)
        }
      })
    )
  })
})
