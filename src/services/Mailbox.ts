import { randomBytes } from "node:crypto"
import { basename } from "node:path"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { ephemeralKey, loadOrMakeKey } from "./approvals/key.ts"
import { ensureParent, keyFolderOf, realPath } from "./approvals/places.ts"
import { diskFiles, type MailFileProblem, type MailFiles, memoryFiles } from "./mailbox/files.ts"
import { rememberKey } from "./mailbox/key.ts"
import { makeMailbox } from "./mailbox/make.ts"
import { MailboxError, type MailboxShape } from "./mailbox/model.ts"
import { ensureFolder } from "./SafeFile.ts"

export type {
  Holder,
  Listed,
  MailboxShape,
  MailList,
  MailLook,
  SeatLook,
  SendInput,
  Sent,
  Tries
} from "./mailbox/model.ts"
export { MailboxError }

/** The messages' key, beside the approvals' own: one key never signs two kinds of record for two readers. */
export const MESSAGE_KEY = "messages.json"

export interface MailboxOptions {
  /** The project's root. */
  readonly root: string
  /** The person's configuration folder; the key lies beside it. */
  readonly configFolder: string
  /** Replaces the file operations, for tests that fail one. */
  readonly files?: (files: MailFiles) => MailFiles
  /** The 16 bytes that make an id its own. */
  readonly random?: () => ReadonlyArray<number>
}

const ofProblem = ({ message }: MailFileProblem) => new MailboxError({ reason: "File", message })

/** The seats' messages (design §3). What is read is untrusted: nothing unverified is shown as a message. */
export class Mailbox extends Context.Tag("seatwatch/Mailbox")<Mailbox, MailboxShape>() {
  /** The project's `.agents/messages`. */
  static readonly layerFile = (options: MailboxOptions): Layer.Layer<Mailbox> =>
    Layer.effect(
      Mailbox,
      Effect.flatMap(realPath(options.root), (root) => {
        const folder = keyFolderOf(options.configFolder)
        const disk = diskFiles(root)
        return makeMailbox({
          root,
          files: options.files?.(disk) ?? disk,
          key: Effect.mapError(rememberKey(folder, MESSAGE_KEY), ofProblem),
          makeKey: ensureParent(options.configFolder).pipe(
            Effect.flatMap((parent) => ensureFolder(parent, basename(folder))),
            Effect.zipRight(loadOrMakeKey(folder, MESSAGE_KEY)),
            Effect.mapError(ofProblem)
          ),
          random: options.random ?? (() => [...randomBytes(16)])
        })
      })
    )

  /** Messages of this process alone, for tests, the demo and embedding. */
  static readonly layerMemory: Layer.Layer<Mailbox> = Layer.effect(
    Mailbox,
    Effect.suspend(() => {
      const key = ephemeralKey()
      return makeMailbox({
        root: "/project",
        files: memoryFiles(),
        key: Effect.succeed(Option.some(key)),
        makeKey: Effect.succeed(key),
        random: () => [...randomBytes(16)]
      })
    })
  )
}
