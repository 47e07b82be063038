import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { cliLaunch } from "../../domain/launch/clis.ts"
import { proveClose } from "../../domain/launch/close.ts"
import { machineRefusal } from "../../domain/launch/gate.ts"
import { lastRows } from "../../domain/launch/last-rows.ts"
import type { Launching } from "../../domain/launch/launching.ts"
import { composeLine } from "../../domain/launch/line.ts"
import { beginWait, PATIENCE, POLL, step, type Wait } from "../../domain/launch/ready.ts"
import { leftOut, ready, type SeatOutcome } from "../../domain/launch/records.ts"
import { rulesText } from "../../domain/launch/rules.ts"
import * as text from "../../domain/launch/texts.ts"
import type { Launched } from "../../domain/pass/snapshot.ts"
import { modelDriftOf } from "../../domain/report/model.ts"
import { Herdr } from "../Herdr.ts"
import { Machine } from "../Machine.ts"
import { registerSeat } from "../Register.ts"
import { SessionState } from "../SessionState.ts"
import { deliverRules } from "./deliver-rules.ts"
import { lookAtPane, type PaneLook, readyLook } from "./look.ts"
import type { LaunchRun, SeatLaunch } from "./model.ts"
import { type RulesFile, writeRules } from "./rules-file.ts"
import { runAtShell } from "./shell.ts"

/** A seat's part of the run ended before its end. */
const out = (
  seat: string,
  reason: string,
  details: ReadonlyArray<string> = [],
  rows: ReadonlyArray<string> = []
) => Effect.fail(leftOut(seat, reason, details, rows))

const keep = (run: LaunchRun, seat: string, launching: Launching | null, anew = false) =>
  Effect.gen(function* () {
    const state = yield* SessionState
    yield* state.changeSeat(run.session, seat, ({ launched, launching: _, ...record }) => ({
      ...record,
      ...(launched === undefined || anew ? {} : { launched }),
      ...(launching === null ? {} : { launching })
    }))
  }).pipe(Effect.catchAll(({ message }) => out(seat, text.notRecorded(message))))

/** Closes the workspace of a pane that does not hold the seat any more, by five fresh proofs (spec 001). */
const closeStale = (run: LaunchRun, { seat }: SeatLaunch) =>
  Effect.gen(function* () {
    const host = yield* Herdr
    const state = yield* SessionState
    const launched = (yield* state.session(run.session)).seats?.[seat.name]?.launched
    if (launched === undefined) return null
    const look = yield* lookAtPane(launched.pane, seat.cli, run.read)
    const proof = proveClose(seat.name, launched, {
      listing: look.listing,
      processes: look.processes,
      kind: look.screen?.kind ?? null
    })
    if (proof._tag === "Again") return yield* Effect.fail(ready(seat.name, [text.isAgain]))
    if (proof._tag === "Not") return yield* out(seat.name, proof.reason)
    const closed = yield* Effect.either(host.closeWorkspace(proof.workspace))
    if (Either.isLeft(closed)) return yield* out(seat.name, text.notClosed)
    yield* state.changeSeat(run.session, seat.name, ({ launched: _, ...record }) => record)
    return proof.detail
  }).pipe(
    Effect.catchAll((error) => {
      if (!("_tag" in error)) return Effect.fail(error)
      return out(seat.name, error._tag === "HostError" ? text.unreadPane : text.notRecorded(error.message))
    })
  )

/** Opens a workspace with a shell, and writes it down before anything runs in it. */
const open = (run: LaunchRun, { folder, seat }: SeatLaunch) =>
  Effect.gen(function* () {
    const host = yield* Herdr
    const made = yield* host
      .createWorkspace({ label: seat.label, cwd: folder, seat: null, command: null, env: {} })
      .pipe(Effect.catchAll(() => out(seat.name, text.notCreated)))
    const { server } = yield* host.list.pipe(Effect.catchAll(() => out(seat.name, text.notCreated)))
    const at: Launching = { stage: "made", ...made, server, folder, at: yield* Clock.currentTimeMillis }
    // What an earlier launch recorded is gone, or this one would not be: it says nothing of the new pane.
    yield* keep(run, seat.name, at, true)
    return at
  }).pipe(Effect.uninterruptible)

interface Waited {
  readonly wait: Exclude<Wait, { readonly _tag: "Waiting" }>
  readonly look: PaneLook
}

/** `answering`: the owner is at the pane, so that a dialog there is waited for and not asked about again. */
const waitForPrompt = (run: LaunchRun, { seat }: SeatLaunch, pane: string, answering: boolean) =>
  Effect.gen(function* () {
    const began = yield* Clock.currentTimeNanos
    let state = beginWait(Number(began / 1_000_000n))
    for (;;) {
      const look = yield* lookAtPane(pane, seat.cli, run.read)
      const now = yield* readyLook(look)
      state = step(state, now)
      if (answering && state.wait._tag === "Asks" && now.at - state.began < PATIENCE) {
        state = { ...state, wait: { _tag: "Waiting" } }
      }
      if (state.wait._tag !== "Waiting") {
        const waited: Waited = { wait: state.wait, look }
        return waited
      }
      yield* Effect.sleep(state.idle > 0 ? POLL / 4 : POLL)
    }
  }).pipe(Effect.catchAll(() => out(seat.name, text.unreadPane)))

/** Closes what this run made for a seat that cannot be waited for; without a key. */
const abandon = (run: LaunchRun, seat: string, { pane, workspace }: Launching, reason: string) =>
  Effect.gen(function* () {
    const host = yield* Herdr
    const listing = yield* Effect.option(host.list)
    // A person may have opened a pane beside it meanwhile: nothing of theirs is closed.
    const inside =
      listing._tag === "None" ? [] : listing.value.panes.filter((one) => one.workspace === workspace)
    if (inside.length !== 1 || inside[0]?.pane !== pane) return yield* out(seat, text.notClosed)
    const closed = yield* Effect.either(host.closeWorkspace(workspace))
    if (Either.isLeft(closed)) return yield* out(seat, text.notClosed)
    yield* keep(run, seat, null)
    return yield* out(seat, reason)
  })

/** A dialog on the way: the owner's to answer, at the pause or not at all. */
const paused = (
  run: LaunchRun,
  launch: SeatLaunch,
  at: Launching,
  kind: string
): Effect.Effect<PaneLook, SeatOutcome | "stop", Herdr | SessionState> =>
  Effect.gen(function* () {
    const { name } = launch.seat
    if (run.ask === null) {
      return yield* kind === text.timeout ? out(name, kind) : abandon(run, name, at, text.asks(kind))
    }
    const answer = yield* run.ask(name, kind, at.pane)
    if (answer === "skip") return yield* abandon(run, name, at, text.skipped)
    if (answer === "ended") return yield* out(name, text.inputEnded)
    if (answer === "stop") {
      return yield* abandon(run, name, at, text.stoppedCleanly).pipe(
        Effect.catchAll(() => Effect.fail("stop" as const))
      )
    }
    return yield* prompt(run, launch, at, true)
  })

/** Waits for the idle prompt, with the owner's help where somebody sits there. */
const prompt = (
  run: LaunchRun,
  launch: SeatLaunch,
  at: Launching,
  answering = false
): Effect.Effect<PaneLook, SeatOutcome | "stop", Herdr | SessionState> =>
  Effect.gen(function* () {
    const { launch: line, name } = launch.seat
    const { look, wait } = yield* waitForPrompt(run, launch, at.pane, answering)
    switch (wait._tag) {
      case "Ready":
        return look
      case "Asks":
        return yield* paused(run, launch, at, wait.kind)
      case "Gone":
        yield* keep(run, name, null)
        return yield* out(name, text.paneGone)
      case "BackAtShell":
        return yield* out(name, text.backAtShell(wait.seconds), [text.resume], lastRows(look.rows, line))
      case "Timeout": {
        if (run.ask !== null) return yield* paused(run, launch, at, text.timeout)
        return yield* out(
          name,
          text.timeout,
          [text.waited(wait.seconds, wait.kind), text.resume],
          lastRows(look.rows, line)
        )
      }
    }
  })

/** How long a host may take to know the agent whose prompt stands, in ms. */
const NAMING = 90_000

/** Records the process, names the pane, sets the sidebar lines. A host that has not noticed the agent yet is asked again. */
const record = (run: LaunchRun, launch: SeatLaunch, at: Launching, sha: string | null) =>
  Effect.gen(function* () {
    const { seat, spec, specs } = launch
    const state = yield* SessionState
    const register = registerSeat({
      session: run.session,
      seat: spec,
      seats: specs,
      pane: at.pane,
      by: "up",
      write: true
    })
    const until = (yield* Clock.currentTimeMillis) + NAMING
    const again: typeof register = Effect.catchTag(register, "HostError", (error) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        now < until ? Effect.zipRight(Effect.sleep(POLL), again) : Effect.fail(error)
      )
    )
    const { launched } = yield* again
    const whole: Launched = {
      ...launched,
      workspace: at.workspace,
      folder: at.folder,
      ...(sha === null ? {} : { rules: sha.slice(0, 12) })
    }
    yield* state.changeSeat(run.session, seat.name, ({ launching: _, stopped: __, ...before }) => ({
      ...before,
      launched: whole,
      ...(sha === null ? { launching: { ...at, stage: "named" as const } } : {})
    }))
    return whole
  }).pipe(Effect.catchAll(({ message }) => out(launch.seat.name, text.notRecorded(message))))

const rulesOf = (run: LaunchRun, { seat }: SeatLaunch) =>
  writeRules(run.configFolder, run.root, run.file.project, seat.name, rulesText(run.file, seat)).pipe(
    Effect.catchAll(({ message }) => out(seat.name, text.rulesFolder(message)))
  )

/** Runs the seat's command in its pane, where it does not run already. */
const start = (run: LaunchRun, launch: SeatLaunch, at: Launching, line: string) =>
  Effect.gen(function* () {
    const { name } = launch.seat
    if (at.stage === "run") {
      const look = yield* Effect.option(lookAtPane(at.pane, launch.seat.cli, run.read))
      const shell = look._tag === "Some" ? (yield* readyLook(look.value)).shell : null
      if (shell !== true) return at
    }
    if (!(yield* runAtShell(at.pane, line))) return yield* out(name, text.notRun)
    const began: Launching = { ...at, stage: "run" }
    yield* keep(run, name, began)
    return began
  })

const steps = (run: LaunchRun, launch: SeatLaunch) =>
  Effect.gen(function* () {
    const { plan, seat, spec } = launch
    const { name } = seat
    const byOption = cliLaunch(seat.cli)?.rules === "option"
    const rules: RulesFile = yield* rulesOf(run, launch)
    const composed = composeLine(seat, byOption ? rules.path : null)
    if (Either.isLeft(composed)) return yield* out(name, text.refused(composed.left))
    const details: Array<string> = []
    let at = plan.from
    let launched: Launched | null = null
    if (at?.stage === "named") {
      launched =
        (yield* Effect.flatMap(SessionState, (state) => state.session(run.session))).seats?.[name]
          ?.launched ?? null
    }
    if (launched === null) {
      if (at === null) {
        const machine = yield* (yield* Machine).read(run.root)
        const no = machineRefusal({
          at: yield* Clock.currentTimeMillis,
          team: run.team,
          machine,
          memory: run.memory
        })
        if (no !== null) return yield* out(name, text.refused(no))
        if (plan.stale !== null) details.push((yield* closeStale(run, launch)) ?? plan.stale)
        yield* run.onStage(name, "launching")
        at = yield* open(run, launch)
      }
      at = yield* start(run, launch, at, composed.right.line)
      yield* run.onStage(name, "waiting for its prompt")
      const { screen } = yield* prompt(run, launch, at)
      const drift = modelDriftOf(spec, screen)
      if (drift !== null) return yield* out(name, text.otherModel(drift.runs, drift.declared))
      if (screen?.model === undefined && spec.modelFrom !== "launcher")
        details.push(`${name}: ${text.modelUnread}`)
      yield* run.onStage(name, "naming")
      launched = yield* record(run, launch, at, composed.right.rules === "option" ? rules.sha256 : null)
    }
    if (composed.right.rules === "message") {
      yield* run.onStage(name, "sending its rules")
      const stopped = yield* deliverRules(run, launch, launched, rules)
      if (stopped !== null) return { ...stopped, details: [...details, ...stopped.details] }
      const state = yield* SessionState
      yield* state.changeSeat(run.session, name, ({ launching: _, ...before }) => ({
        ...before,
        launched: { ...(before.launched ?? launched), rules: rules.sha256.slice(0, 12) }
      }))
    }
    return ready(name, details)
  })

/**
 * Brings one seat to its prompt with its rules, or says what stopped it (spec 001). Every step is written down before the next, so
 * that a run that is cut short is gone on with. `stop` when the owner stopped the run.
 */
export const launchSeat = (run: LaunchRun, launch: SeatLaunch) =>
  steps(run, launch).pipe(
    Effect.catchAll((ended) => {
      if (ended === "stop") return Effect.fail(ended)
      return Effect.succeed(
        "_tag" in ended ? leftOut(launch.seat.name, text.notRecorded(ended.message)) : ended
      )
    })
  )
