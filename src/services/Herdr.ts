import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"
import type { HostName, Listing, PaneProcesses, PaneRead } from "../domain/host/pane.ts"

/**
 * Why a call to the host failed.
 * `NotInstalled` no such program · `NotRunning` nothing serves the session · `Restarting` it is on its way up or down ·
 * `Lost` the connection broke · `Timeout` no answer in time · `NoPane` the pane is gone · `Refused` the host said no ·
 * `Protocol` an answer that cannot be read.
 */
export type HostReason =
  | "NotInstalled"
  | "NotRunning"
  | "Restarting"
  | "Lost"
  | "Timeout"
  | "NoPane"
  | "Refused"
  | "Protocol"

/** The one error of the host layer. `message` never holds text from a pane nor what was to be typed. */
export class HostError extends Data.TaggedError("HostError")<{
  readonly reason: HostReason
  readonly method: string
  readonly message: string
  readonly cause?: unknown
}> {}

/** A pane (or, when null, some pane) may have changed: read again. Never a fact about what it shows. */
export interface HostChange {
  readonly pane: string | null
}

/** The keys the product presses. Nothing else is ever sent as a key. */
export type Key = "Enter"

export interface NewWorkspace {
  readonly label: string
  readonly cwd: string
  /** The seat its first pane is named after, where the host can carry the name at once. */
  readonly seat: string | null
  /** Program and arguments to run; null opens the person's shell. */
  readonly command: ReadonlyArray<string> | null
  readonly env: Readonly<Record<string, string>>
}

export interface DisplayLines {
  readonly label: string
  readonly display: string
  /** Milliseconds after which the host drops the lines by itself, where it can. */
  readonly ttl: number
}

/** The one service that touches panes. Every method is safe to call at any moment and holds no lock. */
export interface HerdrShape {
  readonly host: HostName
  /** The session this layer was made for. */
  readonly session: string
  /** Every pane of the host, one call (spec 000 §3.3 missing, extra). */
  readonly list: Effect.Effect<Listing, HostError>
  /** Reads many panes at once; a pane that vanished costs only its own answer. Every id asked for is a key of the answer. */
  readonly read: (panes: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, PaneRead>, HostError>
  /** What runs in each pane; null where the host cannot say. Every id asked for is a key of the answer. */
  readonly processes: (
    panes: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyMap<string, PaneProcesses | null>, HostError>
  /** Types one line of text, without Enter. Refuses control characters and newlines with `Refused`. */
  readonly type: (pane: string, text: string) => Effect.Effect<void, HostError>
  readonly press: (pane: string, key: Key) => Effect.Effect<void, HostError>
  readonly createWorkspace: (
    options: NewWorkspace
  ) => Effect.Effect<{ readonly workspace: string; readonly pane: string }, HostError>
  readonly closeWorkspace: (workspace: string) => Effect.Effect<void, HostError>
  readonly labelWorkspace: (workspace: string, label: string) => Effect.Effect<void, HostError>
  /** Gives the pane its seat name, so that later listings carry it. */
  readonly nameSeat: (pane: string, seat: string) => Effect.Effect<void, HostError>
  /** Sets the seat's two sidebar lines (spec 000 §3.9). */
  readonly setDisplay: (pane: string, lines: DisplayLines) => Effect.Effect<void, HostError>
  /** Shows a message in the host's own way; false when nobody can have seen it. */
  readonly notify: (title: string, body: string) => Effect.Effect<boolean, HostError>
  /** Hints that something changed; ends or fails never, reconnects by itself. Hosts that cannot push are silent. */
  readonly changes: Stream.Stream<HostChange>
}

/** The host service: herdr, tmux or memory behind one contract. */
export class Herdr extends Context.Tag("seatwatch/Herdr")<Herdr, HerdrShape>() {}
