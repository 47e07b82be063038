import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as ExecutionStrategy from "effect/ExecutionStrategy"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Ref from "effect/Ref"
import * as Schedule from "effect/Schedule"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import type { HostName } from "../../domain/host/pane.ts"
import { Herdr, type HerdrShape, type HostError } from "../Herdr.ts"

/** How often the change stream looks for a host that is not there yet. */
const RETRY = Schedule.spaced("5 seconds")

/**
 * A host that need not be there: each call connects if nothing is connected, and fails alone when that fails. So a watch
 * starts while its host is silent and keeps trying (spec 000 §3.5).
 */
export const patient = <R>(
  host: HostName,
  session: string,
  layer: Layer.Layer<Herdr, HostError, R>
): Layer.Layer<Herdr, never, R> =>
  Layer.scoped(
    Herdr,
    Effect.gen(function* () {
      const scope = yield* Effect.scope
      const context = yield* Effect.context<R>()
      const connected = yield* Ref.make(Option.none<HerdrShape>())
      const turn = yield* Effect.makeSemaphore(1)
      const connect = Effect.gen(function* () {
        const known = yield* Ref.get(connected)
        if (Option.isSome(known)) return known.value
        const attempt = yield* Scope.fork(scope, ExecutionStrategy.sequential)
        const made = yield* Layer.buildWithScope(layer, attempt).pipe(
          Effect.provide(context),
          Effect.onError((cause) => Scope.close(attempt, Exit.failCause(cause)))
        )
        const shape = Context.get(made, Herdr)
        yield* Ref.set(connected, Option.some(shape))
        return shape
      }).pipe(turn.withPermits(1))
      const call = <A>(
        use: (shape: HerdrShape) => Effect.Effect<A, HostError>
      ): Effect.Effect<A, HostError> => Effect.flatMap(connect, use)
      return Herdr.of({
        host,
        session,
        list: call((shape) => shape.list),
        read: (panes) => call((shape) => shape.read(panes)),
        processes: (panes) => call((shape) => shape.processes(panes)),
        type: (pane, text) => call((shape) => shape.type(pane, text)),
        press: (pane, key) => call((shape) => shape.press(pane, key)),
        createWorkspace: (options) => call((shape) => shape.createWorkspace(options)),
        closeWorkspace: (workspace) => call((shape) => shape.closeWorkspace(workspace)),
        labelWorkspace: (workspace, label) => call((shape) => shape.labelWorkspace(workspace, label)),
        nameSeat: (pane, seat) => call((shape) => shape.nameSeat(pane, seat)),
        setDisplay: (pane, lines) => call((shape) => shape.setDisplay(pane, lines)),
        notify: (title, body) => call((shape) => shape.notify(title, body)),
        changes: Stream.unwrap(
          Effect.map(Effect.retry(connect, RETRY), (shape) => shape.changes).pipe(
            Effect.catchAll(() => Effect.succeed(Stream.empty))
          )
        )
      })
    })
  )
