import * as fs from "node:fs"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Ref from "effect/Ref"
import { cleanText } from "../domain/text/clean.ts"
import { openAppend, reasonOf } from "./append-file.ts"
import { StateLock, type StateLockError } from "./StateLock.ts"

/** Bytes a log may reach before it is put aside; three files are kept, the current one among them. */
export const LOG_BYTES = 1_000_000

const MAX_WORD = 64
const MAX_WHAT = 2_000

const squeezed = (text: string, max: number): string => cleanText(text, max).replaceAll(/\s+/gu, " ").trim()

/**
 * One line of the log, without its end: `<ISO time UTC> <command> [<who>] <what>`. Control and direction characters
 * are gone, whitespace is squeezed, and neither the command nor the name can forge the brackets. `at` is epoch ms.
 */
export const logLine = (at: number, command: string, who: string, what: string): string => {
  const word = squeezed(command, MAX_WORD).replaceAll(/[\s[\]]/gu, "") || "-"
  const name = squeezed(who, MAX_WORD).replaceAll(/[[\]]/gu, "").trim() || "-"
  return `${DateTime.formatIso(DateTime.unsafeMake(at))} ${word} [${name}] ${squeezed(what, MAX_WHAT)}`.trimEnd()
}

type Appended = "written" | "full" | { readonly problem: string }

/** Opens, writes the line in one go and closes. A file at its limit is left alone unless `force` says otherwise. */
const append = (path: string, line: string, force: boolean): Appended => {
  let fd = -1
  try {
    const opened = openAppend(path, false)
    fd = opened.fd
    const bytes = Buffer.from(line, "utf8")
    if (!force && opened.size > 0 && opened.size + bytes.length > LOG_BYTES) return "full"
    return fs.writeSync(fd, bytes) === bytes.length ? "written" : { problem: "ENOSPC" }
  } catch (cause) {
    return { problem: reasonOf(cause) }
  } finally {
    if (fd >= 0) fs.closeSync(fd)
  }
}

/** Moves the files on by one. Under the lock; looks again first, since another process may have done it just now. */
const rotate = (path: string, coming: number): void => {
  const move = (from: string, to: string) => {
    try {
      fs.renameSync(from, to)
    } catch (cause) {
      if (reasonOf(cause) !== "ENOENT") throw cause
    }
  }
  if (fs.lstatSync(path).size + coming <= LOG_BYTES) return
  move(`${path}.1`, `${path}.2`)
  move(path, `${path}.1`)
}

const makeFile = (path: string, lock: Context.Tag.Service<StateLock>) =>
  Effect.gen(function* () {
    // A problem is said when it begins, not with every line it costs.
    const told = yield* Ref.make(false)
    const torn = yield* Ref.make(false)

    const rotated = (coming: number): Effect.Effect<string | null> =>
      lock
        .withLock(`${path}.lock`, { waitMillis: 0 })(
          Effect.try({ try: () => rotate(path, coming), catch: (cause) => reasonOf(cause) })
        )
        .pipe(
          Effect.as(null),
          // Held: another process rotates right now, and this line may go over the limit.
          Effect.catchAll((error: string | StateLockError) =>
            Effect.succeed(
              typeof error === "string"
                ? error
                : error.reason === "Held"
                  ? null
                  : (error.code ?? "its lock is unreadable")
            )
          )
        )

    const write = (command: string, who: string, what: string) =>
      Effect.gen(function* () {
        const at = yield* Clock.currentTimeMillis
        const line = `${(yield* Ref.get(torn)) ? "\n" : ""}${logLine(at, command, who, what)}\n`
        let done = append(path, line, false)
        let problem: string | null = null
        if (done === "full") {
          problem = yield* rotated(Buffer.byteLength(line))
          done = append(path, line, true)
        }
        if (typeof done === "object") problem = done.problem
        // A line cut by a full disk must not swallow the beginning of the next one.
        yield* Ref.set(torn, typeof done === "object" && done.problem === "ENOSPC")
        const before = yield* Ref.getAndSet(told, problem !== null)
        return problem === null || before
          ? null
          : `the log ${path} cannot be ${typeof done === "object" ? "written" : "rotated"} (${problem}); the command carries on`
      })
    return TeamLog.of({ write })
  })

/** The team's log, `team.log` (spec 000 §3.7's neighbour): what was done and said, a line each. */
export class TeamLog extends Context.Tag("seatwatch/TeamLog")<
  TeamLog,
  {
    /**
     * Adds one line. Never fails: answers null when it was written, else a sentence to say, and that only when the
     * problem begins (null again while it lasts).
     */
    readonly write: (command: string, who: string, what: string) => Effect.Effect<string | null>
  }
>() {
  /** A file, put aside as `.1` and `.2` at 1,000,000 bytes; many processes may write to it at once. */
  static readonly layerFile = (path: string): Layer.Layer<TeamLog, never, StateLock> =>
    Layer.effect(
      TeamLog,
      Effect.flatMap(StateLock, (lock) => makeFile(path, lock))
    )

  /** Lines kept in the ref, without their ends: for tests and the demo. */
  static readonly layerMemory = (lines: Ref.Ref<ReadonlyArray<string>>): Layer.Layer<TeamLog> =>
    Layer.succeed(TeamLog, {
      write: (command, who, what) =>
        Effect.gen(function* () {
          const line = logLine(yield* Clock.currentTimeMillis, command, who, what)
          yield* Ref.update(lines, (all) => [...all, line])
          return null
        })
    })
}
