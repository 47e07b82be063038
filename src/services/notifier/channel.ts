import type * as Effect from "effect/Effect"
import type { HerdrShape } from "../Herdr.ts"
import type { Notice, NotifyOutcome } from "../Notifier.ts"
import type { ProcessError, RunOptions, RunResult } from "../ProcessRunner.ts"

export type Environment = Readonly<Record<string, string | undefined>>

/** What a channel may use. */
export interface ChannelParts {
  readonly run: (options: RunOptions) => Effect.Effect<RunResult, ProcessError>
  readonly herdr: Pick<HerdrShape, "host" | "notify">
  readonly env: Environment
}

/** One way to show a notification. The notice it gets is clean and short already. */
export interface Channel {
  readonly name: string
  readonly send: (notice: Notice) => Effect.Effect<NotifyOutcome>
}

/** A channel's entry in the list: the platform it is for (null: any), and how it is made. */
export interface ChannelEntry {
  readonly name: string
  readonly platform: string | null
  readonly make: (parts: ChannelParts) => Channel
}
