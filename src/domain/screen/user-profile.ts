import type { Frame } from "./frame.ts"
import type { ScreenKind } from "./kinds.ts"
import { guarded } from "./pattern.ts"
import type { Profile } from "./profile.ts"
import { findProfile } from "./profiles/index.ts"
import { readScreen, readWith } from "./read.ts"
import type { ScreenReading } from "./reading.ts"
import { layered } from "./user-merge.ts"

/** How one CLI is read: by the shipped profile, by a person's, or by both, where the more cautious answer holds. */
export interface Reader {
  readonly shipped: Profile | undefined
  readonly user: Profile | undefined
}

/** The reader of a CLI by its id or an alias; undefined where no person's profile has a say. */
export type Profiles = (cli: string) => Reader | undefined

/** The shipped profiles and no other. */
export const shippedOnly: Profiles = () => undefined

/** The patterns of a person's profile get this long for one frame, in milliseconds; past it they say unknown. */
export const USER_BUDGET = 100

const OVER: ScreenReading = { kind: "unknown", rule: "over-budget", rows: [], touchable: false }

/**
 * How far each kind is from "something may be typed here". A person's profile may raise a shipped reading and never
 * lower it; kinds of one height do not replace one another. A shell, like a dialog, is never talked away.
 */
const HEIGHT: Readonly<Record<ScreenKind, number>> = {
  idle: 0,
  unknown: 1,
  working: 2,
  overlay: 3,
  error: 4,
  limit: 4,
  unsent: 4,
  notice: 5,
  question: 5,
  plan: 5,
  permission: 5,
  trust: 5,
  shell: 5
}

const most = (key: "background" | "queued", one: ScreenReading, other: ScreenReading) => {
  const count = Math.max(one[key] ?? 0, other[key] ?? 0)
  return count > 0 ? { [key]: count } : {}
}

/** What the shipped profile read, with the gaps filled; a model and its version stay together. */
const factsOf = (shipped: ScreenReading, user: ScreenReading): Partial<ScreenReading> => {
  const named = shipped.model === undefined && shipped.version === undefined ? user : shipped
  const { model, version } = named
  const effort = shipped.effort ?? user.effort
  // what is left and what is used come from one row
  const { context_left: left, context_used: used } = shipped.context_left === undefined ? user : shipped
  const quota = shipped.quota ?? user.quota
  return {
    ...(model !== undefined ? { model } : {}),
    ...(version !== undefined ? { version } : {}),
    ...(effort !== undefined ? { effort } : {}),
    ...(left !== undefined ? { context_left: left } : {}),
    ...(used !== undefined ? { context_used: used } : {}),
    ...(quota !== undefined ? { quota } : {}),
    ...most("background", shipped, user),
    ...most("queued", shipped, user)
  }
}

/**
 * The more cautious of two readings of one frame: the person's only where its kind is further from typing. Touchable
 * only where both say so; facts the shipped profile read stay as they are.
 */
export const moreCautious = (shipped: ScreenReading, user: ScreenReading): ScreenReading => {
  const decided = HEIGHT[user.kind] > HEIGHT[shipped.kind] ? user : shipped
  return {
    ...decided,
    ...factsOf(shipped, user),
    touchable: decided.kind === "idle" && shipped.touchable && user.touchable
  }
}

class OverBudget extends Error {}

const readUser = (profile: Profile, frame: Frame, now: () => number): ScreenReading => {
  const until = now() + USER_BUDGET
  const check = (): void => {
    if (now() > until) throw new OverBudget()
  }
  try {
    const reading = guarded(check, () => readWith(profile, frame))
    return now() > until ? OVER : reading
  } catch (error) {
    if (error instanceof OverBudget) return OVER
    throw error
  }
}

/**
 * Reads one frame with the shipped profiles and a person's own. `now` is a clock in milliseconds for the budget of the
 * person's patterns; without one they are not timed.
 */
export const readScreenWith = (
  profiles: Profiles,
  frame: Frame,
  now: () => number = () => 0
): ScreenReading => {
  const reader = profiles(frame.cli)
  if (reader?.user === undefined) return readScreen(frame)
  const user = readUser(reader.user, frame, now)
  return reader.shipped === undefined ? user : moreCautious(readWith(reader.shipped, frame), user)
}

/**
 * The lookup over a person's profiles. One with the id or an alias of a shipped CLI is read beside the shipped profile;
 * shipped names cannot be taken by another CLI's file, and the first file wins a name two of them claim.
 */
export const profilesOf = (own: ReadonlyArray<Profile>): Profiles => {
  const readers = new Map<string, Reader>()
  for (const profile of own) {
    const shipped = findProfile(profile.id)
    const user = shipped === undefined ? profile : layered(shipped, profile)
    const names =
      shipped === undefined
        ? [profile.id, ...profile.aliases.filter((alias) => findProfile(alias) === undefined)]
        : [shipped.id, ...shipped.aliases]
    for (const name of names) if (!readers.has(name)) readers.set(name, { shipped, user })
  }
  return (cli) => readers.get(cli)
}
