import { cleanText } from "../../domain/text/clean.ts"
import type { Notice } from "../Notifier.ts"

const MAX_TITLE = 80
const MAX_LINE = 300
const MAX_LINES = 12

/**
 * A notice cut to what a desktop shows, counted in characters as a reader sees them, without control or direction
 * characters. Its lines stay lines; past the twelfth they are counted, not shown.
 */
export const fitNotice = (notice: Notice): Notice => {
  const lines = notice.body
    .slice(0, 100_000)
    .split(/\r\n|[\n\r\u2028\u2029]/u)
    .map((line) => cleanText(line, MAX_LINE))
    .filter((line) => line !== "")
  const over = lines.length - MAX_LINES
  const shown = over > 0 ? [...lines.slice(0, MAX_LINES - 1), `… and ${over + 1} more`] : lines
  return { title: cleanText(notice.title, MAX_TITLE), body: shown.join("\n"), addressed: notice.addressed }
}
