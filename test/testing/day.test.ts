import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/TestClock"
import type { PaneProcesses } from "../../src/domain/host/pane.ts"
import type { Launched, SeatFacts } from "../../src/domain/pass/snapshot.ts"
import { makeScenario, Screens } from "../../src/testing/index.ts"

const TEAM = `format: 1
project: harbour
operator: lead
workspace: { mode: shared }
watch: { interval: 60s }
seats:
  - { role: orchestrator, name: lead, leads: true, cli: claude-code, vendor: anthropic, model: Claude, version: "0", launch: claude }
  - { role: implementer, name: builder, cli: claude-code, vendor: anthropic, model: Claude, version: "0", launch: claude }
`
const START = Date.UTC(2026, 9, 18, 6)
const MINUTE = 60_000
const HOUR = 60 * MINUTE

const cli = { pid: 200, start: "200", name: "claude" }
const other = { pid: 300, start: "300", name: "claude" }
const runs = (one: typeof cli): PaneProcesses => ({
  root: { pid: 100, start: "100", name: "zsh" },
  foreground: [one]
})

const recorded = (pane: string, process: typeof cli, hours = 0): Launched => ({
  pane,
  processes: [process],
  session: null,
  at: START + hours * HOUR
})
const factsOf = (launched: Launched, more: Partial<SeatFacts> = {}) => ({
  seats: [{ seat: "builder", launched, hook: null, traces: {}, ...more }]
})

describe("a day of one seat", () => {
  it.effect("walks through every word and back, each by its own source", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(START)
      const team = yield* makeScenario({ team: TEAM })
      yield* team.show("lead", Screens.claude.working("Reading the plan"))
      yield* team.show("builder", Screens.claude.idle(), { pane: "%2", processes: runs(cli) })
      const facts = (more?: Partial<SeatFacts>) => team.setFacts(factsOf(recorded("%2", cli), more))
      const words: Array<string> = []
      /** Moves to a time of the day and notes the word that stands there. */
      const at = (time: string) =>
        Effect.gen(function* () {
          const [hours = 0, minutes = 0] = time.split(":").map(Number)
          const now = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
          const wait = START + (hours - 6) * HOUR + minutes * MINUTE - now
          const { seats } = yield* wait === 0 ? team.pass : team.run(wait)
          const view = seats.find(({ spec }) => spec.name === "builder")
          words.push(
            `${time} ${view?.reading.word} (${view?.reading.source})${view?.reading.blind === true ? " blind" : ""}`
          )
        })
      const hook = (word: "working" | "idle", ago: number) =>
        Effect.flatMap(
          Effect.clockWith((clock) => clock.currentTimeMillis),
          (now) => facts({ hook: { word, at: now - ago } })
        )

      yield* facts()
      yield* at("6:00")
      yield* team.show("builder", Screens.claude.working("Compiling"))
      yield* at("6:10")
      // A turn that began: the hook says so while the screen still shows the empty box, and not for longer than its window.
      yield* team.show("builder", Screens.claude.idle())
      yield* hook("working", 0)
      yield* at("6:12")
      yield* at("6:13")
      yield* hook("idle", 0)
      yield* at("6:20")
      // A commit while the prompt shows.
      yield* facts({
        hook: { word: "idle", at: START + 20 * MINUTE },
        traces: { commit: START + 29 * MINUTE }
      })
      yield* at("6:30")
      yield* at("6:32")
      yield* team.show("builder", Screens.claude.permission("npm test"))
      yield* at("7:00")
      yield* team.show("builder", Screens.claude.unsent("half a thought"))
      yield* at("8:00")
      yield* team.setFacts({ hold: { since: START + 2 * HOUR } })
      yield* at("9:00")
      yield* team.setFacts({ hold: null })
      yield* team.host.fail("NotRunning")
      yield* at("10:00")
      yield* team.host.fail(null)
      yield* team.show("builder", "▒▒▒")
      yield* facts()
      yield* at("10:01")
      yield* at("10:10")
      yield* team.host.setStatus("%2", "working")
      yield* at("11:00")
      yield* team.host.setStatus("%2", null)
      yield* team.show("builder", Screens.claude.idle(), { pane: "%2", processes: runs(other) })
      yield* at("12:00")
      // A person recorded the new process: the seat is its own again.
      yield* team.setFacts(factsOf(recorded("%2", other, 6)))
      yield* at("12:01")
      yield* team.end("builder")
      yield* at("13:00")
      yield* team.setFacts(factsOf(recorded("%9", cli, 7)))
      yield* team.show("builder", Screens.claude.idle(), { pane: "%9", processes: runs(cli) })
      yield* at("30:00")

      expect(words).toEqual([
        "6:00 idle (cli)",
        "6:10 working (cli)",
        "6:12 working (cli-hook)",
        "6:13 idle (cli)",
        "6:20 idle (cli-hook)",
        "6:30 working (trace)",
        "6:32 idle (cli-hook)",
        "7:00 blocked (cli)",
        "8:00 blocked (cli)",
        "9:00 held (hold)",
        "10:00 unreachable (herdr)",
        "10:01 unknown (none)",
        "10:10 unknown (none) blind",
        "11:00 working (herdr)",
        "12:00 done (process)",
        "12:01 idle (cli)",
        "13:00 done (process)",
        "30:00 idle (cli)"
      ])
      const said = (yield* team.said).filter(({ text }) => text.includes("builder")).map(({ text }) => text)
      expect(said).toEqual([
        "builder has been idle for 5 minutes",
        "builder has been idle for 5 minutes",
        "builder waits at a permission prompt: its owner's to answer",
        "builder holds text in its input box that was never sent",
        "builder is no longer the process team launched (its session was restored, or its CLI was restarted)",
        "builder was running and is gone (its pane closed, or its CLI ended)",
        "builder has been idle since the watch started",
        "builder has been idle since the watch started — reported to the owner"
      ])
      const log = yield* team.log
      expect(log.filter((line) => line.endsWith("builder: unknown (blind)"))).toHaveLength(1)
    })
  )
})
