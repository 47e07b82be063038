import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Ref from "effect/Ref"
import { Herdr } from "./Herdr.ts"
import type { Channel, Environment } from "./notifier/channel.ts"
import { channels } from "./notifier/channels.ts"
import { fitNotice } from "./notifier/fit.ts"
import type { ProcessRunner } from "./ProcessRunner.ts"
import { ProcessRunner as Runner } from "./ProcessRunner.ts"

/** Whom a report is for (spec 000 §3.5); an owner's notification is shown whatever the flags say (rule 13). */
export type Addressed = "owner" | "operator"

export interface Notice {
  readonly title: string
  /** May hold several lines, one report each. */
  readonly body: string
  readonly addressed: Addressed
}

/**
 * What became of a notification. `unavailable`: nothing here can show one. `failed`: a channel was there and did not
 * do it. The reason names programs and system words only, never the text.
 */
export type NotifyOutcome =
  | { readonly _tag: "Delivered"; readonly channel: string }
  | { readonly _tag: "Unavailable"; readonly reason: string }
  | { readonly _tag: "Failed"; readonly reason: string }

/** Milliseconds one notification may take, all channels together. */
export const NOTIFY_MILLIS = 5_000

const timedOut: NotifyOutcome = { _tag: "Failed", reason: "no answer in 5 s" }

/** Asks one channel after the other until one delivers; else every reason is told, and one failure makes it a failure. */
const through = (list: ReadonlyArray<Channel>) =>
  Notifier.of({
    notify: (notice) =>
      Effect.gen(function* () {
        const fitted = fitNotice(notice)
        const reasons: Array<string> = []
        let failed = false
        for (const channel of list) {
          const outcome = yield* channel
            .send(fitted)
            .pipe(
              Effect.catchAllDefect(() =>
                Effect.succeed<NotifyOutcome>({ _tag: "Failed", reason: `${channel.name} broke` })
              )
            )
          if (outcome._tag === "Delivered") return outcome
          if (outcome._tag === "Failed") failed = true
          reasons.push(outcome.reason)
        }
        const reason = reasons.length === 0 ? "there is no channel" : reasons.join("; ")
        return failed ? ({ _tag: "Failed", reason } as const) : ({ _tag: "Unavailable", reason } as const)
      }).pipe(
        Effect.timeoutTo({
          duration: NOTIFY_MILLIS,
          onSuccess: (outcome) => outcome,
          onTimeout: () => timedOut
        })
      )
  })

/** Desktop notifications, one a pass, listing its reports (design §6). */
export class Notifier extends Context.Tag("seatwatch/Notifier")<
  Notifier,
  {
    /** Shows one notification. Never fails and takes at most five seconds; a hanging helper is ended and reaped. */
    readonly notify: (notice: Notice) => Effect.Effect<NotifyOutcome>
  }
>() {
  /** The channels that suit the platform, in the order of the list: the first that delivers ends it. */
  static readonly layerAuto = (
    platform: string,
    env: Environment = process.env
  ): Layer.Layer<Notifier, never, ProcessRunner | Herdr> =>
    Layer.effect(
      Notifier,
      Effect.gen(function* () {
        const parts = { run: (yield* Runner).run, herdr: yield* Herdr, env }
        return through(
          channels
            .filter((entry) => entry.platform === null || entry.platform === platform)
            .map((entry) => entry.make(parts))
        )
      })
    )

  /** The channels given, for embedding and tests. */
  static readonly layerChannels = (list: ReadonlyArray<Channel>): Layer.Layer<Notifier> =>
    Layer.sync(Notifier, () => through(list))

  /** Keeps what would be shown, fitted, in the ref and says it was delivered. */
  static readonly layerMemory = (shown: Ref.Ref<ReadonlyArray<Notice>>): Layer.Layer<Notifier> =>
    Layer.succeed(Notifier, {
      notify: (notice) =>
        Effect.as(
          Ref.update(shown, (all) => [...all, fitNotice(notice)]),
          { _tag: "Delivered", channel: "memory" } as const
        )
    })
}
