import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { makeSignals } from "../../src/cli/Signals.ts"
import { setupApprove } from "../support/approve.ts"
import { oneDocument, TEAM } from "../support/cli.ts"

const FILE = TEAM.replace(
  "seats:\n",
  `budgets:
  accounts:
    openai: { kind: subscription, reserve: 20%, sources: [check], check: quota }
    purse: { kind: spend, floor: 5 USD, check: balance }
seats:
`
)
const breathe = Effect.promise(() => new Promise<void>((done) => void setTimeout(done, 2)))

/** Runs the watch until it has said everything of `texts`, then stops it. */
const watching = (
  made: Effect.Effect.Success<ReturnType<typeof setupApprove>>,
  ...texts: ReadonlyArray<string>
) =>
  Effect.gen(function* () {
    const signals = makeSignals()
    let said = ""
    const options = {
      signals,
      onOut: (text: string) => (said += text),
      env: { HOME: made.project.home, PATH: `${made.bin}:/usr/bin:/bin` }
    }
    const fiber = yield* Effect.fork(made.team("watch", {}, options))
    for (let turn = 0; turn < 3_000 && !texts.every((text) => said.includes(text)); turn++) yield* breathe
    signals.deliver("SIGINT")
    const ran = yield* Fiber.join(fiber)
    for (const text of texts) expect(ran.out).toContain(text)
    return ran
  })

describe("budgets", () => {
  it.scoped("run no check that nobody approved, and say so nowhere but in usage", () =>
    Effect.gen(function* () {
      const made = yield* setupApprove(FILE)
      made.program("quota", '#!/bin/sh\ntouch "$HOME/ran"\necho "weekly 10% left"\n')
      yield* watching(made, "run team approve")
      expect(() => readFileSync(join(made.project.home, "ran"))).toThrow()
      const usage = yield* made.team("usage")
      expect([usage.code, usage.err]).toEqual([0, ""])
      expect(usage.out).toContain(
        "note: the file's check commands are not approved, so none is run (team approve)"
      )
    })
  )

  it.scoped("are read by the approved checks, reported, kept and shown", () =>
    Effect.gen(function* () {
      const made = yield* setupApprove(FILE)
      made.program("quota", '#!/bin/sh\necho "weekly 10% left resets 4h"\n')
      made.program("balance", "#!/bin/sh\necho 4.20 USD\n")
      expect(
        (yield* made.team(
          "approve",
          {},
          { env: { HOME: made.project.home, PATH: `${made.bin}:/usr/bin:/bin` } }
        )).code
      ).toBe(0)
      const first = yield* watching(
        made,
        "openai weekly left 10%, inside its 20% reserve",
        "openai weekly is 90% used, past the 90% mark",
        "purse 4.20 USD left, at its 5.00 USD floor"
      )
      expect(first.out).not.toContain("unknown while")
      // Said once: the next watch remembers.
      const again = yield* watching(made, "watching the session")
      expect(again.out).not.toContain("reserve")
      const usage = yield* made.team("usage --json")
      const { budgets } = oneDocument(usage.out)
      expect(budgets).toMatchObject([
        { account: "openai", window: "weekly", left: 10, source: "check", state: "fresh", inside: true },
        { account: "purse", amount: "4.20", currency: "USD", inside: true }
      ])
      const status = yield* made.team("status")
      expect(status.out).toContain("budgets:\n  openai")
      expect(oneDocument((yield* made.team("status --json")).out)["budgets"]).toHaveLength(2)
      // Another program under the approved name is not run.
      made.program("balance", "#!/bin/sh\necho 900.00 USD\n")
      const changed = yield* watching(made, "the check for purse is unapproved")
      expect(changed.out).not.toContain("900")
    })
  )

  it.scoped(
    "of a file edited after its approval are as approved, and the edit is reported in the next pass",
    () =>
      Effect.gen(function* () {
        const made = yield* setupApprove(FILE)
        made.program("quota", '#!/bin/sh\necho "weekly 30% left"\n')
        made.program("balance", "#!/bin/sh\necho 40.00 USD\n")
        const env = { HOME: made.project.home, PATH: `${made.bin}:/usr/bin:/bin` }
        expect((yield* made.team("approve", {}, { env })).code).toBe(0)
        made.project.write(
          FILE.replace("reserve: 20%", "reserve: 50%").replace("interval: 2m", "interval: 9m")
        )
        const ran = yield* watching(made, "`budgets` changed")
        expect(ran.out).toContain('watching the session "lantern" every 2m')
        expect(ran.out).not.toContain("reserve of")
        expect(ran.out).not.toContain("inside its")
        const usage = oneDocument((yield* made.team("usage --json")).out)
        expect(usage["budgets"]).toMatchObject([{ account: "openai", reserve: 20, inside: false }, {}])
      })
  )
})
