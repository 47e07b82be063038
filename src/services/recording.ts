import { createReadStream } from "node:fs"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { reasonOf } from "./append-file.ts"
import { RECORDING_FORMAT, RECORDING_KIND, RECORDING_LINE_BYTES } from "./Recorder.ts"

/**
 * Why a recording cannot be read on. `Unreadable` the file · `NotRecording` it does not begin with the header · `Newer`
 * a later version wrote it · `Line` a line is not what it should be · `TooLong` a line over 64 MiB · `Cut` the last line
 * ends in the middle, as a killed watch leaves it.
 */
export type RecordingReason = "Unreadable" | "NotRecording" | "Newer" | "Line" | "TooLong" | "Cut"

/** Names the file and the line (from 1), never what stands in it. */
export class RecordingError extends Data.TaggedError("RecordingError")<{
  readonly reason: RecordingReason
  readonly path: string
  readonly line: number | null
  readonly message: string
}> {}

const Header = Schema.Struct({
  format: Schema.Int.pipe(Schema.positive()),
  kind: Schema.Literal(RECORDING_KIND),
  version: Schema.String
})
const decodeHeader = Schema.decodeUnknownOption(Schema.parseJson(Header))

interface RawLine {
  readonly number: number
  readonly text: string
  readonly ended: boolean
}

const error = (reason: RecordingReason, path: string, line: number | null, what: string) =>
  new RecordingError({
    reason,
    path,
    line,
    message: line === null ? `${path} ${what}` : `${path} line ${line} ${what}`
  })

/** Splits bytes at line feeds before decoding, so that no character is ever cut; holds one line at a time. */
async function* rawLines(path: string, maxBytes: number): AsyncGenerator<RawLine> {
  let parts: Array<Buffer> = []
  let length = 0
  let number = 1
  const push = (bytes: Buffer) => {
    length += bytes.length
    if (length > maxBytes) throw error("TooLong", path, number, `is longer than ${maxBytes} bytes`)
    parts.push(bytes)
  }
  const take = (ended: boolean): RawLine => {
    const line = { number, text: Buffer.concat(parts).toString("utf8"), ended }
    parts = []
    length = 0
    number += 1
    return line
  }
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    const bytes: Buffer = chunk
    let from = 0
    for (let to = bytes.indexOf(10); to !== -1; to = bytes.indexOf(10, from)) {
      push(bytes.subarray(from, to))
      yield take(true)
      from = to + 1
    }
    if (from < bytes.length) push(bytes.subarray(from))
  }
  if (length > 0) yield take(false)
}

const checkHeader = (path: string, line: RawLine): Effect.Effect<void, RecordingError> => {
  const header = decodeHeader(line.text)
  if (Option.isNone(header)) {
    return Effect.fail(
      error("NotRecording", path, null, "is not a recording: its first line is not the header of one")
    )
  }
  return header.value.format > RECORDING_FORMAT
    ? Effect.fail(
        error(
          "Newer",
          path,
          null,
          `is a recording of format ${header.value.format}, newer than this version of team reads (${RECORDING_FORMAT}); use the newer team`
        )
      )
    : Effect.void
}

/**
 * The decoded lines of a recording after its header, each with its line number, read a line at a time. Fails with the
 * number of the first line that cannot be read; what came before has been emitted. `maxBytes` bounds a line.
 */
export const readRecording = <A, I>(
  path: string,
  schema: Schema.Schema<A, I>,
  maxBytes = RECORDING_LINE_BYTES
): Stream.Stream<{ readonly line: number; readonly value: A }, RecordingError> => {
  const decode = Schema.decodeUnknownOption(Schema.parseJson(schema))
  const lines = Stream.fromAsyncIterable(rawLines(path, maxBytes), (cause) =>
    cause instanceof RecordingError
      ? cause
      : error("Unreadable", path, null, `cannot be read (${reasonOf(cause)})`)
  )
  const empty = error("NotRecording", path, null, "is not a recording: it is empty")
  return Stream.suspend(() => lines).pipe(
    Stream.orElseIfEmpty(() => ({ number: 0, text: "", ended: true })),
    Stream.mapEffect((line) => {
      if (line.number === 0) return Effect.fail(empty)
      if (line.number === 1) return Effect.as(checkHeader(path, line), null)
      if (line.text.trim() === "") return Effect.succeed(null)
      const value = decode(line.text)
      if (Option.isSome(value)) return Effect.succeed({ line: line.number, value: value.value })
      return Effect.fail(
        line.ended
          ? error("Line", path, line.number, "is not a pass this version of team knows")
          : error("Cut", path, line.number, "is cut short; the recording ended in the middle of it")
      )
    }),
    Stream.filter((found) => found !== null)
  )
}
