import * as Either from "effect/Either"
import { credentialProblem } from "../team/credentials.ts"
import { cleanText } from "../text/clean.ts"
import { REASON_MAX } from "./text.ts"

/** A reason made fit to keep: one clean line. Left: why it is refused, never with the text itself. */
export const parseReason = (text: string): Either.Either<string, string> => {
  // Judged as it came and as it would be kept: a control byte inside must not hide a key.
  const clean = cleanText(text, REASON_MAX + 1)
  if (credentialProblem(text) !== null || credentialProblem(clean) !== null) {
    return Either.left("it looks like a credential; say why in plain words")
  }
  if (clean === "") return Either.left("it is empty; say why in plain words")
  return cleanText(clean, REASON_MAX) === clean
    ? Either.right(clean)
    : Either.left(`it is longer than ${REASON_MAX} characters`)
}
