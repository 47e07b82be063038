import * as Effect from "effect/Effect"
import type { SeatView } from "../domain/pass/seat-view.ts"
import type { Profiles } from "../domain/screen/user-profile.ts"
import { HookRecords } from "./HookRecords.ts"
import type { Delivery } from "./Typist.ts"

/** The part of a delivery that says where it goes. */
export type Target = Omit<Delivery, "held" | "line" | "own">

/** The pane of a seat of a pass as a delivery's target; the hooks' records are read anew at each of its looks. */
export const targetOf = (
  { launched, spec }: Pick<SeatView, "launched" | "spec">,
  pane: string,
  profiles: Profiles | undefined
): Effect.Effect<Target, never, HookRecords> =>
  Effect.map(HookRecords, (hooks) => ({
    seat: spec.name,
    pane,
    cli: spec.cli,
    launched,
    hooks: Effect.map(hooks.read, ({ records }) => records),
    hookWorking: spec.hookWorking,
    profiles
  }))
