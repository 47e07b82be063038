import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import type { OutputShape } from "./Output.ts"

const ESCAPES = /\u001b\[[0-9;:?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)?/g

/** Text without terminal escapes. */
export const plain = (text: string): string => text.replace(ESCAPES, "")

export interface CapturedConsole {
  readonly console: Console.Console
  /** What the parser complained about, as plain lines that start with `prefix:`. */
  readonly errors: (prefix: string) => ReadonlyArray<string>
}

const LINES = /\s*\n\s*/

/**
 * The console the option parser prints to: help goes to stdout, without colour where none is wanted; its complaints are
 * kept, because how a refusal is printed (text or one JSON document) is decided in one place.
 */
export const captureConsole = (output: OutputShape): CapturedConsole => {
  const complaints: Array<string> = []
  const say = (args: ReadonlyArray<unknown>) => {
    const text = args.map(String).join(" ")
    return output.out(`${output.colour ? text : plain(text)}\n`)
  }
  const complain = (args: ReadonlyArray<unknown>) =>
    Effect.sync(() => {
      complaints.push(plain(args.map(String).join(" ")))
    })
  const base = globalThis.console
  const unsafe: Console.UnsafeConsole = {
    ...base,
    log: (...args: ReadonlyArray<unknown>) => Effect.runSync(say(args)),
    error: (...args: ReadonlyArray<unknown>) => Effect.runSync(complain(args))
  }
  const silent = () => Effect.void
  const console: Console.Console = {
    [Console.TypeId]: Console.TypeId,
    assert: silent,
    clear: Effect.void,
    count: silent,
    countReset: silent,
    debug: silent,
    dir: silent,
    dirxml: silent,
    error: (...args) => complain(args),
    group: silent,
    groupEnd: Effect.void,
    info: (...args) => say(args),
    log: (...args) => say(args),
    table: silent,
    time: silent,
    timeEnd: silent,
    timeLog: silent,
    trace: silent,
    warn: (...args) => complain(args),
    unsafe
  }
  return {
    console,
    errors: (prefix) => {
      const lines = complaints.flatMap((text) => text.split(LINES)).filter((text) => text.trim().length > 0)
      return lines.length === 0
        ? [`${prefix}: the command line cannot be read`]
        : lines.map((text) => `${prefix}: ${text.trim()}`)
    }
  }
}
