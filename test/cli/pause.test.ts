import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { PressedKey } from "../../src/cli/launching/key.ts"
import { paneShowing, SCREENS, setup } from "../support/cli.ts"
import { asking, launching, without } from "../support/exit-launch.ts"

/** `team add glass` at a terminal where these keys are pressed, at a pane that opens a permission dialog. */
const paused = (keys: ReadonlyArray<string | null>, answers = false) =>
  Effect.gen(function* () {
    const kit = yield* setup()
    const { host } = kit
    const left = [...keys]
    const next = Effect.suspend(() => {
      const key = left.shift() ?? null
      if (key !== "o" || !answers) return Effect.succeed(key)
      // The owner answers it in the pane.
      return Effect.gen(function* () {
        const [made] = yield* host.launches
        yield* host.setPane({ ...paneShowing(null, SCREENS.claudeIdle), pane: made?.pane ?? "none" })
        return key
      })
    })
    const ran = yield* Effect.provideService(
      launching("add glass", (given) => Effect.zipRight(without("glass")(given), asking(given)))(kit),
      PressedKey,
      { isTerminal: true, next }
    )
    const [made] = yield* host.launches
    const { panes } = yield* host.host.list
    return {
      ...ran,
      left,
      kept: panes.some(({ pane }) => pane === made?.pane),
      state: kit.project.readState()
    }
  }).pipe(Effect.orDie)

const ASKED = "glass is waiting at permission: [o] open pane, [s] skip seat, [q] stop cleanly "

describe("the pause at a dialog of a seat that starts", () => {
  it.scoped("goes on once the owner has answered it in its pane", () =>
    Effect.gen(function* () {
      const { code, err, kept, out } = yield* paused(["o"], true)
      expect([code, kept]).toEqual([0, true])
      expect(out).toContain(`${ASKED}o\n`)
      expect(out).toMatch(/glass: ready\n$/)
      expect(err).toContain("answer it there; team waits for its prompt")
    })
  )

  it.scoped("takes one key alone: a pasted chunk or another key asks again", () =>
    Effect.gen(function* () {
      const { left, out } = yield* paused(["ooo", "x", "s"])
      expect(left).toEqual([])
      expect(out.split(ASKED)).toHaveLength(4)
    })
  )

  it.scoped("closes the seat's workspace when it is skipped, and forgets it", () =>
    Effect.gen(function* () {
      const { code, kept, out, state } = yield* paused(["s"])
      expect([code, kept]).toEqual([1, false])
      expect(out).toMatch(/glass: left out: skipped by owner\n$/)
      expect(state).not.toContain('"launching"')
    })
  )

  it.scoped("leaves everything as it is when nobody answers any more", () =>
    Effect.gen(function* () {
      const { kept, out, state } = yield* paused([null])
      expect(kept).toBe(true)
      expect(out).toMatch(/glass: left out: its input ended; left as it is\n$/)
      expect(state).toContain('"launching"')
    })
  )

  it.scoped("asks again after a minute and a half of an open dialog", () =>
    Effect.gen(function* () {
      const { out } = yield* paused(["o", "\u0003"])
      expect(out.split(ASKED)).toHaveLength(3)
      expect(out).toMatch(/glass: left out: stopped cleanly\n$/)
    })
  )
})
