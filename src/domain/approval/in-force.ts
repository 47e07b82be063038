import type { TeamFile } from "../team/file.ts"
import { OWNER_SECTIONS, type OwnerSection, sectionFingerprints } from "../team/fingerprint.ts"
import type { Seat } from "../team/seat.ts"
import type { Verdict } from "./verdict.ts"

type Accounts = TeamFile["budgets"]["accounts"]

/** Accounts without the commands the file names for them: nothing is run, the screen is still read. */
const withoutChecks = (accounts: Accounts): Accounts =>
  Object.fromEntries(
    Object.entries(accounts).map(([name, account]) => [
      name,
      account.check === null
        ? account
        : { ...account, check: null, sources: account.sources.filter((source) => source !== "check") }
    ])
  )

/**
 * A file that nobody approved: all of it, but for what loosens the watch, runs a program, types the file's own words or
 * lets others act.
 */
const unapproved = (present: TeamFile): TeamFile => ({
  ...present,
  dialogs: { trust: "owner" },
  delegates: [],
  budgets: { ...present.budgets, accounts: withoutChecks(present.budgets.accounts) },
  watch: { ...present.watch, checks: [], notify_command: null, nudge: null }
})

/** A seat may not silence itself: whether it is parked or stopped holds as approved. A new seat has what it says. */
const seatInForce = (seat: Seat, approved: TeamFile): Seat => {
  const old = approved.seats.find((one) => one.name === seat.name)
  return old === undefined ? seat : { ...seat, parked: old.parked, stopped: old.stopped }
}

/** The owner's sections as approved wherever they differ; the present spelling where only the spelling does. */
const asApproved = (present: TeamFile, approved: TeamFile): TeamFile => {
  const now = sectionFingerprints(present)
  const then = sectionFingerprints(approved)
  const differs = new Set<OwnerSection>(OWNER_SECTIONS.filter((name) => now.get(name) !== then.get(name)))
  const from = (name: OwnerSection): TeamFile => (differs.has(name) ? approved : present)
  // A lead or operator whose seat was taken out of the file can lead nothing: then the present one does.
  const seatOf = (name: "lead" | "operator"): string =>
    present.seats.some((seat) => seat.name === approved[name]) ? approved[name] : present[name]
  return {
    format: present.format,
    project: present.project,
    session: from("session").session,
    operator: seatOf("operator"),
    lead: seatOf("lead"),
    visibility: from("visibility").visibility,
    trust: from("trust").trust,
    limits: from("limits").limits,
    machine: from("machine").machine,
    rules: from("rules").rules,
    identity: from("identity").identity,
    workspace: from("workspace").workspace,
    dialogs: from("dialogs").dialogs,
    delegates: from("delegates").delegates,
    budgets: from("budgets").budgets,
    watch: { ...from("watch").watch, checks: from("watch.checks").watch.checks },
    seats: present.seats.map((seat) => seatInForce(seat, approved))
  }
}

/**
 * The team file that takes effect. With a verified approval the owner's sections (and a seat's `parked` and `stopped`) hold
 * as approved, the rest as the file has it now. Without one (never approved, unsigned, refused, or an approved text that
 * this version no longer reads: `approved` null) the whole file holds, but for what loosens safety: `heldBack` names it.
 */
export const inForce = (present: TeamFile, approved: TeamFile | null, verdict: Verdict): TeamFile =>
  verdict._tag === "Verified" && approved !== null ? asApproved(present, approved) : unapproved(present)

/** The settings of a file that take no effect while it is not approved, by their names in the file. */
export const heldBack = (present: TeamFile): ReadonlyArray<string> => [
  ...(present.watch.checks.length > 0 ? ["watch.checks"] : []),
  ...(present.watch.notify_command === null ? [] : ["watch.notify_command"]),
  ...(present.watch.nudge === null ? [] : ["watch.nudge"]),
  ...(present.dialogs.trust === "owner" ? [] : ["dialogs.trust"]),
  ...(present.delegates.length > 0 ? ["delegates"] : []),
  ...Object.entries(present.budgets.accounts).flatMap(([name, account]) =>
    account.check === null ? [] : [`budgets.accounts.${name}.check`]
  )
]
