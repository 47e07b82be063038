import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { Mailbox, type MailboxOptions, type SendInput } from "../../src/services/Mailbox.ts"

/** A project of its own for a mailbox, and the person's configuration folder beside it. */
export interface MailPlace {
  readonly root: string
  readonly configFolder: string
  /** A path in a seat's box. */
  readonly box: (seat: string, ...names: ReadonlyArray<string>) => string
  /** Where the messages' key lies. */
  readonly key: string
  readonly layer: (options?: Partial<MailboxOptions>) => Layer.Layer<Mailbox>
  readonly remove: () => void
}

/** The mailbox of a project whose root is there. */
export const mailPlaceAt = (root: string, configFolder: string): Omit<MailPlace, "remove"> => ({
  root,
  configFolder,
  box: (seat, ...names) => join(root, ".agents", "messages", seat, ...names),
  key: join(`${configFolder}-key`, "messages.json"),
  layer: (options = {}) => Mailbox.layerFile({ root, configFolder, ...options })
})

/** A folder that a test takes away again with `remove`. */
export const makeMailPlace = (): MailPlace => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "mail-")))
  const root = join(base, "lantern")
  mkdirSync(root)
  return {
    ...mailPlaceAt(root, join(base, "config", "team")),
    remove: () => rmSync(base, { recursive: true, force: true })
  }
}

export const SESSION = "lantern"

/** A message to a seat, with whatever of it a test cares about. */
export const mail = (to: string, more: Partial<SendInput> = {}): SendInput => ({
  session: SESSION,
  to,
  from: "lead",
  by: "seat",
  body: "Look at the lantern.",
  expires: null,
  ...more
})

/** Sends one. */
export const sendMail = (to: string, more: Partial<SendInput> = {}) =>
  Effect.flatMap(Mailbox, (mailbox) => mailbox.send(mail(to, more)))
