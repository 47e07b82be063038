import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Ref from "effect/Ref"
import type { PassResult, SeatDisplay } from "../../src/domain/pass/pass.ts"
import type { Snapshot } from "../../src/domain/pass/snapshot.ts"
import { MemoryHost } from "../../src/services/herdr/memory.ts"
import { makePainter } from "../../src/services/Painter.ts"

const line = (seat: string, display: string): SeatDisplay => ({
  seat,
  pane: `%${seat}`,
  label: seat,
  display
})

const stage = Effect.gen(function* () {
  const host = yield* MemoryHost.make("harbour")
  for (const seat of ["alpha", "beta"]) yield* host.setPane({ pane: `%${seat}`, name: seat })
  const said = yield* Ref.make<ReadonlyArray<string>>([])
  const paint = yield* makePainter((what, problem) =>
    Ref.update(said, (all) => [...all, `${what} ${problem ?? "over"}`])
  ).pipe(Effect.provide(MemoryHost.layer(host)))
  const pass = (cause: Snapshot["cause"], ...display: ReadonlyArray<SeatDisplay>) =>
    // Only the lines of a pass are looked at.
    paint({ display } as unknown as PassResult, cause, 120_000)
  const shown = (seat: string) => Effect.map(host.display(`%${seat}`), (lines) => lines?.display ?? null)
  return { host, pass, said, shown }
})

describe("the sidebar lines", () => {
  it.effect("are all set at an interval, and between two only those that changed", () =>
    Effect.gen(function* () {
      const { host, pass, shown } = yield* stage
      yield* pass("interval", line("alpha", "Opus 5.5"), line("beta", "GPT Sol 6"))
      expect(yield* host.display("%alpha")).toEqual({ label: "alpha", display: "Opus 5.5", ttl: 360_000 })
      // Somebody else writes them: the next interval puts ours back, a pass between two does not.
      yield* host.host.setDisplay("%alpha", { label: "x", display: "theirs", ttl: 1 })
      yield* pass("change", line("alpha", "Opus 5.5"), line("beta", "GPT Sol 6 high"))
      expect([yield* shown("alpha"), yield* shown("beta")]).toEqual(["theirs", "GPT Sol 6 high"])
      yield* pass("interval", line("alpha", "Opus 5.5"), line("beta", "GPT Sol 6 high"))
      expect(yield* shown("alpha")).toBe("Opus 5.5")
    })
  )

  it.effect("stand half a minute at least, however short the interval", () =>
    Effect.gen(function* () {
      const { host } = yield* stage
      const paint = yield* makePainter(() => Effect.void).pipe(Effect.provide(MemoryHost.layer(host)))
      yield* paint({ display: [line("alpha", "x")] } as unknown as PassResult, "interval", 1_000)
      expect((yield* host.display("%alpha"))?.ttl).toBe(30_000)
    })
  )

  it.effect("that a pane does not take are a trouble of that seat, until it does", () =>
    Effect.gen(function* () {
      const { host, pass, said } = yield* stage
      yield* host.fail("Refused", "setDisplay")
      yield* pass("interval", line("alpha", "x"))
      yield* host.fail(null, "setDisplay")
      yield* pass("change", line("alpha", "x"))
      // A pane that is gone is none.
      yield* host.removePane("%beta")
      yield* pass("interval", line("beta", "y"))
      expect(yield* Ref.get(said)).toEqual([
        "display:alpha the sidebar lines of alpha could not be set",
        "display:alpha over",
        "display:beta over"
      ])
    })
  )
})
