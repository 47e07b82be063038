import { statfs } from "node:fs/promises"
import { dirname, resolve } from "node:path"
import * as Effect from "effect/Effect"

export interface DiskFigures {
  readonly free: number | null
  /** The folder that was measured: the one asked for, or the nearest above it that exists. */
  readonly path: string
}

const free = (path: string): Effect.Effect<number, string> =>
  Effect.tryPromise({
    try: () => statfs(path),
    catch: (cause) => (cause instanceof Error && "code" in cause ? String(cause.code) : "")
  }).pipe(
    // A dead network mount answers never.
    Effect.timeoutFail({ duration: "2 seconds", onTimeout: () => "ETIMEDOUT" }),
    Effect.map((stat) => stat.bavail * stat.bsize)
  )

/**
 * Bytes an ordinary user may still write on the file system of `path` (the part kept for root does not count). A
 * folder that is not made yet is measured by the one it will be made in. Never fails: null is unread.
 */
export const readDisk = (path: string): Effect.Effect<DiskFigures> => {
  const asked = resolve(path)
  const measure = (at: string): Effect.Effect<DiskFigures> =>
    free(at).pipe(
      Effect.map((bytes): DiskFigures => ({ free: bytes, path: at })),
      Effect.catchAll((code) =>
        code === "ENOENT" && dirname(at) !== at
          ? measure(dirname(at))
          : Effect.succeed<DiskFigures>({ free: null, path: asked })
      )
    )
  return measure(asked)
}
