import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { beginWait, step } from "../../domain/launch/ready.ts"
import { leftOut, type SeatOutcome } from "../../domain/launch/records.ts"
import * as text from "../../domain/launch/texts.ts"
import type { Launched } from "../../domain/pass/snapshot.ts"
import type { ScreenKind } from "../../domain/screen/kinds.ts"
import { rulesLine } from "../../domain/typing/line.ts"
import { type Outcome, reasonText } from "../../domain/typing/outcome.ts"
import type { Herdr } from "../Herdr.ts"
import { HookRecords } from "../HookRecords.ts"
import { SeatLock } from "../SeatLock.ts"
import { deliver } from "../Typist.ts"
import { lookAtPane, readyLook } from "./look.ts"
import type { LaunchRun, SeatLaunch } from "./model.ts"
import { type RulesFile, rulesStand } from "./rules-file.ts"

/** How the rules of a seat went: null when they were delivered and it came back to its prompt. */
type Delivered = SeatOutcome | null

const EVERY = 1_000

const stopped = (seat: string, outcome: Outcome, kind: ScreenKind | null): Delivered => {
  switch (outcome._tag) {
    case "Submitted":
      return null
    case "Unconfirmed":
      return leftOut(seat, text.rulesUnconfirmed)
    case "TypedNotSent":
      return leftOut(
        seat,
        outcome.reason === "withdrawn"
          ? text.rulesChanged
          : outcome.reason === "holds"
            ? text.rulesHolds
            : text.rulesUnread
      )
    case "NotTyped":
      if (outcome.reason === "unsent" || outcome.reason === "foreign")
        return leftOut(seat, text.rulesLeftover)
      if (outcome.reason === "busy") return leftOut(seat, text.rulesBusy)
      return leftOut(
        seat,
        outcome.reason === "dialog" || outcome.reason === "unknown" || outcome.reason === "overlay"
          ? text.rulesScreen(kind ?? "unknown")
          : text.rulesStopped(reasonText(outcome.reason))
      )
  }
}

/** Waits until the seat is back at its empty prompt, twice in a row; a dialog or the deadline ends the wait. */
const back = (run: LaunchRun, { seat }: SeatLaunch, pane: string) =>
  Effect.gen(function* () {
    let state = beginWait((yield* readyLook(yield* lookAtPane(pane, seat.cli, run.read))).at)
    for (;;) {
      const look = yield* readyLook(yield* lookAtPane(pane, seat.cli, run.read))
      state = step(state, look)
      const { wait } = state
      if (wait._tag === "Ready") return null
      if (wait._tag !== "Waiting") return leftOut(seat.name, text.notBack(look.kind))
      yield* Effect.sleep(EVERY)
    }
  })

/**
 * Gives a seat its rules as its first message: one line that names their file, typed by the rules of every typed line, and sent only
 * while the file is what was written (spec 001 "Rules as a first message"). A line of ours that a stopped run left in the box is
 * sent, not typed again. Null when the seat took it and came back to its prompt.
 */
export const deliverRules = (
  run: LaunchRun,
  launch: SeatLaunch,
  launched: Launched,
  rules: RulesFile
): Effect.Effect<Delivered, never, Herdr | SeatLock | HookRecords> =>
  Effect.gen(function* () {
    const { seat, spec } = launch
    const line = rulesLine(rules.path, rules.sha256)
    if (Either.isLeft(line)) return leftOut(seat.name, text.rulesPath)
    const locks = yield* SeatLock
    const hooks = yield* HookRecords
    const outcome = yield* Effect.either(
      locks.withSeat(
        run.session,
        seat.name
      )((held) =>
        deliver({
          held,
          seat: seat.name,
          pane: launched.pane,
          cli: seat.cli,
          line: line.right,
          // The line names its file and what stands in it: nobody else types it.
          own: { _tag: "Marker" },
          launched,
          hooks: Effect.map(hooks.read, ({ records }) => records),
          hookWorking: spec.hookWorking,
          profiles: run.profiles,
          stands: rulesStand(rules)
        })
      )
    )
    if (Either.isLeft(outcome)) return leftOut(seat.name, text.rulesStopped(outcome.left.message))
    if (outcome.right._tag === "Submitted") return yield* back(run, launch, launched.pane)
    const look = yield* Effect.option(lookAtPane(launched.pane, seat.cli, run.read))
    return stopped(seat.name, outcome.right, look._tag === "Some" ? (look.value.screen?.kind ?? null) : null)
  }).pipe(
    Effect.catchAll(({ message }) => Effect.succeed(leftOut(launch.seat.name, text.rulesStopped(message))))
  )
