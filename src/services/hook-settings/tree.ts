import * as Either from "effect/Either"
import { type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser"

/** Why a text of settings can't be edited: it is no JSON (with comments), or something in it isn't what the CLI reads. */
export interface TextProblem {
  readonly reason: "Unparsed" | "Shape"
  readonly message: string
}

/** A property of an object, with its key's text. */
export interface Property {
  readonly node: Node
  readonly key: string
  readonly value: Node
}

const SAID: Readonly<Record<string, string>> = {
  InvalidSymbol: "a word or sign that JSON does not have",
  InvalidNumberFormat: "a number that can't be read",
  PropertyNameExpected: "a property's name in double quotes is missing",
  ValueExpected: "a value is missing",
  ColonExpected: "a colon is missing",
  CommaExpected: "a comma is missing",
  CloseBraceExpected: "a closing } is missing",
  CloseBracketExpected: "a closing ] is missing",
  EndOfFileExpected: "something stands after the end",
  UnexpectedEndOfComment: "a comment does not end",
  UnexpectedEndOfString: "a text does not end",
  InvalidUnicode: "a \\u escape that can't be read",
  InvalidEscapeCharacter: "an escape that JSON does not have",
  InvalidCharacter: "a control character inside a text"
}

const shape = (message: string): Either.Either<never, TextProblem> =>
  Either.left({ reason: "Shape", message })

/** `line 3, column 7` of an offset; both begin at 1. */
export const placeOf = (text: string, offset: number): string => {
  const before = text.slice(0, offset).split(/\r\n|\n|\r/)
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`
}

/**
 * The tree of a text of settings, whose root is an object. Comments and commas before a closing bracket are let pass:
 * several CLIs take them. Nothing but blanks is an error here; the caller knows what an empty file means.
 */
export const parseSettings = (text: string): Either.Either<Node, TextProblem> => {
  const errors: Array<ParseError> = []
  let root: Node | undefined
  try {
    root = parseTree(text, errors, { allowTrailingComma: true, disallowComments: false })
  } catch {
    // The parser calls itself for each level: only a text made to do so is that deep.
    return Either.left({ reason: "Unparsed", message: "is nested too deeply to be read" })
  }
  const [first] = errors
  if (first !== undefined) {
    const said = SAID[printParseErrorCode(first.error)] ?? "it can't be read"
    return Either.left({
      reason: "Unparsed",
      message: `is not JSON at ${placeOf(text, first.offset)}: ${said}`
    })
  }
  return root?.type === "object" ? Either.right(root) : shape("must hold one JSON object, and does not")
}

/** The properties of an object, in their order. */
export const properties = (object: Node): ReadonlyArray<Property> =>
  (object.children ?? []).flatMap((node) => {
    const [key, value] = node.children ?? []
    return key === undefined || value === undefined ? [] : [{ node, key: String(key.value), value }]
  })

/** The property of a name; null when there is none. Twice the same name is refused: CLIs differ in which one they take. */
export const property = (object: Node, key: string): Either.Either<Property | null, TextProblem> => {
  const found = properties(object).filter((one) => one.key === key)
  return found.length > 1 ? shape(`has "${key}" twice`) : Either.right(found[0] ?? null)
}

/** The object under a key, null when it is missing; anything else there is refused with its place. */
export const objectAt = (
  text: string,
  parent: Node,
  key: string
): Either.Either<Property | null, TextProblem> =>
  Either.flatMap(property(parent, key), (found) =>
    found === null || found.value.type === "object"
      ? Either.right(found)
      : shape(`has no object under "${key}" (${placeOf(text, found.value.offset)})`)
  )

/** The array under a key, null when it is missing; anything else there is refused with its place. */
export const arrayAt = (
  text: string,
  parent: Node,
  key: string
): Either.Either<Property | null, TextProblem> =>
  Either.flatMap(property(parent, key), (found) =>
    found === null || found.value.type === "array"
      ? Either.right(found)
      : shape(`has no array under "hooks.${key}" (${placeOf(text, found.value.offset)})`)
  )
