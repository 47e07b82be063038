import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  verify
} from "node:crypto"
import { link, unlink } from "node:fs/promises"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { createNew, readOwned } from "../SafeFile.ts"
import { ApprovalError, ofFile } from "./error.ts"
import { guard } from "./places.ts"

/** The approvals' key. Another kind of record gets a file of its own: one key never signs two kinds. */
export const APPROVAL_KEY = "key.json"

/** A key that can sign and tell its own signatures. Its private half is in no property that prints. */
export interface SigningKey {
  /** The first 12 hex digits of the sha256 of the public half (SPKI, DER). */
  readonly fingerprint: string
  /** The signature over a text, in hex. */
  readonly sign: (text: string) => string
  readonly verify: (text: string, signature: string) => boolean
}

const KeyFile = Schema.Struct({
  format: Schema.Literal(1),
  algorithm: Schema.Literal("ed25519"),
  /** PKCS8, PEM. */
  privateKey: Schema.Redacted(Schema.String)
})
const decode = Schema.decodeUnknownEither(Schema.parseJson(KeyFile))
const encode = Schema.encodeSync(Schema.parseJson(KeyFile, { space: 2 }))

const MAX_BYTES = 16_384

const over = (secret: KeyObject): SigningKey => {
  const open = createPublicKey(secret)
  const held = Redacted.make(secret)
  return {
    fingerprint: createHash("sha256")
      .update(open.export({ type: "spki", format: "der" }))
      .digest("hex")
      .slice(0, 12),
    sign: (text) => sign(null, Buffer.from(text, "utf8"), Redacted.value(held)).toString("hex"),
    verify: (text, signature) => verify(null, Buffer.from(text, "utf8"), open, Buffer.from(signature, "hex"))
  }
}

/** A key of this process alone, for what is kept in memory. */
export const ephemeralKey = (): SigningKey => over(generateKeyPairSync("ed25519").privateKey)

const unreadable = (path: string, why: string) =>
  new ApprovalError({
    reason: "Key",
    path,
    message: `the signing key ${path} can't be read (${why}): restore it from a copy`
  })

const keyOf = (path: string, text: string): Either.Either<SigningKey, ApprovalError> => {
  const file = decode(text)
  if (Either.isLeft(file)) return Either.left(unreadable(path, "it is no key file of format 1"))
  try {
    const secret = createPrivateKey({ key: Redacted.value(file.right.privateKey), format: "pem" })
    if (secret.asymmetricKeyType !== "ed25519")
      return Either.left(unreadable(path, "it holds no ed25519 key"))
    return Either.right(over(secret))
  } catch {
    // The library's words may repeat what it was given.
    return Either.left(unreadable(path, "what it holds is no key"))
  }
}

/** The key in a folder, none when it was never made. One that is there and cannot be read is an error, never replaced. */
export const loadKey = (
  folder: string,
  name: string
): Effect.Effect<Option.Option<SigningKey>, ApprovalError> =>
  Effect.gen(function* () {
    const path = join(folder, name)
    if (!(yield* guard(folder, "folder")) || !(yield* guard(path, "file"))) return Option.none()
    const text = yield* Effect.mapError(readOwned(path, { maxBytes: MAX_BYTES }), (error) =>
      unreadable(path, error.reason === "TooLarge" ? "it is too large" : "the file can't be opened")
    )
    return Option.some(yield* keyOf(path, text))
  })

/** Puts a whole file at `path` unless one is there: written aside, then linked, so that the first of two writers wins. */
const placeFirst = (folder: string, path: string, text: string): Effect.Effect<void, ApprovalError> => {
  const aside = join(folder, `.key.${randomBytes(9).toString("base64url")}.tmp`)
  return createNew(aside, text).pipe(
    Effect.mapError(ofFile),
    Effect.zipRight(
      Effect.tryPromise({
        try: () =>
          link(aside, path).catch((cause: unknown) => {
            if (!(cause instanceof Error && "code" in cause && cause.code === "EEXIST")) throw cause
          }),
        catch: () =>
          new ApprovalError({ reason: "File", path, message: `the signing key ${path} can't be made` })
      })
    ),
    Effect.ensuring(Effect.promise(() => unlink(aside).catch(() => {}))),
    Effect.uninterruptible
  )
}

/** The key in a folder (which must be there), made now when there is none. */
export const loadOrMakeKey = (folder: string, name: string): Effect.Effect<SigningKey, ApprovalError> =>
  Effect.gen(function* () {
    const present = yield* loadKey(folder, name)
    if (Option.isSome(present)) return present.value
    const path = join(folder, name)
    const text = yield* Effect.sync(() => {
      const { privateKey } = generateKeyPairSync("ed25519", {
        privateKeyEncoding: { type: "pkcs8", format: "pem" },
        publicKeyEncoding: { type: "spki", format: "pem" }
      })
      return encode({ format: 1, algorithm: "ed25519", privateKey: Redacted.make(privateKey) })
    })
    yield* placeFirst(folder, path, `${text}\n`)
    // Whoever was first: the file as it stands is the key.
    const made = yield* loadKey(folder, name)
    return Option.isSome(made) ? made.value : yield* unreadable(path, "it vanished while it was made")
  })
