import * as Option from "effect/Option"
import { FUTURE_SKEW } from "../seat/reading.ts"
import { type AccountSpec, MINOR } from "./account.ts"
import type { BudgetObservation } from "./reading.ts"

/** One line of a check command's answer. */
export type CheckFigure = Pick<BudgetObservation, "window" | "value" | "currency" | "resetsAt" | "at">

const QUOTA =
  /^(?<window>session|daily|weekly) (?<percent>100|[1-9]?\d)% (?<way>used|left)(?: resets (?:(?<h>\d{1,4})h(?:(?<hm>[0-5]?\d)m)?|(?<m>\d{1,5})m))?(?: at (?<unix>\d{10}))?$/u
const SPEND = /^(?<sign>-?)(?<whole>\d{1,11})(?:\.(?<part>\d{1,4}))? (?<currency>[A-Z]{3})$/u

/** An amount's text in minor units, digit by digit: no binary fraction comes near it. */
const minorOf = (sign: string, whole: string, part: string): number => {
  const amount = Number(whole) * MINOR + Number(part.padEnd(4, "0"))
  return sign === "-" && amount !== 0 ? -amount : amount
}

const quotaLine = (line: string, now: number): CheckFigure | null => {
  const found = QUOTA.exec(line)?.groups
  if (found === undefined) return null
  const { h, hm, m, percent, unix, way, window } = found
  if (window !== "session" && window !== "daily" && window !== "weekly") return null
  const named = unix === undefined ? null : Number(unix) * 1_000
  // An instant ahead is the reset itself; one that has been is when the figure was true.
  const ahead = named !== null && named > now + FUTURE_SKEW
  const at = named === null || ahead ? now : Math.min(named, now)
  const span =
    h === undefined && m === undefined ? null : Number(h ?? 0) * 3_600_000 + Number(hm ?? m ?? 0) * 60_000
  const value = way === "left" ? Number(percent) : 100 - Number(percent)
  const resetsAt = ahead ? named : span === null ? null : at + span
  return { window, value, currency: null, resetsAt, at }
}

const spendLine = (line: string, currency: string, now: number): CheckFigure | null => {
  const found = SPEND.exec(line)?.groups
  if (found === undefined || found["currency"] !== currency) return null
  const value = minorOf(found["sign"] ?? "", found["whole"] ?? "", found["part"] ?? "")
  return { window: "spend", value, currency, resetsAt: null, at: now }
}

/**
 * What a check command printed, read at `now` (epoch ms). A subscription has one to three lines
 * `session|daily|weekly N% used|left [resets 3h4m] [at UNIX]`, each window once; a spend account one line `4.20 USD` in
 * its floor's currency. Lines end in LF or CRLF. None when any line is anything else: half an answer is no answer.
 */
export const parseCheckOutput = (
  text: string,
  account: Pick<AccountSpec, "kind" | "floor">,
  now: number
): Option.Option<ReadonlyArray<CheckFigure>> => {
  const lines = text.replace(/\r?\n$/u, "").split(/\r?\n/u)
  if (account.kind === "spend") {
    const figure =
      account.floor === null || lines.length !== 1
        ? null
        : spendLine(lines[0] ?? "", account.floor.currency, now)
    return figure === null ? Option.none() : Option.some([figure])
  }
  const figures: Array<CheckFigure> = []
  for (const line of lines) {
    const figure = quotaLine(line, now)
    if (figure === null || figures.some(({ window }) => window === figure.window)) return Option.none()
    figures.push(figure)
  }
  return Option.some(figures)
}
