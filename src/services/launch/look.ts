import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { frameOf } from "../../domain/host/frame.ts"
import type { Listing, Pane, PaneProcesses } from "../../domain/host/pane.ts"
import { isBareShell } from "../../domain/host/shell.ts"
import type { ReadyLook } from "../../domain/launch/ready.ts"
import { parseAnsi } from "../../domain/screen/ansi.ts"
import type { Frame } from "../../domain/screen/frame.ts"
import { readScreen } from "../../domain/screen/read.ts"
import type { ScreenReading } from "../../domain/screen/reading.ts"
import { Herdr, type HostError } from "../Herdr.ts"

/** One fresh look at one pane, everything asked at the same moment. */
export interface PaneLook {
  readonly listing: Listing
  readonly pane: Pane | null
  readonly processes: PaneProcesses | null
  readonly screen: ScreenReading | null
  /** The rows it shows, as they are: untrusted. */
  readonly rows: ReadonlyArray<string>
}

export type Reader = (frame: Frame) => ScreenReading

/** Looks at a pane with the rules of a CLI. */
export const lookAtPane = (
  id: string,
  cli: string,
  read: Reader = readScreen
): Effect.Effect<PaneLook, HostError, Herdr> =>
  Effect.gen(function* () {
    const host = yield* Herdr
    const [listing, reads, found] = yield* Effect.all([host.list, host.read([id]), host.processes([id])], {
      concurrency: "unbounded"
    })
    const pane = listing.panes.find((one) => one.pane === id) ?? null
    const shown = reads.get(id)
    const processes = found.get(id) ?? null
    if (pane === null || shown === undefined || shown._tag === "Absent") {
      return { listing, pane, processes, screen: null, rows: [] }
    }
    return {
      listing,
      pane,
      processes,
      screen: read(frameOf(cli, pane, shown)),
      rows: parseAnsi(shown.ansi).rows.map(({ text }) => text)
    }
  })

/** The same as a wait for a prompt takes it. */
export const readyLook = ({ pane, processes, screen }: PaneLook): Effect.Effect<ReadyLook> =>
  Effect.map(Clock.currentTimeNanos, (nanos) => ({
    at: Number(nanos / 1_000_000n),
    shell: isBareShell(processes),
    kind: screen?.kind ?? null,
    touchable: screen?.touchable ?? false,
    gone: pane === null || pane.dead
  }))
