import { createHash } from "node:crypto"
import { lstat, mkdir, readdir, realpath } from "node:fs/promises"
import { basename, dirname, join, resolve, sep } from "node:path"
import * as Effect from "effect/Effect"
import { FileError } from "../SafeFile.ts"
import { ApprovalError, type ApprovalReason, ofFile } from "./error.ts"

/** The sha256 of a text, in hex. */
export const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex")

/** The 12 hex digits a project's store and count are found by. */
export const rootHash = (root: string): string => sha256(root).slice(0, 12)

/** Where everything of one project's approval lies. */
export interface ApprovalPlaces {
  readonly config: string
  readonly store: string
  readonly record: string
  /** The approved text for a person to read; never read back. */
  readonly copy: string
  readonly keyFolder: string
  readonly counts: string
  readonly count: string
  readonly lock: string
}

/** The folder of the signing keys: beside the configuration folder, outside every store. */
export const keyFolderOf = (config: string): string => join(dirname(config), `${basename(config)}-key`)

const placesAt = (config: string, store: string, hash: string): ApprovalPlaces => {
  const keyFolder = keyFolderOf(config)
  const counts = join(keyFolder, "generations")
  return {
    config,
    store,
    record: join(store, "approval.json"),
    copy: join(store, "approved.yaml"),
    keyFolder,
    counts,
    count: join(counts, `${hash}.json`),
    lock: join(keyFolder, `${hash}.lock`)
  }
}

const codeOf = (cause: unknown): string | null =>
  cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : null

const failed = (path: string, cause: unknown): ApprovalError => {
  const code = codeOf(cause)
  const reason = code === "EACCES" || code === "EPERM" || code === "EROFS" ? "Denied" : "Failed"
  return ofFile(new FileError({ reason, path, code }))
}

const isGone = (cause: unknown): boolean => ["ENOENT", "ENOTDIR"].includes(codeOf(cause) ?? "")

/**
 * The places of a project's approval. Its store is found by the hash at the end of its name, so that a renamed project
 * keeps it; a new one gets the project's name. Two of them are refused: nobody could tell which one counts.
 */
export const findPlaces = (
  config: string,
  root: string,
  project: string
): Effect.Effect<ApprovalPlaces, ApprovalError> =>
  Effect.gen(function* () {
    const hash = rootHash(root)
    const names = yield* Effect.tryPromise({
      try: () => readdir(config).catch((cause: unknown) => (isGone(cause) ? [] : Promise.reject(cause))),
      catch: (cause) => failed(config, cause)
    })
    const found = names.filter((name) => name.endsWith(`-${hash}`)).sort()
    if (found.length > 1) {
      return yield* new ApprovalError({
        reason: "TwoStores",
        path: join(config, found[1] ?? ""),
        message: `${config} has two approval stores of this project (${found.join(", ")}): move all but the right one aside`
      })
    }
    const fresh = `${project.replaceAll(/[^A-Za-z0-9._-]/g, "_").replace(/^[.-]+/, "") || "project"}-${hash}`
    return placesAt(config, join(config, found[0] ?? fresh), hash)
  })

/**
 * Refuses what may not be used at a path: a link, the wrong kind, another user's, or one that others may open. False when
 * nothing is there. Nothing is ever made right here: a mode that somebody loosened is theirs to look at.
 */
export const guard = (path: string, kind: "folder" | "file"): Effect.Effect<boolean, ApprovalError> =>
  Effect.gen(function* () {
    const stats = yield* Effect.tryPromise({
      try: () => lstat(path).catch((cause: unknown) => (isGone(cause) ? null : Promise.reject(cause))),
      catch: (cause) => failed(path, cause)
    })
    if (stats === null) return false
    const no = (reason: ApprovalReason, said: string) =>
      new ApprovalError({ reason, path, message: `${path} ${said}` })
    if (stats.isSymbolicLink()) return yield* no("Link", "is a symbolic link, which is not followed")
    if (kind === "folder" ? !stats.isDirectory() : !stats.isFile()) {
      return yield* no("NotRegular", kind === "folder" ? "is not a folder" : "is not a regular file")
    }
    if (process.getuid !== undefined && stats.uid !== process.getuid()) {
      return yield* no("OtherOwner", "belongs to another user")
    }
    const most = kind === "folder" ? 0o700 : 0o600
    if ((stats.mode & 0o777 & ~most) !== 0) {
      const mode = (stats.mode & 0o777).toString(8)
      return yield* no("Mode", `is open to others (mode ${mode}): run chmod ${most.toString(8)} ${path}`)
    }
    return true
  })

/** Every level of an approval that is there, from the configuration folder down. */
export const guardAll = (places: ApprovalPlaces): Effect.Effect<void, ApprovalError> =>
  Effect.gen(function* () {
    yield* guard(places.config, "folder")
    if (yield* guard(places.store, "folder")) yield* guard(places.record, "file")
    if (yield* guard(places.keyFolder, "folder")) {
      if (yield* guard(places.counts, "folder")) yield* guard(places.count, "file")
    }
  })

/** The folder above the configuration folder, made when it is missing. */
export const ensureParent = (config: string): Effect.Effect<string, ApprovalError> =>
  Effect.tryPromise({
    try: async () => {
      await mkdir(dirname(config), { recursive: true, mode: 0o700 })
      return dirname(config)
    },
    catch: (cause) => failed(dirname(config), cause)
  })

/** The real path, as far as it exists; the rest as given. */
export const realPath = (path: string): Effect.Effect<string> =>
  Effect.promise(async () => {
    const whole = resolve(path)
    for (
      let at = whole, rest: ReadonlyArray<string> = [];
      ;
      rest = [basename(at), ...rest], at = dirname(at)
    ) {
      const real = await realpath(at).catch(() => null)
      if (real !== null) return join(real, ...rest)
      if (dirname(at) === at) return whole
    }
  })

const isInside = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`)

/** Refuses a store or a key inside a folder where seats work: they could change what they are held to. */
export const outsideWork = (
  places: ApprovalPlaces,
  root: string,
  workFolders: ReadonlyArray<string>
): Effect.Effect<void, ApprovalError> =>
  Effect.gen(function* () {
    for (const given of new Set([root, ...workFolders])) {
      const folder = resolve(root, given)
      const real = yield* realPath(folder)
      for (const [what, path] of [
        ["the approval store", places.store],
        ["the signing key's folder", places.keyFolder]
      ] as const) {
        if (!isInside(path, folder) && !isInside(yield* realPath(path), real)) continue
        return yield* new ApprovalError({
          reason: "InsideWork",
          path,
          message: `${what} ${path} is inside ${folder}, where seats work`
        })
      }
    }
  })
