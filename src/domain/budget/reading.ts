import * as Schema from "effect/Schema"
import { ReadingSource } from "./account.ts"

/** The windows of a subscription, the shortest first. */
export const QUOTA_WINDOWS = ["session", "daily", "weekly"] as const
export const QuotaWindow = Schema.Literal(...QUOTA_WINDOWS)
export type QuotaWindow = typeof QuotaWindow.Type

/** What a figure is of: a window of a subscription, or the money of a spend account. */
export const BudgetWindow = Schema.Literal(...QUOTA_WINDOWS, "spend")
export type BudgetWindow = typeof BudgetWindow.Type

/**
 * What a figure says. A quota's value is percent left, 0 to 100; money is in ten-thousandths (`MINOR`) and has a
 * currency, and can be below zero.
 */
const figure = {
  account: Schema.String,
  window: BudgetWindow,
  value: Schema.Finite,
  currency: Schema.NullOr(Schema.String),
  /** When the window starts anew, epoch ms; null when nothing said so. */
  resetsAt: Schema.NullOr(Schema.Finite),
  /** The seat whose screen shows it; null for a check. */
  seat: Schema.NullOr(Schema.String),
  source: ReadingSource
}

/** One sight of a figure at one instant (epoch ms). One that is not `foldable` is shown to nobody else and never stored. */
export const BudgetObservation = Schema.Struct({ ...figure, at: Schema.Finite, foldable: Schema.Boolean })
export type BudgetObservation = typeof BudgetObservation.Type

/** A stored figure: its newest sight, and what is known of how it came to be. */
export const BudgetReading = Schema.Struct({
  ...figure,
  /** The first sight of this value since it last changed. */
  changedAt: Schema.Finite,
  /** The newest sight of it. */
  readAt: Schema.Finite,
  /** The newest sight of any other value: it has changed at least once. */
  before: Schema.NullOr(Schema.Struct({ value: Schema.Finite, at: Schema.Finite })),
  /** A check's always; a screen's once it changed, or while another seat shows the same. */
  confirmed: Schema.Boolean
})
export type BudgetReading = typeof BudgetReading.Type

const escaped = (name: string): string => name.replaceAll("%", "%25").replaceAll("/", "%2F")

/** `account/window/seat` for a screen, `account/window` for a check; a slash in a name is escaped. */
export const readingKey = (of: Pick<BudgetReading, "account" | "window" | "seat" | "source">): string => {
  const key = `${escaped(of.account)}/${of.window}`
  return of.source === "check" ? key : `${key}/${escaped(of.seat ?? "")}`
}
