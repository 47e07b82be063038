import { writeSync } from "node:fs"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** What a command prints to. stdout is data, stderr is talk; colour only where a terminal shows it (`NO_COLOR` wins). */
export interface OutputShape {
  readonly out: (text: string) => Effect.Effect<void>
  readonly err: (text: string) => Effect.Effect<void>
  readonly isTerminal: boolean
  readonly colour: boolean
  /** Columns of the terminal; 80 where there is none. */
  readonly columns: number
  /** Whoever read stdout has gone: what repeats itself for a reader may end. */
  readonly readerGone: Effect.Effect<boolean>
}

export class Output extends Context.Tag("seatwatch/Output")<Output, OutputShape>() {}

/** Writes everything, also into a slow pipe; false when nobody reads it any more, which ends nothing but the writing. */
const writeAll = (fd: 1 | 2, text: string): boolean => {
  const bytes = Buffer.from(text, "utf8")
  let offset = 0
  while (offset < bytes.length) {
    try {
      offset += writeSync(fd, bytes, offset)
    } catch (cause) {
      const code = cause instanceof Error && "code" in cause ? cause.code : undefined
      if (code === "EAGAIN") {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
        continue
      }
      return false
    }
  }
  return true
}

/** The process's own streams. */
export const layerProcess: Layer.Layer<Output> = Layer.sync(Output, () => {
  const isTerminal = process.stdout.isTTY === true
  let gone = false
  return {
    out: (text) =>
      Effect.sync(() => {
        gone ||= !writeAll(1, text)
      }),
    err: (text) => Effect.sync(() => void writeAll(2, text)),
    readerGone: Effect.sync(() => gone),
    isTerminal,
    colour: isTerminal && (process.env["NO_COLOR"] ?? "") === "" && process.env["TERM"] !== "dumb",
    columns: process.stdout.columns ?? 80
  }
})

/** Prints one line to stdout. */
export const line = (text: string) => Effect.flatMap(Output, (output) => output.out(`${text}\n`))
/** Prints one line to stderr. */
export const note = (text: string) => Effect.flatMap(Output, (output) => output.err(`${text}\n`))
/** Prints one JSON document on a line of its own. */
export const json = (document: unknown) => line(JSON.stringify(document))
