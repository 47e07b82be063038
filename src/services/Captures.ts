import { readdir, readFile } from "node:fs/promises"
import { join, relative } from "node:path"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { CaptureLabel } from "../domain/screen/score.ts"

/** A folder of captures, or one of them, cannot be used. The message names the file and why. */
export class CaptureError extends Data.TaggedError("CaptureError")<{ readonly message: string }> {}

/** A saved screen with the truth beside it. */
export interface Capture {
  /** Its path under the folder, without an ending. */
  readonly name: string
  readonly label: CaptureLabel
  readonly ansi: string
}

const decodeLabel = Schema.decodeUnknown(Schema.parseJson(CaptureLabel))

const read = (path: string) =>
  Effect.tryPromise({
    try: () => readFile(path, "utf8"),
    catch: () => new CaptureError({ message: `${path} cannot be read` })
  })

const labelFiles = (folder: string) =>
  Effect.tryPromise({
    try: () => readdir(folder, { recursive: true }),
    catch: () => new CaptureError({ message: `${folder} is no folder that can be read` })
  }).pipe(Effect.map((names) => names.filter((name) => name.endsWith(".json")).sort()))

/**
 * Every labelled capture under a folder: `NAME.ansi` with `NAME.json` beside it, in the order of their names. A label
 * that cannot be read ends it, with its name: a score over some of the captures would mislead.
 */
export const readCaptures = (folder: string): Effect.Effect<ReadonlyArray<Capture>, CaptureError> =>
  Effect.flatMap(labelFiles(folder), (names) =>
    Effect.forEach(
      names,
      (name) =>
        Effect.gen(function* () {
          const path = join(folder, name)
          const label = yield* Effect.flatMap(read(path), (text) =>
            decodeLabel(text).pipe(
              Effect.mapError(
                () => new CaptureError({ message: `${path} is no label: it needs "cli" and a known "kind"` })
              )
            )
          )
          const ansi = yield* read(path.replace(/\.json$/, ".ansi"))
          return { name: relative(folder, path).replace(/\.json$/, ""), label, ansi }
        }),
      { concurrency: 16 }
    )
  )
