import * as text from "../report/catalogue.ts"
import { keep, once } from "../report/finding.ts"
import type { ErrorClass } from "../screen/reading.ts"
import { cleanText } from "../text/clean.ts"
import type { SeatCheck } from "./check.ts"

const WHAT: Readonly<Record<ErrorClass, string>> = {
  connection: "connection lost",
  auth: "it refused the credentials",
  server: "it failed on its side",
  overloaded: "it is overloaded",
  other: "the turn ended in an error"
}

/** Check 5: a provider error or a rate limit, while the seat is not working (spec 000 §3.5, design §4.8). */
export const providerError: SeatCheck = {
  name: "provider-error",
  runsOn: "seat",
  run: ({ memory: seat, running, screen, spec, traced }, { at }) => {
    // The screen says itself that no turn runs; a host's word that lags behind it must not silence the error.
    if (!running || traced) return []
    const name = spec.name
    if (screen === null || screen.kind === "unknown") {
      return ["error", "error-owner", "limit"].map((kind) => keep(`${kind}:${name}`))
    }
    if (screen.kind === "limit") {
      // The reset has passed: what is left on the screen is yesterday's limit (design §4.8).
      const ends = seat.limit?.reset ?? null
      if (ends !== null && ends <= at) return []
      const reset = screen.limit?.reset
      const said = reset === undefined ? null : cleanText(reset, 60)
      return [once(`limit:${name}`, text.rateLimit(name, spec.account, said), "operator")]
    }
    if (screen.kind !== "error") return []
    const said = text.providerError(name, WHAT[screen.error ?? "other"])
    const toOperator = once(`error:${name}`, said, "operator")
    return screen.error === "connection"
      ? [toOperator, once(`error-owner:${name}`, said, "owner")]
      : [toOperator]
  }
}
