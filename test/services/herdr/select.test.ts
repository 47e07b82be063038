import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Herdr } from "../../../src/services/Herdr.ts"
import { type HostChoice, layerHost } from "../../../src/services/herdr/select.ts"
import { Processes } from "../../../src/services/Processes.ts"
import { ProcessError, ProcessRunner } from "../../../src/services/ProcessRunner.ts"

/** A machine where `tmux -V` answers, or where no program can be started. */
const machine = (tmux: boolean) =>
  Layer.merge(
    Layer.succeed(ProcessRunner, {
      start: () => Effect.dieMessage("nothing is to be kept running"),
      run: ({ program }) =>
        tmux && program === "tmux"
          ? Effect.succeed(answered)
          : Effect.fail(new ProcessError({ program, reason: "NotFound" }))
    }),
    Processes.layerFixed(new Map())
  )

const answered = { code: 0, signal: null, stdout: "tmux 3.4\n", stderr: "" }

// A session nobody serves.
const chosen = (choice: HostChoice | null, tmux: boolean) =>
  Effect.map(Herdr, ({ host, session }) => [host, session]).pipe(
    Effect.provide(Layer.provide(layerHost({ choice, session: "nobody-serves-this" }), machine(tmux)))
  )

describe("the host of a session", () => {
  it.live("is the one that was chosen, there or not", () =>
    Effect.gen(function* () {
      expect(yield* chosen("herdr", false)).toEqual(["herdr", "nobody-serves-this"])
      expect(yield* chosen("tmux", false)).toEqual(["tmux", "nobody-serves-this"])
    })
  )

  it.live("is tmux where herdr does not serve the session, and an error that names both without it", () =>
    Effect.gen(function* () {
      expect(yield* chosen(null, true)).toEqual(["tmux", "nobody-serves-this"])
      const none = yield* Effect.flip(chosen(null, false))
      expect(none._tag).toBe("NoHost")
      expect(none.message).toMatch(/herdr.*nobody-serves-this.*tmux.*--host/)
    })
  )
})
