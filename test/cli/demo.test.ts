import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { advanceUntilDone, runTeam } from "../support/cli.ts"

const demo = (colour: boolean) =>
  Effect.flatMap(Effect.fork(runTeam(["demo"], { cwd: "/", colour })), (fiber) =>
    advanceUntilDone(fiber, 1_000)
  )

describe("team demo", () => {
  it.effect("tells its whole story, the same each time", () =>
    Effect.gen(function* () {
      const ran = yield* demo(false)
      expect([ran.code, ran.err]).toEqual([0, ""])
      yield* Effect.promise(() => expect(ran.out).toMatchFileSnapshot("golden/demo.txt"))
      expect(ran.out).not.toContain("\u001b")
      // With colour it is the same text, some of it faint.
      const coloured = yield* demo(true)
      expect(coloured.out).toContain("\u001b[2m")
      expect(coloured.out.replace(/\u001b\[[02]m/g, "")).toBe(ran.out)
    })
  )
})
