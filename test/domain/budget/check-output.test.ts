import * as fc from "effect/FastCheck"
import * as Option from "effect/Option"
import { describe, expect, it } from "vitest"
import { parseCheckOutput } from "../../../src/domain/budget/check-output.ts"
import { HOUR, MINUTE, plan, purse, T } from "./support.ts"

const UNIX = T / 1_000
const quota = (text: string) => Option.getOrNull(parseCheckOutput(text, plan("plan"), T))
const money = (text: string) => Option.getOrNull(parseCheckOutput(text, purse("purse"), T))

const figure = (window: string, value: number, resetsAt: number | null = null, at = T) => ({
  window,
  value,
  currency: null,
  resetsAt,
  at
})

describe("a subscription's answer", () => {
  it.each([
    ["weekly 62% used\n", [figure("weekly", 38)]],
    ["weekly 38% left", [figure("weekly", 38)]],
    ["session 0% left\n", [figure("session", 0)]],
    ["session 100% used\n", [figure("session", 0)]],
    ["session 100% left\n", [figure("session", 100)]],
    ["daily 5% left resets 3h\n", [figure("daily", 5, T + 3 * HOUR)]],
    ["daily 5% left resets 12m\n", [figure("daily", 5, T + 12 * MINUTE)]],
    ["weekly 5% left resets 114h4m\n", [figure("weekly", 5, T + 114 * HOUR + 4 * MINUTE)]],
    [`weekly 5% left at ${UNIX + 7_200}\n`, [figure("weekly", 5, T + 2 * HOUR)]],
    [`weekly 5% left resets 2h at ${UNIX + 7_260}\n`, [figure("weekly", 5, T + 2 * HOUR + MINUTE)]],
    [`weekly 5% left at ${UNIX - 600}\n`, [figure("weekly", 5, null, T - 10 * MINUTE)]],
    [`weekly 5% left resets 2h at ${UNIX - 600}\n`, [figure("weekly", 5, T + 110 * MINUTE, T - 10 * MINUTE)]],
    [`weekly 5% left at ${UNIX + 30}\n`, [figure("weekly", 5)]],
    ["session 1% used\r\nweekly 2% used\r\n", [figure("session", 99), figure("weekly", 98)]],
    [
      "weekly 2% used\nsession 1% used\ndaily 9% left",
      [figure("weekly", 98), figure("session", 99), figure("daily", 9)]
    ]
  ])("%j is read", (text, figures) => expect(quota(text)).toEqual(figures))

  it.each([
    "",
    "\n",
    "weekly 62%\n",
    "weekly 62 used\n",
    "weekly 62% Used\n",
    "Weekly 62% used\n",
    "monthly 62% used\n",
    "weekly 101% used\n",
    "weekly 1000% used\n",
    "weekly -1% used\n",
    "weekly +1% used\n",
    "weekly 062% used\n",
    "weekly 6.5% used\n",
    "weekly ٦% used\n",
    "weekly  62% used\n",
    " weekly 62% used\n",
    "weekly 62% used \n",
    "weekly\t62% used\n",
    "weekly 62% used resets\n",
    "weekly 62% used resets \n",
    "weekly 62% used resets 3\n",
    "weekly 62% used resets 3d\n",
    "weekly 62% used resets 4m3h\n",
    "weekly 62% used resets 3h 4m\n",
    "weekly 62% used resets 3h64m\n",
    "weekly 62% used resets  at 1764560000\n",
    "weekly 62% used at 176456000\n",
    "weekly 62% used at 17645600000\n",
    "weekly 62% used at 1764560000 resets 3h\n",
    "weekly 62% used\n\n",
    "\nweekly 62% used\n",
    "weekly 62% used\n\nsession 1% used\n",
    "weekly 62% used\nweekly 62% used\n",
    "weekly 62% used\nsession 1% used\ndaily 1% used\nweekly 1% used\n",
    "weekly 62% used\nok\n",
    "reading the account\nweekly 62% used\n",
    "weekly 62% used\rsession 1% used\n",
    "weekly 62% used\u2028session 1% used\n",
    "\u001b[1mweekly 62% used\n",
    "\ufeffweekly 62% used\n",
    "4.20 USD\n"
  ])("%j is refused whole", (text) => expect(quota(text)).toBeNull())

  it("is read for every percentage either way, and no line beside it makes it half an answer", () =>
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100 }), fc.string(), (percent, junk) => {
        expect(quota(`weekly ${percent}% used`)).toEqual([figure("weekly", 100 - percent)])
        expect(quota(`weekly ${percent}% left`)).toEqual([figure("weekly", percent)])
        fc.pre(!/^(?:\r?\n)?$/u.test(junk))
        expect(quota(`weekly ${percent}% left\n${junk}\u0000`)).toBeNull()
      })
    ))
})

describe("a spend account's answer", () => {
  const of = (value: number) => [{ window: "spend", value, currency: "USD", resetsAt: null, at: T }]
  it.each([
    ["4.20 USD\n", of(42_000)],
    ["5 USD", of(50_000)],
    ["5 USD\r\n", of(50_000)],
    ["4.996 USD\n", of(49_960)],
    ["0.0001 USD\n", of(1)],
    ["1.1005 USD\n", of(11_005)],
    ["99999999999.9999 USD\n", of(999_999_999_999_999)],
    ["-0.50 USD\n", of(-5_000)],
    ["-0 USD\n", of(0)]
  ])("%j is read exactly", (text, figures) => expect(money(text)).toEqual(figures))

  it.each([
    "",
    "5\n",
    "5 EUR\n",
    "5 usd\n",
    "$5\n",
    "5USD\n",
    "USD 5\n",
    ".5 USD\n",
    "5. USD\n",
    "5.00001 USD\n",
    "1,000 USD\n",
    "1e3 USD\n",
    "+5 USD\n",
    "999999999999 USD\n",
    "5 USD left\n",
    "5 USD\n6 USD\n",
    "5 USD\n\n",
    "weekly 5% used\n"
  ])("%j is refused", (text) => expect(money(text)).toBeNull())
})
