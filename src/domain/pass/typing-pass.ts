import type { MailItem } from "../mailbox/seat-mail.ts"
import { retryOf } from "../mailbox/waiting.ts"
import * as text from "../report/catalogue.ts"
import { once, memory as period } from "../report/finding.ts"
import type { Found, ReportMemory } from "../report/memory.ts"
import type { Profiles } from "../screen/user-profile.ts"
import { lineDue } from "../typing/due.ts"
import { askedFor, type Intent, type TypedFact, type TypingMemory } from "../typing/typed.ts"
import type { SeatMemory } from "./memory.ts"
import type { SeatView } from "./seat-view.ts"
import type { Snapshot } from "./snapshot.ts"

/** What a pass makes of the messages and of what was typed (spec 000 §3.6). */
export interface TypingPass {
  readonly intents: ReadonlyArray<Intent>
  /** The watch's own notices, which follow the report rule (spec 000 §3.4). */
  readonly found: ReadonlyArray<Found>
  readonly lines: ReadonlyArray<string>
  /** The seats' memories with what is asked for now. */
  readonly seats: ReadonlyArray<SeatMemory>
}

const ofWatch = (finding: Found["finding"]): Found => ({ check: "watch", finding })

const waitingKey = (id: string): string => `waiting:${id}`

/** When the message's seat was last spoken to about it; null when never. A ring that was not sent told it nothing. */
const lastSpoken = ({ id, pending }: MailItem, { ring }: TypingMemory): number | null => {
  const rung = ring != null && !ring.again && ring.upTo >= id ? ring.at : null
  const typed = pending !== null && pending.enters > 0 ? pending.lastAt : null
  return rung === null || typed === null ? (rung ?? typed) : Math.max(rung, typed)
}

/**
 * The owner's line of a message that waits (spec 000 §3.5): older than `nudge_wait`, and nothing is about to tell its seat.
 * Said once it stands until the message is read, however often the box is free and busy again.
 */
const waitingFor = (
  snapshot: Snapshot,
  seat: string,
  message: MailItem,
  typing: TypingMemory,
  isDue: boolean,
  reports: ReportMemory
): ReadonlyArray<Found> => {
  if (message.receipt !== null) return []
  const { at, team } = snapshot
  const key = waitingKey(message.id)
  const stands = reports.active.some((one) => one.key === key)
  const spoken = lastSpoken(message, typing)
  const isLate =
    at - message.at >= team.nudgeWait && !isDue && (spoken === null || at - spoken >= team.nudgeWait)
  return stands || isLate
    ? [ofWatch(once(key, text.messageWaiting(message.id, seat, at - message.at), "owner"))]
    : []
}

const gaveUp = (at: number, seat: string, { drop, id, pending, receipt }: MailItem): ReadonlyArray<Found> => {
  if (pending === null || receipt !== null) return []
  const retry = retryOf({ id, seat, drop, ...pending }, at)
  return retry._tag === "GiveUp" ? [ofWatch(once(`gave-up:${id}`, retry.said, "owner"))] : []
}

const lineOf = (fact: TypedFact): string => {
  const { line, message, outcome, reason, seat } = fact
  const what = text.typedLineName(line, message)
  switch (outcome) {
    case "submitted":
      return text.typed(seat, what)
    case "not-typed":
      return text.notTyped(seat, what, reason ?? "")
    case "not-sent":
      return text.notSent(seat, what, reason ?? "")
    case "unconfirmed":
      return text.unconfirmed(seat, what, reason ?? "")
  }
}

/** One seat's part: the line that is due, and what is to be said. `quiet` types nothing in this pass. */
const ofSeat = (
  snapshot: Snapshot,
  view: SeatView,
  reports: ReportMemory,
  quiet: boolean,
  profiles: Profiles | undefined
) => {
  const { at, team } = snapshot
  const { name } = view.spec
  const mail = snapshot.mail?.find(({ seat }) => seat === name)?.messages ?? []
  const before = view.memory.typing ?? {}
  const typing = snapshot.typing
  const { intent, memory } =
    typing == null || quiet
      ? { intent: null, memory: before }
      : lineDue({ at, team, seat: view, mail, memory: before, typing, profiles })
  const isDue = (id: string): boolean =>
    intent !== null && (intent._tag === "Retry" ? intent.message === id : intent._tag === "Ring")
  const left = memory.left ?? null
  return {
    intent,
    memory: memory === before ? view.memory : { ...view.memory, typing: memory },
    found: [
      ...mail.flatMap((message) => waitingFor(snapshot, name, message, memory, isDue(message.id), reports)),
      // The last try is counted before it is made: what became of it is said once it is known.
      ...(askedFor(before, at) === null ? mail.flatMap((message) => gaveUp(at, name, message)) : []),
      ...(left === null
        ? []
        : [
            ofWatch(
              period(`typed:${name}`, left.at, {
                text: (left.sure ? text.notSent : text.unconfirmed)(
                  name,
                  text.typedLineName(left.line, null),
                  left.reason
                ),
                to: "owner"
              })
            )
          ])
    ]
  }
}

/** What is typed after this pass, and what is said of messages. In a pass after a clock jump nothing is typed. */
export const typingPass = (
  snapshot: Snapshot,
  seats: ReadonlyArray<SeatView>,
  reports: ReportMemory,
  settle: boolean,
  profiles?: Profiles
): TypingPass => {
  const answered = snapshot.host._tag === "Answered"
  const parts = seats.map((view) => ofSeat(snapshot, view, reports, settle || !answered, profiles))
  return {
    intents: parts.flatMap(({ intent }) => (intent === null ? [] : [intent])),
    found: parts.flatMap(({ found }) => found),
    lines: (snapshot.typing?.typed ?? []).map(lineOf),
    seats: parts.map(({ memory }) => memory)
  }
}
