import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as TestClock from "effect/TestClock"
import { Findings, type SeatCheck } from "../../src/index.ts"
import { makeScenario, Screens, teamOf } from "../../src/testing/index.ts"

const TEAM = `format: 1
project: harbour
operator: lead
workspace: { mode: shared }
watch: { interval: 60s }
seats:
  - { role: orchestrator, name: lead, leads: true, cli: claude-code, vendor: anthropic, model: Claude, version: "0", launch: claude }
  - { role: implementer, name: builder, cli: claude-code, vendor: anthropic, model: Claude, version: "0", launch: claude }
`

const START = Date.UTC(2026, 9, 18, 9)

const atWork = Effect.gen(function* () {
  yield* TestClock.setTime(START)
  const scenario = yield* makeScenario({ team: TEAM })
  yield* scenario.show("lead", Screens.claude.working("Reading the plan"))
  yield* scenario.show("builder", Screens.claude.idle())
  return scenario
})

const texts = (reports: ReadonlyArray<{ readonly text: string }>) => reports.map((report) => report.text)

describe("a scenario", () => {
  it.effect("moves the clock by itself, and the watch with it", () =>
    Effect.gen(function* () {
      const team = yield* atWork
      const first = yield* team.pass
      expect(first.at).toBe(START)
      expect(first.seats.map(({ reading }) => reading.word)).toEqual(["working", "idle"])
      const last = yield* team.run("4 minutes")
      expect(last.at).toBe(START + 240_000)
      expect(texts(yield* team.said)).toEqual([])
      yield* team.after("1 minute")
      expect(texts(yield* team.said)).toEqual(["builder has been idle since the watch started"])
      expect(yield* team.notices).toHaveLength(1)
      expect(
        (yield* team.log).some((line) => line.endsWith("builder has been idle since the watch started"))
      ).toBe(true)
    })
  )

  it.effect("runs in steps of the interval and stops exactly at the end", () =>
    Effect.gen(function* () {
      const team = yield* atWork
      const last = yield* team.run("150 seconds")
      expect(last.at).toBe(START + 150_000)
      expect(yield* team.recorded).toHaveLength(3)
    })
  )

  it.effect("closes a pane, and tells a pass between two intervals from a regular one", () =>
    Effect.gen(function* () {
      const team = yield* atWork
      yield* team.pass
      yield* team.end("builder")
      const gone = yield* team.early
      expect(texts(gone.say)).toEqual(["builder was running and is gone (its pane closed, or its CLI ended)"])
      expect((yield* team.snapshot).cause).toBe("change")
    })
  )

  it.effect("takes facts, a busy machine, and checks of its own", () =>
    Effect.gen(function* () {
      const mine: SeatCheck = {
        name: "extra",
        runsOn: "seat",
        run: ({ spec }) => [Findings.once(`mine:${spec.name}`, `${spec.name} was seen`, "owner")]
      }
      const team = yield* makeScenario({ team: TEAM, checks: [mine], machine: { loadPerCore: 9 } })
      yield* team.setFacts({ hold: { since: 0 } })
      const { seats, say } = yield* team.pass
      expect(seats.map(({ reading }) => reading.word)).toEqual(["held", "held"])
      expect(texts(say)).toEqual(["lead was seen", "builder was seen"])
      expect((yield* team.snapshot).machine.loadPerCore).toBe(9)
    })
  )

  it.effect("says what is wrong with its team file", () =>
    Effect.gen(function* () {
      const { problems } = yield* Effect.flip(makeScenario({ team: "format: 1\nproject: harbour\n" }))
      expect(problems.map((problem) => problem.message)).toEqual(
        expect.arrayContaining([expect.stringContaining("operator is required")])
      )
    })
  )

  it("gives a team without a host, with what outer levels declare", () => {
    const tight = { seconds: 60, written: null }
    const levels = {
      machine: {
        idle_lead_seconds: tight,
        idle_owner_seconds: null,
        blind_after_seconds: null,
        trace_window_seconds: null,
        hook_working_seconds: null
      }
    }
    const { team } = Either.getOrThrow(teamOf(TEAM, levels))
    expect(team.seats.map((seat) => seat.idleWindow)).toEqual([60_000, 60_000])
  })
})
