import * as fs from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { TIERS, type Tier } from "../../../src/domain/supervision/tiers.ts"
import { type ArmOptions, Beats } from "../../../src/services/Beats.ts"

export const HARBOUR = { session: "harbour", seat: "w3:p2" } as const

export const folder = Effect.acquireRelease(
  Effect.sync(() => fs.realpathSync(fs.mkdtempSync(join(tmpdir(), "sw-beats-")))),
  (path) => Effect.sync(() => fs.rmSync(path, { recursive: true, force: true }))
)
export const pathOf = (root: string, ...more: ReadonlyArray<string>) =>
  join(root, ".agents", "supervision", "harbour", ...more)

export const stateOf = (tier: Tier, session = "harbour") =>
  Effect.gen(function* () {
    const all = yield* (yield* Beats).read(session)
    expect(all.map((one) => one.tier)).toEqual(TIERS)
    return all.find((one) => one.tier === tier)
  })
export const wordOf = (tier: Tier, session?: string) =>
  Effect.map(stateOf(tier, session), (found) => found?.state)

/** A watcher with a scope of its own, so that it ends when the test says so. */
export const armed = (tier: Tier, options: ArmOptions) =>
  Effect.gen(function* () {
    const scope = yield* Scope.make()
    const { disarm, id } = yield* (yield* Beats).arm(tier, options).pipe(Scope.extend(scope))
    return { id, disarm, end: Scope.close(scope, Exit.void) }
  })
