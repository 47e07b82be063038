import * as Either from "effect/Either"

/** The most bytes of a body, in UTF-8. */
export const BODY_BYTES = 65_536

/** Why a text cannot be a message's body; null when it can. */
export const bodyProblem = (body: string): string | null => {
  if (body.trim() === "") return "the message is empty"
  // A character has at most three bytes for each of its units: a huge text is not measured to its end.
  if (body.length > BODY_BYTES || new TextEncoder().encode(body).length > BODY_BYTES)
    return `the message is larger than ${BODY_BYTES} bytes`
  // With the u flag only a surrogate that stands alone is one.
  if (/[\ud800-\udfff]/u.test(body)) return "the message is not whole Unicode text"
  for (const one of body) {
    const point = one.codePointAt(0) ?? 0
    // Newline and tab are a text's own; the others steer a terminal.
    if (point !== 9 && point !== 10 && (point < 32 || (point >= 127 && point < 160)))
      return "the message has a control character"
  }
  return null
}

/** A text from a file or an argument as a body, its `\r\n` made `\n`; left, why it cannot be one. */
export const bodyOf = (text: string): Either.Either<string, string> => {
  const body = text.replaceAll("\r\n", "\n")
  const problem = bodyProblem(body)
  return problem === null ? Either.right(body) : Either.left(problem)
}
