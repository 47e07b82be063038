import type { ScreenKind } from "../screen/kinds.ts"

/** Between two looks at a seat that starts, in ms. */
export const POLL = 2_000
/** How long a seat may take to its idle prompt, in ms. */
export const PATIENCE = 90_000
/** Looks in a row that must show the bare shell before the launch counts as ended. */
const SHELL_LOOKS = 4

/** More looks than any wait of 90 seconds takes: a clock that stands still ends the wait as well. */
const MOST_LOOKS = (4 * PATIENCE) / POLL

/** One look at the pane of a seat that starts. `at` is ms of a clock that does not jump. */
export interface ReadyLook {
  readonly at: number
  /** Nothing but a shell at its prompt is in front; null where the host cannot say. */
  readonly shell: boolean | null
  /** What the screen reads; null where there is none. */
  readonly kind: ScreenKind | null
  /** A proven empty prompt. */
  readonly touchable: boolean
  /** The pane is gone, or its program has ended. */
  readonly gone: boolean
}

export type Wait =
  | { readonly _tag: "Waiting" }
  | { readonly _tag: "Ready" }
  | { readonly _tag: "Asks"; readonly kind: "permission" | "trust" | "question" | "vendor notice" }
  | { readonly _tag: "BackAtShell"; readonly seconds: number }
  | { readonly _tag: "Gone" }
  | { readonly _tag: "Timeout"; readonly seconds: number; readonly kind: ScreenKind | null }

/** What is remembered between the looks. */
export interface Readiness {
  readonly began: number
  readonly looks: number
  /** Idle prompts in a row, with a CLI in front: a painted box may not listen yet (case 173). */
  readonly idle: number
  readonly shells: number
  readonly shellSince: number
  readonly wait: Wait
}

export const beginWait = (at: number): Readiness => ({
  began: at,
  looks: 0,
  idle: 0,
  shells: 0,
  shellSince: at,
  wait: { _tag: "Waiting" }
})

const ASKS: Readonly<Partial<Record<ScreenKind, Extract<Wait, { readonly _tag: "Asks" }>["kind"]>>> = {
  permission: "permission",
  trust: "trust",
  question: "question",
  plan: "permission",
  notice: "vendor notice"
}

const waitOf = (readiness: Readiness, look: ReadyLook): Wait => {
  const { began, idle, shellSince, shells } = readiness
  if (look.gone) return { _tag: "Gone" }
  if (idle >= 2) return { _tag: "Ready" }
  const asked = look.kind === null || look.shell === true ? undefined : ASKS[look.kind]
  if (asked !== undefined) return { _tag: "Asks", kind: asked }
  // Three whole polls apart: a launcher may show its own shell for a moment.
  if (shells >= SHELL_LOOKS && look.at - shellSince >= (SHELL_LOOKS - 1) * POLL) {
    return { _tag: "BackAtShell", seconds: Math.round((look.at - shellSince) / 1_000) }
  }
  return look.at - began >= PATIENCE || readiness.looks >= MOST_LOOKS
    ? { _tag: "Timeout", seconds: Math.round((look.at - began) / 1_000), kind: look.kind }
    : { _tag: "Waiting" }
}

/**
 * A seat's way to its idle prompt (spec 001 "A seat that does not get there"): ready after two looks in a row at a proven empty
 * prompt that no shell stands in front of; a dialog stops at once; a bare shell on four looks, six seconds apart, or 90
 * seconds end the wait. Once it has ended it stays so.
 */
export const step = (before: Readiness, look: ReadyLook): Readiness => {
  if (before.wait._tag !== "Waiting") return before
  const isIdle = look.kind === "idle" && look.touchable && look.shell !== true && !look.gone
  const isShell = look.shell === true && !isIdle
  const next: Readiness = {
    ...before,
    looks: before.looks + 1,
    idle: isIdle ? before.idle + 1 : 0,
    shells: isShell ? before.shells + 1 : 0,
    shellSince: isShell && before.shells > 0 ? before.shellSince : look.at
  }
  return { ...next, wait: waitOf(next, look) }
}
