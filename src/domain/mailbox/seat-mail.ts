import * as Schema from "effect/Schema"
import { Shown } from "./record.ts"

/** A message as a pass needs it: no word of its body. Instants are epoch ms, `drop` is an absolute path. */
export const MailItem = Schema.Struct({
  id: Schema.String,
  at: Schema.Number,
  from: Schema.String,
  drop: Schema.String,
  receipt: Schema.NullOr(Schema.Struct({ at: Schema.Number, how: Shown })),
  pending: Schema.NullOr(
    Schema.Struct({
      trigger: Schema.String,
      tries: Schema.Number,
      enters: Schema.Number,
      lastAt: Schema.Number
    })
  )
})
export type MailItem = typeof MailItem.Type

/** What still concerns a pass of one seat's mailbox: no receipt yet, or a trigger still held. Oldest first. */
export const SeatMail = Schema.Struct({ seat: Schema.String, messages: Schema.Array(MailItem) })
export type SeatMail = typeof SeatMail.Type

/** The part of verified, unexpired messages that a pass needs. */
export const seatMailOf = (seat: string, messages: ReadonlyArray<MailItem>): SeatMail => ({
  seat,
  messages: messages.flatMap(({ at, drop, from, id, pending, receipt }) =>
    receipt !== null && pending === null
      ? []
      : [
          {
            id,
            at,
            from,
            drop,
            receipt: receipt === null ? null : { at: receipt.at, how: receipt.how },
            pending:
              pending === null
                ? null
                : {
                    trigger: pending.trigger,
                    tries: pending.tries,
                    enters: pending.enters,
                    lastAt: pending.lastAt
                  }
          }
        ]
  )
})
