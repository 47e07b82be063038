import { isBareShell } from "../host/shell.ts"
import type { SeatView } from "../pass/seat-view.ts"
import type { ScreenKind } from "../screen/kinds.ts"
import type { AccountSpec } from "./account.ts"
import type { CheckFigure } from "./check-output.ts"
import type { BudgetObservation, QuotaWindow } from "./reading.ts"

/** What a CLI's own rows call a window. A monthly one is none that is counted. */
const WINDOWS: Readonly<Record<string, QuotaWindow>> = {
  session: "session",
  "5h": "session",
  daily: "daily",
  "24h": "daily",
  weekly: "weekly",
  "7d": "weekly"
}

/** A figure as a screen shows it: `left` in percent, `vendor` whose quota it is (null: the seat's own). */
export interface ScreenFigure {
  readonly vendor: string | null
  readonly window: string
  readonly left: number
  /** Epoch ms, where the screen names its reset. */
  readonly resetsAt?: number | null
}

/** One seat's screen as far as its figures may count. */
export interface SeatScreen {
  readonly seat: string
  readonly vendor: string
  readonly account: string
  /** The CLI itself is the pane's foreground: a line on a shell it left behind is nobody's figure. Unknown is false. */
  readonly holdsCli: boolean
  readonly kind: ScreenKind
  /** False for a seat that differs from its approved entry. */
  readonly foldable: boolean
  readonly figures: ReadonlyArray<ScreenFigure>
  /** When the screen was read, epoch ms. */
  readonly at: number
}

/**
 * A seat of a pass as its figures count; null without a screen or a running agent. The figure on a CLI's own rows is taken
 * for the seat's own vendor's. Where the host cannot say what runs in front, nothing is taken.
 */
export const seatScreenOf = (
  { processes, running, screen, spec }: Pick<SeatView, "processes" | "running" | "screen" | "spec">,
  at: number,
  foldable: boolean
): SeatScreen | null =>
  screen === null || !running
    ? null
    : {
        seat: spec.name,
        vendor: spec.account,
        account: spec.account,
        holdsCli: isBareShell(processes) === false,
        kind: screen.kind,
        foldable,
        figures: screen.quota === undefined ? [] : [{ vendor: null, ...screen.quota }],
        at
      }

const READABLE: ReadonlySet<ScreenKind> = new Set(["idle", "unsent", "working"])

const takesScreens = (account: AccountSpec | undefined): boolean =>
  account !== undefined && account.kind === "subscription" && account.sources.includes("status_line")

/**
 * The sights that screens give: whole percentages of a known window, from a pane whose CLI is in front and whose screen
 * is idle, working or holds unsent text. A figure of the seat's own vendor is of the seat's account, another vendor's of
 * the account of that name; only an account whose sources list `status_line` takes one.
 */
export const screenObservations = (
  screens: ReadonlyArray<SeatScreen>,
  accounts: ReadonlyArray<AccountSpec>
): ReadonlyArray<BudgetObservation> =>
  screens.flatMap((screen) => {
    if (!screen.holdsCli || !READABLE.has(screen.kind)) return []
    return screen.figures.flatMap((figure): ReadonlyArray<BudgetObservation> => {
      const own = figure.vendor === null || figure.vendor === screen.vendor
      const account = own ? screen.account : (figure.vendor ?? "")
      const window = Object.hasOwn(WINDOWS, figure.window) ? WINDOWS[figure.window] : undefined
      const whole = Number.isInteger(figure.left) && figure.left >= 0 && figure.left <= 100
      if (window === undefined || !whole) return []
      if (!takesScreens(accounts.find(({ name }) => name === account))) return []
      return [
        {
          account,
          window,
          value: figure.left,
          currency: null,
          resetsAt: figure.resetsAt ?? null,
          seat: screen.seat,
          source: "status_line",
          at: screen.at,
          foldable: screen.foldable
        }
      ]
    })
  })

/** The sights that one run of an account's check command gave. */
export const checkObservations = (
  account: string,
  figures: ReadonlyArray<CheckFigure>
): ReadonlyArray<BudgetObservation> =>
  figures.map((figure) => ({ ...figure, account, seat: null, source: "check", foldable: true }))
