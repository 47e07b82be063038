import * as Either from "effect/Either"
import { parseAnsi } from "./ansi.ts"

/** A word that must not leave the machine: a user's, host's or project's name, a folder. */
export interface Private {
  readonly word: string
  /** What it is, for the sentence that says it could not be taken out. */
  readonly what: string
}

// Shapes of keys and tokens, and addresses of people.
const SECRET =
  /(?<![A-Za-z0-9])(?:sk-|gh[pousr]_|github_pat_|glpat-|xox[a-z]-|AKIA|ASIA|AIza|lin_api_|npm_|shpat_|dckr_pat_)[A-Za-z0-9_-]{8,}/g
const ADDRESS = /[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9.-]{1,255}\.[A-Za-z]{2,24}/g

/** Letters and digits become `x`, the rest stays: a masked screen keeps every column. */
const mask = (text: string): string => text.replace(/[\p{L}\p{N}]/gu, "x")

/** A word shorter than this stands in too many others to be replaced blindly. */
const SHORTEST = 3

const usable = (words: ReadonlyArray<Private>): ReadonlyArray<Private> =>
  words.filter(({ word }) => word.length >= SHORTEST).toSorted((a, b) => b.word.length - a.word.length)

const maskWords = (text: string, words: ReadonlyArray<Private>): string =>
  words.reduce((masked, { word }) => masked.replaceAll(word, mask(word)), text)

/** Masks private words, keys, tokens and addresses in a plain text (a title). */
export const redactText = (text: string, words: ReadonlyArray<Private>): string =>
  maskWords(text, usable(words)).replace(SECRET, mask).replace(ADDRESS, mask)

const ESCAPE = /(\u001b\[[0-9;:?]*[ -/]*[@-~])/

/**
 * Masks a capture in place: same rows, same columns, same styling. Refused, with what it was, when a private word or a
 * key still stands on the screen because it is broken over rows or over a change of style: then nothing may be saved.
 */
export const redactCapture = (ansi: string, words: ReadonlyArray<Private>): Either.Either<string, string> => {
  const wanted = usable(words)
  const masked = ansi
    .split(ESCAPE)
    .map((part, i) => (i % 2 === 1 ? part : redactText(part, wanted)))
    .join("")
  const rows = parseAnsi(masked).rows.map((row) => row.text)
  const joined = [rows.join("\n"), rows.map((row) => row.trimEnd()).join("")]
  const left = wanted.find(({ word }) => joined.some((text) => text.includes(word)))
  if (left !== undefined) return Either.left(left.what)
  return joined.some((text) => text.match(SECRET) !== null)
    ? Either.left("something shaped like a key or token")
    : Either.right(masked)
}
