import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Herdr } from "../Herdr.ts"
import { Processes } from "../Processes.ts"
import { ProcessRunner } from "../ProcessRunner.ts"
import { patient } from "./patient.ts"
import { type HerdrOptions, layerHerdr, makeHerdr } from "./socket.ts"
import { layerTmux, type TmuxOptions } from "./tmux.ts"

/** The hosts a person can choose. */
export const HOST_CHOICES = ["herdr", "tmux"] as const
export type HostChoice = (typeof HOST_CHOICES)[number]

/** Neither herdr nor tmux can be used here. */
export class NoHost extends Data.TaggedError("NoHost")<{ readonly message: string }> {}

export interface HostOptions {
  /** From `--host`, `TEAM_HOST` or the machine's settings; null tries herdr, then tmux. */
  readonly choice: HostChoice | null
  readonly session: string
  /** The tmux server; the one we run in, else tmux's default, when left out. */
  readonly socket?: TmuxOptions["socket"]
  /** herdr's socket itself, over the place its session has one. */
  readonly herdrSocket?: string
}

/** Start stamps come from the process listing: without them a reused pid would pass for the same. */
const herdr = (options: HostOptions) =>
  Layer.unwrapEffect(
    Effect.map(Processes, ({ table }) =>
      patient("herdr", options.session, layerHerdr({ ...herdrOptions(options), table }))
    )
  )

const herdrOptions = ({ herdrSocket, session }: HostOptions): HerdrOptions =>
  herdrSocket === undefined ? { session } : { session, socketPath: herdrSocket }

const tmux = ({ session, socket }: HostOptions) =>
  patient("tmux", session, layerTmux(socket === undefined ? { session } : { session, socket }))

const tmuxPresent: Effect.Effect<boolean, never, ProcessRunner> = Effect.flatMap(ProcessRunner, (runner) =>
  runner.run({ program: "tmux", args: ["-V"], timeout: 2_000 }).pipe(
    Effect.map((result) => result.code === 0),
    Effect.orElseSucceed(() => false)
  )
)

/**
 * The host service for a session: the one chosen, else herdr where its session answers, else tmux where it is installed,
 * else an error that names both (design §3). A chosen host that is silent is waited for, call by call.
 */
export const layerHost = (options: HostOptions): Layer.Layer<Herdr, NoHost, ProcessRunner | Processes> => {
  if (options.choice === "herdr") return herdr(options)
  if (options.choice === "tmux") return tmux(options)
  return Layer.unwrapEffect(
    Effect.gen(function* () {
      const answers = yield* Effect.isSuccess(makeHerdr(herdrOptions(options)))
      if (answers) return herdr(options)
      if (yield* tmuxPresent) return tmux(options)
      return yield* new NoHost({
        message: `herdr does not serve the session "${options.session}" and tmux is not installed: start one of them, or name it with --host`
      })
    })
  )
}
