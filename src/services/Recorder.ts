import * as fs from "node:fs"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Ref from "effect/Ref"
import { openAppend, reasonOf } from "./append-file.ts"

/** The recorder format this version writes and the newest it reads. */
export const RECORDING_FORMAT = 1
export const RECORDING_KIND = "team.recording"
/** Bytes of the longest line that is written or read. */
export const RECORDING_LINE_BYTES = 64 * 1024 * 1024

/** The recording could not be begun: the file is there already, or the system said no. */
export class RecorderError extends Data.TaggedError("RecorderError")<{
  readonly path: string
  readonly message: string
}> {}

type Written = { readonly size: number } | { readonly problem: string }

/** Writes all of the line at the end, or none of it: a half line is cut off again, so that the file stays readable. */
const writeWhole = (fd: number, size: number, line: string): Written => {
  const bytes = Buffer.from(line, "utf8")
  try {
    let done = 0
    while (done < bytes.length) done += fs.writeSync(fd, bytes, done)
    return { size: size + bytes.length }
  } catch (cause) {
    try {
      fs.ftruncateSync(fd, size)
    } catch {}
    return { problem: reasonOf(cause) }
  }
}

const lineOf = (value: unknown): string | null => {
  try {
    const text = JSON.stringify(value)
    return text === undefined || text.length > RECORDING_LINE_BYTES ? null : `${text}\n`
  } catch {
    return null
  }
}

const open = (path: string, version: string) =>
  Effect.acquireRelease(
    Effect.try({
      try: () => {
        const { fd } = openAppend(path, true)
        const header = { format: RECORDING_FORMAT, kind: RECORDING_KIND, version }
        const written = writeWhole(fd, 0, `${JSON.stringify(header)}\n`)
        if ("problem" in written) {
          fs.closeSync(fd)
          fs.unlinkSync(path)
          throw Object.assign(new Error(written.problem), { code: written.problem })
        }
        return { fd, size: written.size }
      },
      catch: (cause) => {
        const reason = reasonOf(cause)
        const message =
          reason === "EEXIST"
            ? `${path} exists already; a recording never writes over a file: name another, or move it aside`
            : `${path} cannot be recorded to (${reason})`
        return new RecorderError({ path, message })
      }
    }),
    ({ fd }) => Effect.sync(() => fs.closeSync(fd))
  )

const make = (path: string, version: string) =>
  Effect.gen(function* () {
    const file = yield* open(path, version)
    const size = yield* Ref.make(file.size)
    const told = yield* Ref.make(false)
    return Recorder.of({
      record: (value) =>
        Effect.gen(function* () {
          const line = lineOf(value)
          const written: Written =
            line === null
              ? { problem: "the pass is no JSON line of at most 64 MiB" }
              : writeWhole(file.fd, yield* Ref.get(size), line)
          if ("size" in written) {
            yield* Ref.set(size, written.size)
            yield* Ref.set(told, false)
            return null
          }
          return (yield* Ref.getAndSet(told, true))
            ? null
            : `a pass was not recorded to ${path} (${written.problem}); the watch carries on`
        })
    })
  })

/** Writes what each pass saw, a JSON line a pass, for `team replay` (design §2). */
export class Recorder extends Context.Tag("seatwatch/Recorder")<
  Recorder,
  {
    /**
     * Adds one line; `value` is Schema-encoded already. Never fails: null when it was written, else a sentence to say,
     * and that only when the problem begins.
     */
    readonly record: (value: unknown) => Effect.Effect<string | null>
  }
>() {
  /** A new file (0600, never an existing one, never through a link) that begins with the header line. */
  static readonly layerFile = (path: string, version: string): Layer.Layer<Recorder, RecorderError> =>
    Layer.scoped(Recorder, make(path, version))

  /** Records nothing: a watch without `--record`. */
  static readonly layerNone: Layer.Layer<Recorder> = Layer.succeed(Recorder, {
    record: () => Effect.succeed(null)
  })

  /** Keeps the values in the ref: for tests. */
  static readonly layerMemory = (values: Ref.Ref<ReadonlyArray<unknown>>): Layer.Layer<Recorder> =>
    Layer.succeed(Recorder, {
      record: (value) =>
        Effect.as(
          Ref.update(values, (all) => [...all, value]),
          null
        )
    })
}
