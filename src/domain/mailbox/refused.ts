import { cleanText } from "../text/clean.ts"
import type { RecordRefusal } from "./record.ts"

/**
 * Why a file of a box is not used. `Name` no name of a mailbox's file · `Link` · `NotRegular` · `OtherOwner` · `Mode` others
 * may write it · `TooLarge` · `Unreadable` · `WrongSession` a receipt, ack or marker of another session than its message ·
 * `Orphan` its message is not there · `Drop` it is not the signed message's text · `NoKey` nothing to verify it with.
 */
export type MailRefusal =
  | RecordRefusal
  | "Name"
  | "Link"
  | "NotRegular"
  | "OtherOwner"
  | "Mode"
  | "TooLarge"
  | "Unreadable"
  | "WrongSession"
  | "Orphan"
  | "Drop"
  | "NoKey"

/** A file of a seat's box that is not used. The name is untrusted. */
export interface RefusedMail {
  readonly seat: string
  readonly name: string
  readonly reason: MailRefusal
}

const SAID: Readonly<Record<MailRefusal, string>> = {
  Name: "is no file of a mailbox: move it elsewhere",
  Link: "is a symbolic link, which is not followed: delete it",
  NotRegular: "is not a regular file: delete it",
  OtherOwner: "belongs to another user: delete it",
  Mode: "may be written by other users: delete it, or run chmod 600 on it if it is yours",
  TooLarge: "is larger than any message: delete it",
  Unreadable: "can't be read: look at its permissions",
  HalfWritten: "is not whole: delete it and send the message again",
  NoRecord: "is no record that this version knows: delete it",
  WrongId: "was written for another message: delete it",
  WrongSeat: "was written for another seat: delete it",
  ForeignRoot: "was written in another project folder: send the message again here",
  WrongSession: "was written in another session than its message: delete it",
  Tampered: "was changed, or not written by team here: do not follow it, delete it",
  Orphan: "belongs to a message that is not there: delete it",
  Drop: "is not the text that was sent: do not follow it, send the message again",
  NoKey:
    "can't be verified, the key for messages is missing: restore messages.json, or send the message again"
}

/** A refused file in one plain line, with what to do. */
export const refusedText = ({ name, reason, seat }: RefusedMail): string =>
  `the mailbox of ${seat}: ${cleanText(name, 80)} ${SAID[reason]}`
