import { describe, expect, it } from "vitest"
import { budgetSpecOf, MINOR } from "../../../src/domain/budget/account.ts"
import { foldReadings } from "../../../src/domain/budget/fold.ts"
import {
  checkObservations,
  type ScreenFigure,
  type SeatScreen,
  screenObservations,
  seatScreenOf
} from "../../../src/domain/budget/observe.ts"
import type { PaneProcesses } from "../../../src/domain/host/pane.ts"
import { ScreenKind } from "../../../src/domain/screen/kinds.ts"
import type { ScreenReading } from "../../../src/domain/screen/reading.ts"
import { ofMs } from "../../../src/domain/threshold/duration.ts"
import { seat } from "../../support/scenario.ts"
import { plan, purse, T } from "./support.ts"

const EMPTY: ScreenReading = { kind: "idle", rule: "test", rows: [], touchable: true }

const accounts = [
  plan("plan"),
  plan("acme"),
  plan("checked", { sources: ["check"], check: "quota" }),
  purse("purse")
]

const screen = (more: Partial<SeatScreen> = {}, figure: Partial<ScreenFigure> = {}): SeatScreen => ({
  seat: "alpha",
  vendor: "openai",
  account: "plan",
  holdsCli: true,
  kind: "idle",
  foldable: true,
  figures: [{ vendor: null, window: "weekly", left: 38, ...figure }],
  at: T,
  ...more
})
const seen = (more: Partial<SeatScreen> = {}, figure: Partial<ScreenFigure> = {}) =>
  screenObservations([screen(more, figure)], accounts)
const of = (more: Partial<SeatScreen> = {}, figure: Partial<ScreenFigure> = {}) =>
  seen(more, figure).map(({ account, value, window }) => `${account} ${window} ${value}`)

describe("a figure on a screen", () => {
  it("is one sight of the seat's account", () => {
    expect(seen()).toEqual([
      {
        account: "plan",
        window: "weekly",
        value: 38,
        currency: null,
        resetsAt: null,
        seat: "alpha",
        source: "status_line",
        at: T,
        foldable: true
      }
    ])
    expect(seen({}, { resetsAt: T + 5 })[0]?.resetsAt).toBe(T + 5)
  })

  it("counts only while the CLI is in front of its pane", () => expect(of({ holdsCli: false })).toEqual([]))

  it("counts only on an idle, working or unsent screen", () => {
    const read = ScreenKind.literals.filter((kind) => of({ kind }).length > 0)
    expect([...read].sort()).toEqual(["idle", "unsent", "working"])
  })

  it.each([-1, 101, 38.5, Number.NaN, Number.POSITIVE_INFINITY])("is no figure when it is %d", (left) =>
    expect(of({}, { left })).toEqual([])
  )

  it.each([
    ["5h", "session"],
    ["session", "session"],
    ["daily", "daily"],
    ["weekly", "weekly"]
  ])("called %s is of the window %s", (window, name) =>
    expect(of({}, { window })).toEqual([`plan ${name} 38`])
  )

  it.each(["monthly", "", "constructor", "__proto__"])("called %j is of no window", (window) =>
    expect(of({}, { window })).toEqual([])
  )

  it("of another vendor is that account's, if there is one that takes screens", () => {
    expect(of({}, { vendor: "openai" })).toEqual(["plan weekly 38"])
    expect(of({}, { vendor: "acme" })).toEqual(["acme weekly 38"])
    expect(of({}, { vendor: "nobody" })).toEqual([])
    expect(of({}, { vendor: "checked" })).toEqual([])
    expect(of({}, { vendor: "purse" })).toEqual([])
  })

  it("of an account that reads no screens is none", () => {
    for (const account of ["checked", "purse", "nobody"]) expect(of({ account })).toEqual([])
  })

  it("of a seat that differs from its approval is seen, and folds nothing", () => {
    expect(foldReadings([], seen({ foldable: false }), T)).toEqual([])
    expect(foldReadings([], seen(), T)).toHaveLength(1)
  })
})

describe("a seat of a pass", () => {
  const spec = seat("alpha", { account: "plan" })
  const shown: ScreenReading = { ...EMPTY, quota: { window: "weekly", left: 38 } }
  const running = (name: string): PaneProcesses => ({
    root: null,
    foreground: [{ pid: 5, start: null, name }]
  })
  const of = (more: Partial<Parameters<typeof seatScreenOf>[0]>) => {
    const view = { spec, running: true, screen: shown, processes: running("codex"), ...more }
    const one = seatScreenOf(view, T, true)
    return one === null ? null : screenObservations([one], accounts)
  }

  it("gives the figure of its screen to its account", () => {
    expect(of({})).toEqual(seen())
    expect(of({ screen: EMPTY })).toEqual([])
  })

  it("gives none over a shell, where the front is unknown, or without a screen", () => {
    expect(of({ processes: running("zsh") })).toEqual([])
    expect(of({ processes: null })).toEqual([])
    expect(of({ running: false })).toBeNull()
    expect(of({ screen: null })).toBeNull()
  })
})

describe("a check's figures", () => {
  it("are sights of its account", () => {
    const figure = { window: "daily", value: 5, currency: null, resetsAt: null, at: T } as const
    expect(checkObservations("checked", [figure])).toEqual([
      { ...figure, account: "checked", seat: null, source: "check", foldable: true }
    ])
  })
})

describe("the section of a team file", () => {
  it("becomes accounts in its order, with exact money and ordered marks", () => {
    const section = {
      stale_after: ofMs(1_800_000),
      check_every: ofMs(600_000),
      marks: [90, 50, 7.5],
      accounts: {
        zed: {
          kind: "spend",
          shared: true,
          reserve: null,
          floor: { amount: 1.1005, currency: "USD" },
          sources: ["check"],
          check: "balance"
        },
        able: {
          kind: "subscription",
          shared: false,
          reserve: 20,
          floor: null,
          sources: ["status_line"],
          check: null
        }
      }
    } as const
    expect(budgetSpecOf(section)).toEqual({
      staleAfter: 1_800_000,
      checkEvery: 600_000,
      marks: [7.5, 50, 90],
      accounts: [
        {
          ...purse("zed"),
          shared: true,
          floor: { amount: 1.1005 * MINOR, currency: "USD" }
        },
        plan("able")
      ]
    })
  })
})
