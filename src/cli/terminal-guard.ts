import { closeSync, constants, fstatSync, openSync, readdirSync, readSync, statSync } from "node:fs"
import process from "node:process"
import { isatty } from "node:tty"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { type CommandExit, exitWith } from "./exit.ts"

/** The most bytes one look takes from the terminal, and an answer may have. */
const MOST_BYTES = 4_096

/**
 * What a look at the terminal found. `quiet` nothing waits · `waiting` something was typed or pasted before it was asked
 * for; the look has taken its first line away · `unreadable` nobody can tell.
 */
export type Waiting = "quiet" | "waiting" | "unreadable"

/** The terminal on standard input. */
export interface StdinTerminalShape {
  readonly isTerminal: Effect.Effect<boolean>
  /** Reads once, without waiting. A terminal hands out one whole line at a time: half a typed one is not seen. */
  readonly waiting: Effect.Effect<Waiting>
  /** The next line without its end; null where the input ends, or goes on for longer than an answer does. */
  readonly readLine: Effect.Effect<string | null>
}

const opened = (path: string): number | null => {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY)
  } catch {
    return null
  }
}

/** The devices that may be the terminal with this number, where the system has no path for an open file. */
const devicesLike = (device: number): ReadonlyArray<string> =>
  ["/dev", "/dev/pts"].flatMap((folder) => {
    try {
      return readdirSync(folder)
        .filter((name) => folder === "/dev/pts" || name.startsWith("tty"))
        .map((name) => `${folder}/${name}`)
        .filter((path) => statSync(path, { throwIfNoEntry: false })?.rdev === device)
    } catch {
      return []
    }
  })

/**
 * The terminal behind a file descriptor, opened once more. Not through the descriptor itself: not to wait is a property of
 * what was opened, shared with the shell and everybody else who holds it.
 */
const openAnew = (fd: number): number | null => {
  const device = fstatSync(fd).rdev
  const firstOf = (paths: ReadonlyArray<string>): number | null => {
    for (const path of paths) {
      const own = opened(path)
      if (own === null) continue
      if (isatty(own) && fstatSync(own).rdev === device) return own
      closeSync(own)
    }
    return null
  }
  return firstOf([`/proc/self/fd/${fd}`]) ?? firstOf(devicesLike(device))
}

/** One look at the terminal behind a descriptor; anything but input or "nothing yet" counts as unreadable. */
export const lookAt = (fd: number): Waiting => {
  let own: number | null = null
  try {
    own = openAnew(fd)
    if (own === null) return "unreadable"
    // No bytes at all is an end of input: a terminal that hung up, or a waiting Ctrl-D.
    return readSync(own, new Uint8Array(MOST_BYTES), 0, MOST_BYTES, null) > 0 ? "waiting" : "unreadable"
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : null
    return code === "EAGAIN" ? "quiet" : "unreadable"
  } finally {
    if (own !== null) closeSync(own)
  }
}

// By events and not by a read that blocks: Ctrl-C has to end the question.
const readLine = Effect.async<string | null>((resume) => {
  const { stdin } = process
  let text = ""
  const leave = () => {
    stdin.off("data", onData).off("end", onEnd).off("error", onEnd)
    stdin.pause()
  }
  const answer = (line: string | null) => {
    leave()
    resume(Effect.succeed(line))
  }
  const onData = (chunk: Uint8Array | string) => {
    text += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString("utf8")
    const end = text.search(/[\r\n]/)
    if (end >= 0) answer(text.slice(0, end))
    else if (text.length > MOST_BYTES) answer(null)
  }
  const onEnd = () => answer(text === "" ? null : text)
  stdin.on("data", onData).on("end", onEnd).on("error", onEnd)
  return Effect.sync(leave)
})

/** Where a command asks its questions; a test or an embedding program puts another in its place. */
export class StdinTerminal extends Context.Reference<StdinTerminal>()("seatwatch/cli/StdinTerminal", {
  defaultValue: (): StdinTerminalShape => ({
    isTerminal: Effect.sync(() => isatty(0)),
    waiting: Effect.sync(() => lookAt(0)),
    readLine
  })
}) {}

/**
 * Refuses to go on while input waits on the command's own terminal: the rest of a pasted block must not answer for a
 * person. `<command>.input-waiting` or `<command>.input-unreadable`, both 1. No terminal, nothing to look at.
 */
export const requireQuietTerminal = (command: string): Effect.Effect<void, CommandExit> =>
  Effect.gen(function* () {
    const terminal = yield* StdinTerminal
    if (!(yield* terminal.isTerminal)) return
    switch (yield* terminal.waiting) {
      case "quiet":
        return
      case "waiting":
        return yield* exitWith(
          `${command}.input-waiting`,
          1,
          `team ${command}: input was waiting on the terminal, perhaps the rest of a pasted block; its first line is thrown away and nothing was done: run the command on its own`
        )
      case "unreadable":
        return yield* exitWith(
          `${command}.input-unreadable`,
          1,
          `team ${command}: the terminal can't be asked whether input waits on it; nothing was done`
        )
    }
  })
