import * as Brand from "effect/Brand"
import * as Data from "effect/Data"
import * as Either from "effect/Either"
import { lineProblem } from "../host/line.ts"

/** A line that may be typed into a seat's box: made in this file alone (spec 000 §3.6, design §6). */
export type TypedLine = string & Brand.Brand<"seatwatch/TypedLine">

const branded = Brand.nominal<TypedLine>()

/** A text that is never typed. `message` says why, without the text. */
export class LineRefused extends Data.TaggedError("LineRefused")<{ readonly message: string }> {}

const refuse = (message: string): Either.Either<never, LineRefused> =>
  Either.left(new LineRefused({ message }))

/**
 * The text as a line that may be typed, or why not (design §6): at most 512 bytes of printable ASCII, begun with a letter
 * (`/`, `!`, `#`, `@`, `&` and their like switch a CLI's mode), single spaces, none at the end. What cannot be read back
 * from a box to the letter is not typed into one.
 */
export const typedLine = (text: string): Either.Either<TypedLine, LineRefused> => {
  const problem = lineProblem(text)
  if (problem !== null) return refuse(problem)
  if (!/^[\u0020-\u007e]*$/.test(text))
    return refuse("the text holds a character that is not printable ASCII")
  if (!/^[A-Za-z]/.test(text)) return refuse("the text does not begin with a letter")
  // A break in a box stands for one space or none: more of them could not be told from a person's.
  if (/ {2}| $/.test(text)) return refuse("the text holds a run of spaces or ends in one")
  return Either.right(branded(text))
}

/** Typed when a message waits for a seat (spec 000 §3.6). */
export const RING: TypedLine = branded("Team: run team messages")

const PATH = /^[A-Za-z0-9._/+][A-Za-z0-9._/@+-]*$/

/**
 * `Read <path> and do that.`: the nudge's line and the held-send retry's (spec 000 §3.6); what a nudge has to say stands
 * in the drop at that path and is never typed. Refused for a path with anything but letters, digits and `. _ / @ + -`, one
 * that begins with `@` or `-`, and one that makes the line longer than 512 bytes.
 */
export const triggerLine = (path: string): Either.Either<TypedLine, LineRefused> =>
  PATH.test(path)
    ? typedLine(`Read ${path} and do that.`)
    : refuse("the path of the drop holds a character that is never typed")

const DIGEST = /^[0-9a-f]{64}$/

/**
 * The one line that gives a seat its standing rules (spec 001 "Rules as a first message"): the file's absolute path and the
 * first twelve digits of its SHA-256. Refused for a path that is never typed; nothing is quoted or escaped.
 */
export const rulesLine = (path: string, sha256: string): Either.Either<TypedLine, LineRefused> =>
  PATH.test(path) && DIGEST.test(sha256)
    ? typedLine(
        `Read ${path} (sha256 ${sha256.slice(0, 12)}): your standing rules for this session; reply ready and wait for your brief.`
      )
    : refuse("the path of the rules holds a character that is never typed")

/** What ends a CLI, typed by `team down` into an empty idle prompt alone. */
export const exitLine = (exit: "/exit" | "/quit"): TypedLine => branded(exit)
