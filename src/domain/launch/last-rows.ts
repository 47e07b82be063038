import { cleanText } from "../text/clean.ts"

const ROWS = 6
const LONGEST = 200

/**
 * The last rows of a pane that are not blank, for the owner's terminal alone (spec 001 "A seat that does not get there"): the
 * launch line's own echo first when it is within reach, six at most, cleaned, each cut to 200 characters. Never for a log.
 */
export const lastRows = (rows: ReadonlyArray<string>, launch: string): ReadonlyArray<string> => {
  const clean = rows.map((row) => cleanText(row, LONGEST)).filter((row) => row !== "")
  const last = clean.slice(-ROWS)
  const start = cleanText(launch, LONGEST).slice(0, 40)
  const echo = start === "" ? undefined : clean.slice(-4 * ROWS).find((row) => row.includes(start))
  return echo === undefined || last.includes(echo) ? last : [echo, ...last.slice(1 - ROWS)]
}
