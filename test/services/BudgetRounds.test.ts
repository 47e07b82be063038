import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Ref from "effect/Ref"
import type { BudgetReading } from "../../src/domain/budget/reading.ts"
import { Approvals, type StoredApproval } from "../../src/services/Approvals.ts"
import { fingerprintsOfFile } from "../../src/services/approvals/present.ts"
import { BudgetChecks } from "../../src/services/BudgetChecks.ts"
import { makeBudgetRounds } from "../../src/services/BudgetRounds.ts"
import { Budgets } from "../../src/services/Budgets.ts"
import { decodeText } from "../../src/services/TeamFile.ts"
import { teamOf } from "../../src/testing/index.ts"
import { TEAM } from "../support/cli.ts"

const FILE = TEAM.replace(
  "seats:\n",
  "budgets:\n  check_every: 3m\n  accounts:\n    plan: { kind: subscription, reserve: 20%, sources: [check], check: quota }\nseats:\n"
)

const stage = (text: string, own: boolean, approve: boolean) =>
  Effect.gen(function* () {
    const { team } = yield* teamOf(text)
    const stored = yield* Ref.make<ReadonlyArray<BudgetReading>>([])
    const ran = yield* Ref.make(0)
    const layer = Layer.mergeAll(
      Approvals.layerMemory(yield* Ref.make<ReadonlyMap<string, StoredApproval>>(new Map())),
      Budgets.layerMemory(stored),
      Layer.succeed(BudgetChecks, {
        resolve: () => Effect.succeedNone,
        run: (_, approved) =>
          approved === null
            ? Effect.succeed({ _tag: "Unapproved" as const })
            : Effect.as(
                Ref.update(ran, (count) => count + 1),
                {
                  _tag: "Read" as const,
                  figures: [{ window: "weekly" as const, value: 61, currency: null, resetsAt: null, at: 0 }]
                }
              )
      })
    )
    return yield* Effect.gen(function* () {
      const decoded = decodeText(text)
      if (approve && decoded._tag === "Right") {
        yield* (yield* Approvals).approve({
          root: "/harbour",
          project: "lantern",
          text,
          fingerprints: fingerprintsOfFile(decoded.right.file),
          ceilings: { seats: 5, temporary: 2, vendors: {} },
          checks: { plan: { path: "/bin/quota", sha256: "0".repeat(64) } },
          workFolders: []
        })
      }
      const now = { team, remarks: [], fileProblem: null }
      const rounds = yield* makeBudgetRounds({ source: Effect.succeed(now), root: "/harbour", own })
      const round = yield* rounds.round
      return { round, rounds, stored: yield* Ref.get(stored), ran: yield* Ref.get(ran) }
    }).pipe(Effect.provide(layer))
  })

describe("a round of check commands", () => {
  it.effect("folds what the approved checks read, and names the time of the next", () =>
    Effect.gen(function* () {
      const { ran, round, stored } = yield* stage(FILE, true, true)
      expect(round).toEqual({ every: 180_000, said: [] })
      expect([ran, stored.map(({ account, value }) => [account, value])]).toEqual([1, [["plan", 61]]])
    })
  )

  it.effect("runs nothing that is not approved, and says so", () =>
    Effect.gen(function* () {
      const { ran, round, stored } = yield* stage(FILE, true, false)
      expect(round.said).toEqual(["the check for plan is unapproved; that account reads unknown"])
      expect([ran, stored]).toEqual([0, []])
    })
  )

  it.effect("of another session's watch runs and saves nothing (rule 12)", () =>
    Effect.gen(function* () {
      const { ran, round, rounds, stored } = yield* stage(FILE, false, true)
      expect([ran, round.said, stored]).toEqual([0, [], []])
      expect(yield* rounds.fold([])).toBeNull()
    })
  )

  it.effect("of a file without checks costs nothing", () =>
    Effect.gen(function* () {
      const { ran, round } = yield* stage(TEAM, true, true)
      expect([ran, round.said]).toEqual([0, []])
    })
  )
})
