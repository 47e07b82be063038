import { constants } from "node:fs"
import { mkdir, open, realpath } from "node:fs/promises"
import { basename, dirname, join, resolve } from "node:path"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { FileError, inspect, readOwned } from "./SafeFile.ts"

/** A project: the folder that holds `.agents`, and git's common folder where there is one. */
export interface ProjectPlace {
  readonly root: string
  readonly kind: "git" | "folder"
  readonly commonDir: string | null
}

/** The folder is in no repository and has no team file of its own. */
export class NotARepo extends Data.TaggedError("NotARepo")<{ readonly cwd: string }> {
  override get message(): string {
    return `${this.cwd} is in no git repository and has no .agents/team.yaml`
  }
}

export interface ProjectShape {
  /** The project a folder belongs to, whether it has a team file or not. A plain folder is its own project. */
  readonly locate: (cwd: string) => Effect.Effect<ProjectPlace, FileError>
  /** The project a folder belongs to; a plain folder without a team file is refused. */
  readonly find: (cwd: string) => Effect.Effect<ProjectPlace, FileError | NotARepo>
  /** Keeps `.agents/` out of git for this clone alone; true when the line was added. No line is ever lost. */
  readonly excludeFromGit: (place: ProjectPlace) => Effect.Effect<boolean, FileError>
}

/** Where the project is, found without running git. */
export class Project extends Context.Tag("seatwatch/Project")<Project, ProjectShape>() {
  static readonly layer: Layer.Layer<Project> = Layer.sync(Project, () =>
    Project.of({ locate, find, excludeFromGit })
  )
}

/** The team file's path under a project root. */
export const teamFilePath = (root: string): string => join(root, ".agents", "team.yaml")

const real = (path: string): Effect.Effect<string, FileError> =>
  Effect.tryPromise({
    try: () => realpath(path),
    catch: () => new FileError({ reason: "Missing", path, code: null })
  })

// Git's own pointer files may be another user's (a shared clone), and may be links: they are read, never written.
const readPointer = (path: string): Effect.Effect<string | null> =>
  readOwned(path, { maxBytes: 65_536, followLinks: true }).pipe(
    Effect.map((text) => text.trim()),
    Effect.orElseSucceed(() => null)
  )

const isGitDir = (path: string): Effect.Effect<boolean> =>
  inspect(join(path, "HEAD")).pipe(
    Effect.map((kind) => kind !== null),
    Effect.orElseSucceed(() => false)
  )

/** The place whose checkout holds `folder`'s `.git`, or null when that is no repository. */
const placeAt = (folder: string): Effect.Effect<ProjectPlace | null> =>
  Effect.gen(function* () {
    const dotGit = join(folder, ".git")
    const kind = yield* Effect.orElseSucceed(inspect(dotGit), () => null)
    if (kind === null) return null
    if (yield* isGitDir(dotGit))
      return { root: folder, kind: "git" as const, commonDir: yield* resolved(dotGit) }
    if (kind !== "file") return null
    const pointer = yield* readPointer(dotGit)
    const target = pointer === null ? null : /^gitdir: *(.+)$/m.exec(pointer)?.[1]
    if (target === null || target === undefined) return null
    const gitDir = resolve(folder, target)
    if (!(yield* isGitDir(gitDir))) return null
    const common = yield* readPointer(join(gitDir, "commondir"))
    // Without a common folder of another checkout (a submodule, a separate git folder) this checkout is the project.
    if (common === null || common === "") {
      return { root: folder, kind: "git" as const, commonDir: yield* resolved(gitDir) }
    }
    const commonDir = yield* resolved(resolve(gitDir, common))
    // A linked worktree shares the main checkout's team; a bare repository has no main checkout, unless it is hidden
    // inside the folder that holds the worktrees.
    const hidden = basename(commonDir).startsWith(".")
    return { root: hidden ? dirname(commonDir) : folder, kind: "git" as const, commonDir }
  })

const resolved = (path: string): Effect.Effect<string> => Effect.orElseSucceed(real(path), () => path)

const locate = (cwd: string): Effect.Effect<ProjectPlace, FileError> =>
  Effect.gen(function* () {
    const start = yield* real(cwd)
    for (let folder = start; ; folder = dirname(folder)) {
      const place = yield* placeAt(folder)
      if (place !== null) return place
      if (dirname(folder) === folder) return { root: start, kind: "folder", commonDir: null }
    }
  })

const find = (cwd: string): Effect.Effect<ProjectPlace, FileError | NotARepo> =>
  Effect.gen(function* () {
    const place = yield* locate(cwd)
    if (place.kind === "git") return place
    // A link at `.agents` or at the file is still "something there": the loader refuses it by name.
    const agents = yield* inspect(join(place.root, ".agents"))
    const file = agents === "folder" ? yield* inspect(teamFilePath(place.root)) : agents
    return file === null ? yield* new NotARepo({ cwd: place.root }) : place
  })

const LINE = ".agents/"
const isLine = (line: string): boolean => /^\/?\.agents\/?$/.test(line.trim())

const excludeFromGit = (place: ProjectPlace): Effect.Effect<boolean, FileError> => {
  if (place.commonDir === null) return Effect.succeed(false)
  const folder = join(place.commonDir, "info")
  const path = join(folder, "exclude")
  return Effect.tryPromise({
    try: async () => {
      await mkdir(folder, { recursive: true })
      // Git's file keeps git's mode. Appending (never rewriting) is what keeps every other line.
      const flags = constants.O_RDWR | constants.O_CREAT | constants.O_APPEND | constants.O_NONBLOCK
      const handle = await open(path, flags, 0o644)
      try {
        if (!(await handle.stat()).isFile()) throw new FileError({ reason: "NotRegular", path, code: null })
        const text = await handle.readFile("utf8")
        if (text.split(/\r?\n/).some(isLine)) return false
        await handle.appendFile(`${text === "" || text.endsWith("\n") ? "" : "\n"}${LINE}\n`)
        return true
      } finally {
        await handle.close()
      }
    },
    catch: (cause) => {
      if (cause instanceof FileError) return cause
      const code =
        cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : null
      const reason =
        code === "EACCES" || code === "EPERM" || code === "EROFS"
          ? "Denied"
          : code === "ENOSPC"
            ? "Full"
            : "Failed"
      return new FileError({ reason, path, code })
    }
  })
}
