import * as Either from "effect/Either"
import { isMap, isSeq, parseDocument } from "yaml"

/**
 * The text of a team file without one seat's entry; everything else stays to the letter. Left: why it cannot be taken out.
 */
export const withoutSeat = (text: string, seat: string): Either.Either<string, string> => {
  const document = parseDocument(text)
  const seats = document.get("seats", true)
  if (!isSeq(seats)) return Either.left("the file has no list of seats")
  const at = seats.items.findIndex(
    (item) => isMap(item) && (item.get("name") === seat || (!item.has("name") && item.get("role") === seat))
  )
  const item = seats.items[at]
  if (!isMap(item) || item.range == null) return Either.left("its entry has no name of its own in the file")
  if (typeof item.get("count") === "number") return Either.left("its entry stands for several seats")
  if (seats.flow === true) return Either.left("the seats stand in one line of the file")
  if (seats.items.length === 1) return Either.left("it is the only seat of the file")
  const [begins, , ends] = item.range
  // The entry's own lines: from the dash before it up to the next entry, or to the end of what is its own.
  const start = text.lastIndexOf("\n", begins - 1) + 1
  if (!/^[ \t]*-[ \t]+$/u.test(text.slice(start, begins))) {
    return Either.left("its entry does not begin on a line of its own")
  }
  const rest = text.slice(ends)
  return Either.right(
    `${text.slice(0, start)}${text[ends - 1] === "\n" ? rest : rest.replace(/^[^\n]*\n?/u, "")}`
  )
}
