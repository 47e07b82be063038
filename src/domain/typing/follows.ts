import type { TypingMemory } from "./typed.ts"

/** A turn that begins later than this after our line is another's, in milliseconds. */
export const FOLLOWS = 240_000

type Last = NonNullable<TypingMemory["last"]>

/** One pass's sight of what may be the turn after our line. Instants are epoch ms; null where nothing new is known. */
export interface Sign {
  readonly at: number
  /** When the delivery was asked for that may be under way now; nobody has told us yet what became of it. */
  readonly asked: number | null
  /** A turn is under way, or a dialog of one stands. */
  readonly busy: boolean
  /** Nothing says whether a turn is under way. */
  readonly unsure: boolean
  readonly hook: number | null
  readonly trace: number | null
}

/**
 * Whether what a seat does is only the turn that our own line began (design §4.14): it restarts the lead's idle window and
 * never the owner's clock, unless it leaves a trace. `last` is what the next pass is handed.
 */
export const follows = (
  before: Last | null,
  { asked, at, busy, hook, trace, unsure }: Sign
): { readonly last: Last | null; readonly ours: boolean } => {
  // A turn seen before we are told what was typed is taken for our line's, until we are told that it was not sent.
  const last =
    busy && asked !== null && (before === null || asked > before.at) ? { at: asked, turn: true } : before
  if (last === null) return { last, ours: false }
  if (trace !== null && trace > last.at) return { last: null, ours: false }
  if (busy) return { last: { ...last, turn: true }, ours: true }
  const late = at - last.at > FOLLOWS
  // A look that shows nothing ends no turn.
  if (unsure && (last.turn || !late)) return { last, ours: true }
  // A turn that began and ended between two passes shows only in its hook.
  if (last.turn || (hook !== null && hook > last.at)) return { last: null, ours: true }
  return late ? { last: null, ours: false } : { last, ours: true }
}
