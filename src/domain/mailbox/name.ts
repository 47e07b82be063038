import { isMessageId } from "./id.ts"

/** What a file of a box is by its name; `drop` is the text the seat is told to read. */
export type MailKind = "message" | "receipt" | "ack" | "pending" | "drop"

export interface MailName {
  readonly kind: MailKind
  readonly id: string
}

const ENDINGS: ReadonlyArray<readonly [ending: string, kind: MailKind]> = [
  [".read.json", "receipt"],
  [".ack.json", "ack"],
  [".pending.json", "pending"],
  [".json", "message"],
  [".md", "drop"]
]

/** Every kind, the message's own record first: the order in which a message is taken away. */
export const MAIL_KINDS: ReadonlyArray<MailKind> = ["message", "pending", "receipt", "ack", "drop"]

/** The file's name for a kind and an id. */
export const mailFile = (id: string, kind: MailKind): string =>
  `${id}${ENDINGS.find(([, of]) => of === kind)?.[0] ?? ""}`

/** Reads a file's name; null for what is no part of a box. */
export const mailName = (name: string): MailName | null => {
  for (const [ending, kind] of ENDINGS) {
    if (!name.endsWith(ending)) continue
    const id = name.slice(0, -ending.length)
    return isMessageId(id) ? { kind, id } : null
  }
  return null
}

/** A name that is passed over: hidden, or a file still being written. */
export const isPassedOver = (name: string): boolean => name.startsWith(".") || name.endsWith(".tmp")

/** A file of ours that was being written when its writer died: `.<name>.<12 letters>.tmp`. */
export const isAside = (name: string): boolean => {
  const inner = /^\.(.+)\.[A-Za-z0-9_-]{12}\.tmp$/.exec(name)?.[1]
  return inner !== undefined && mailName(inner) !== null
}

/** The team file's rule for a seat's name: it leaves no way out of the mailbox's folder. */
export const SEAT_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/

/** Whether a text may be a seat's name. */
export const isSeatName = (name: string): boolean => SEAT_NAME.test(name)
