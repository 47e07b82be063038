import { readdirSync } from "node:fs"
import { it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { describe, expect } from "vitest"
import { Mailbox } from "../../../src/services/Mailbox.ts"
import type { MailFiles } from "../../../src/services/mailbox/files.ts"
import { SESSION, sendMail } from "../../support/mail.ts"
import { bodies, box, list, place, run, said, usePlace } from "./support.ts"

usePlace()

/** Fails the nth call of any file operation that writes, from the moment it is armed. */
const failing = () => {
  const state = { left: Number.POSITIVE_INFINITY, failed: false }
  const guard =
    <Args extends ReadonlyArray<unknown>, A>(
      run: (...args: Args) => Effect.Effect<A, { readonly message: string }>
    ) =>
    (...args: Args) =>
      Effect.suspend(() => {
        state.left -= 1
        if (state.left !== 0) return run(...args)
        state.failed = true
        return Effect.fail({ message: "the disk said no" })
      })
  const wrap = (files: MailFiles): MailFiles => ({
    ...files,
    ensure: guard(files.ensure),
    create: guard(files.create),
    replace: guard(files.replace),
    remove: guard(files.remove)
  })
  return { state, wrap }
}

describe("a file operation that fails", () => {
  it.effect("leaves no half message and no drop, whichever it is", () =>
    Effect.gen(function* () {
      const { state, wrap } = failing()
      yield* run(
        Effect.gen(function* () {
          yield* sendMail("glass", { body: "before" })
          for (let nth = 1; ; nth++) {
            state.left = nth
            state.failed = false
            const result = yield* Effect.either(sendMail("glass"))
            if (!state.failed) break
            expect(result._tag).toBe("Left")
            expect(yield* bodies).toEqual(["before"])
            expect(readdirSync(box()).filter((name) => name.endsWith(".md"))).toHaveLength(1)
            expect(nth).toBeLessThan(20)
          }
          expect(yield* bodies).toHaveLength(2)
        }),
        place.layer({ files: wrap })
      )
    })
  )

  it.effect("leaves the marker and the receipts as they were", () =>
    Effect.gen(function* () {
      const { state, wrap } = failing()
      yield* run(
        Effect.gen(function* () {
          const mailbox = yield* Mailbox
          const { id } = (yield* sendMail("glass")).message
          yield* mailbox.putPending(SESSION, "glass", id, { pid: 1, start: null })
          const before = yield* list()
          state.left = 1
          expect(
            yield* said(mailbox.changePending(SESSION, "glass", id, () => ({ tries: 1, enters: 0 })))
          ).toBe("File: the disk said no")
          state.left = 1
          expect(yield* said(mailbox.receive(SESSION, "glass", id, "shown"))).toBe("File: the disk said no")
          expect(yield* list()).toEqual(before)
        }),
        place.layer({ files: wrap })
      )
    })
  )
})
