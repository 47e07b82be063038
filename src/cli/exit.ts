import * as Data from "effect/Data"
import * as Schema from "effect/Schema"
import type { CodeOf } from "./exits.ts"

/** The process codes: 0 done, 1 refused or differing, 2 invocation, file or state unreadable (design §3). */
export type ExitCode = 0 | 1 | 2

/**
 * How a command ends when it does not simply end: an id from the spec (`watch.already`), its process code and the lines a
 * person reads. `lines` are printed as they are; with `--json` they become one `team.error` document.
 */
export class CommandExit extends Data.TaggedError("CommandExit")<{
  readonly id: string
  readonly code: ExitCode
  readonly lines: ReadonlyArray<string>
}> {}

/** Ends the command with these lines. The code is that of the id's row in `src/cli/exits`; an id without a row takes none. */
export const exitWith = <const Id extends string>(
  id: Id,
  code: CodeOf<Id> & ExitCode,
  ...lines: ReadonlyArray<string>
): CommandExit => new CommandExit({ id, code, lines })

/** The one document an error is with `--json` (design §3). */
export const ErrorDocument = Schema.Struct({
  format: Schema.Literal(1),
  kind: Schema.Literal("team.error"),
  id: Schema.String,
  code: Schema.Int,
  message: Schema.String
})
export type ErrorDocument = typeof ErrorDocument.Type

export const errorDocument = ({ code, id, lines }: CommandExit): ErrorDocument => ({
  format: 1,
  kind: "team.error",
  id,
  code,
  message: lines.join("\n")
})

/** Shells expect 128 + the signal's number from a command that a signal ended. */
export const SIGNAL_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const
export type Signal = keyof typeof SIGNAL_CODES
/** A defect: a bug of ours, never a refusal. */
export const DEFECT_CODE = 70
