import type { SeatView } from "../pass/seat-view.ts"
import { isReadable } from "../seat/reading.ts"
import type { Difference } from "./differences.ts"

/** What a CLI's own settings hold of our hooks, as far as a report needs it. */
export interface HooksInstalled {
  readonly cli: string
  readonly state: "installed" | "absent" | "differs" | "unreadable"
  /** What is not as this version writes it. */
  readonly differences: ReadonlyArray<string>
  /** What switches every hook of the CLI off, in words. */
  readonly off: string | null
}

const stateOf = (hooks: ReadonlyArray<HooksInstalled>, cli: string): HooksInstalled | null =>
  hooks.find((one) => one.cli === cli) ?? null

/** A turn was seen since the launch, so an installed hook must have spoken. Milliseconds it may be late: it is one event. */
const LATE = 60_000

const hadTurn = ({ launched, memory }: SeatView, at: number): boolean =>
  launched !== null &&
  memory.lastWorking !== null &&
  isReadable(at, memory.lastWorking) &&
  memory.lastWorking - launched.at > LATE

/** What `team status` says of one CLI's hooks, or null when they are as they should be. */
const noteOf = ({ cli, off, state }: HooksInstalled): string | null => {
  switch (state) {
    case "absent":
      return `no hooks of ${cli} are installed: its turns are read from the screen (team hooks install ${cli})`
    case "unreadable":
      return `the settings of ${cli} can't be read: team hooks status ${cli} says why`
    case "installed":
      return off === null ? null : `the hooks of ${cli} are installed and switched off (${off})`
    case "differs":
      return `the hooks of ${cli} are not this version's (team hooks install ${cli})`
  }
}

/** What `team status` says of the hooks: what lacks, a line a CLI, and each seat whose installed hooks have not spoken. */
export const hookNotes = (
  seats: ReadonlyArray<SeatView>,
  hooks: ReadonlyArray<HooksInstalled>
): ReadonlyArray<string> => [
  ...hooks.flatMap((one) => noteOf(one) ?? []),
  ...seats.flatMap(({ hooks: { seen }, launched, running, spec }) => {
    const found = stateOf(hooks, spec.cli)
    const waits = running && !seen && found?.state === "installed" && found.off === null
    return waits
      ? [`${spec.name}: hooks installed, none seen since ${launched === null ? "it was started" : "launch"}`]
      : []
  })
]

/** What `team check` finds of the hooks: an old shape, hooks switched off, and hooks that stayed silent through a turn. */
export const hookDifferences = (
  seats: ReadonlyArray<SeatView>,
  hooks: ReadonlyArray<HooksInstalled>,
  at: number
): ReadonlyArray<Difference> => [
  ...hooks.flatMap(({ cli, differences, off, state }): ReadonlyArray<Difference> => {
    if (state === "differs") {
      const what = `the hooks of ${cli} are not this version's: ${differences.join(", ")}`
      return [{ what, repair: `team hooks install ${cli}` }]
    }
    return state === "installed" && off !== null
      ? [{ what: `the hooks of ${cli} are installed and switched off`, repair: `take out ${off}` }]
      : []
  }),
  ...seats.flatMap((seat): ReadonlyArray<Difference> => {
    const found = stateOf(hooks, seat.spec.cli)
    const silent =
      found?.state === "installed" &&
      found.off === null &&
      seat.running &&
      !seat.hooks.seen &&
      hadTurn(seat, at)
    return silent
      ? [
          {
            what: `${seat.spec.name}: its hooks are installed and none was seen since launch, though it had a turn`,
            repair: `start its CLI again (it reads hooks when it starts), then team register ${seat.spec.name}`
          }
        ]
      : []
  })
]
