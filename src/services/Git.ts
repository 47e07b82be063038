import { join } from "node:path"
import process from "node:process"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Ref from "effect/Ref"
import {
  BRANCH_FORMAT,
  parseBranches,
  parseTips,
  parseWorktrees,
  TIP_FORMAT
} from "../domain/trace/git-parse.ts"
import type { GitLook, Tip, Worktree } from "../domain/trace/tip.ts"
import { ProcessRunner, type RunResult } from "./ProcessRunner.ts"
import { inspect } from "./SafeFile.ts"

/**
 * Why a repository told nothing: no git on the PATH, no repository, not done in time, or git refused (another user's
 * repository, a broken one, too long an answer).
 */
export type GitReason = "NotInstalled" | "NotARepo" | "Timeout" | "Failed"

/** The one error of looking at a repository. The message is ours: git's own words are never in it. */
export class GitError extends Data.TaggedError("GitError")<{
  readonly reason: GitReason
  readonly message: string
}> {}

/** A project as git is asked about it. `commonDir` null says that it is no repository, left out that git is to find it. */
export interface GitPlace {
  readonly root: string
  readonly commonDir?: string | null
}

/** Most branches of one look, newest first, and most commits asked for beside them. */
export const BRANCHES = 200

/** Milliseconds one look may take, and the bytes read of each answer. */
const LOOK_MILLIS = 2_000
const LOOK_BYTES = 1024 * 1024

/** A repository, read by at most three runs of git that write nothing, fetch nothing and run nobody's program. */
export class Git extends Context.Tag("seatwatch/Git")<
  Git,
  {
    /** The branches' tips and the checkouts of this moment; fails with `GitError`. */
    readonly look: (place: GitPlace) => Effect.Effect<GitLook, GitError>
  }
>() {
  static readonly layer: Layer.Layer<Git, never, ProcessRunner> = Layer.effect(
    Git,
    Effect.gen(function* () {
      const { run } = yield* ProcessRunner
      // An older git has no `worktree list -z`; once it said so it is not asked again.
      const nul = yield* Ref.make(true)
      return Git.of({ look: (place) => lookWith(run, nul, place) })
    })
  )

  /** The answers of a function, for tests and embedding. */
  static readonly layerFrom = (
    look: (place: GitPlace) => Effect.Effect<GitLook, GitError>
  ): Layer.Layer<Git> => Layer.succeed(Git, { look })
}

type Run = Context.Tag.Service<ProcessRunner>["run"]

// Where git and its configuration are; every other variable of git's (a hook's repository, an index, a trace file) goes.
const KEPT: ReadonlySet<string> = new Set([
  "GIT_EXEC_PATH",
  "GIT_CONFIG_GLOBAL",
  "GIT_CONFIG_SYSTEM",
  "GIT_CONFIG_NOSYSTEM",
  "GIT_CEILING_DIRECTORIES"
])

const environment = (): Readonly<Record<string, string | undefined>> => ({
  ...Object.fromEntries(
    Object.keys(process.env)
      .filter((name) => name.startsWith("GIT_") && !KEPT.has(name))
      .map((name) => [name, undefined])
  ),
  GIT_OPTIONAL_LOCKS: "0",
  GIT_TERMINAL_PROMPT: "0",
  GIT_NO_LAZY_FETCH: "1",
  LC_ALL: "C"
})

// The repository's own configuration is the team's to write: nothing in it may start a program, a pager or a fetch.
const SETTINGS = [
  "core.fsmonitor=false",
  "core.hooksPath=/dev/null",
  "log.showSignature=false",
  "protocol.allow=never",
  "trailer.separators=:",
  "i18n.logOutputEncoding=UTF-8"
].flatMap((setting) => ["-c", setting])

const notARepo = new GitError({ reason: "NotARepo", message: "the project is in no git repository" })

const failed = (root: string, stderr: string): GitError => {
  if (/not a git repository/.test(stderr)) return notARepo
  return new GitError({
    reason: "Failed",
    message: /dubious ownership|unsafe repository/.test(stderr)
      ? `git does not read the repository of ${root}: it belongs to another user (git config --global --add safe.directory '${root}')`
      : `git could not read the repository of ${root}`
  })
}

const timedOut = (root: string): GitError =>
  new GitError({ reason: "Timeout", message: `git did not answer about ${root} in 2 s` })

const REFS = ["for-each-ref", "--sort=-committerdate", `--count=${BRANCHES}`, `--format=${BRANCH_FORMAT}`]

// A checkout whose folder has gone may name a commit that has gone too.
const LOG = [
  "log",
  "--no-walk=unsorted",
  "--ignore-missing",
  "--no-patch",
  "--no-color",
  "--no-decorate",
  "--no-notes",
  "--no-show-signature",
  `--format=${TIP_FORMAT}`
]

/** Runs git in a folder and answers its result, whatever its code. */
const asked = (
  run: Run,
  root: string,
  folder: string,
  args: ReadonlyArray<string>
): Effect.Effect<RunResult, GitError> =>
  run({
    program: "git",
    args: ["-C", folder, "--no-optional-locks", "--no-pager", ...SETTINGS, ...args],
    env: environment(),
    timeout: LOOK_MILLIS,
    maxBytes: LOOK_BYTES
  }).pipe(
    Effect.mapError((error) => {
      switch (error.reason) {
        case "NotFound":
          return new GitError({ reason: "NotInstalled", message: error.message })
        case "Timeout":
          return timedOut(root)
        case "TooMuch":
          return new GitError({ reason: "Failed", message: `git said more about ${root} than is read` })
        case "Failed":
          return failed(root, "")
      }
    })
  )

const lookWith = (run: Run, nul: Ref.Ref<boolean>, place: GitPlace): Effect.Effect<GitLook, GitError> => {
  const { root, commonDir } = place
  if (commonDir === null) return Effect.fail(notARepo)
  return Effect.gen(function* () {
    // A bare repository hidden in the project's folder is found from inside only.
    const here = yield* Effect.orElseSucceed(inspect(join(root, ".git")), () => null)
    const folder = here === null && commonDir !== undefined ? commonDir : root
    const ask = (...args: ReadonlyArray<string>) => asked(run, root, folder, args)
    const answer = (...args: ReadonlyArray<string>) =>
      Effect.flatMap(ask(...args), ({ code, stderr, stdout }) =>
        code === 0 ? Effect.succeed(stdout) : Effect.fail(failed(root, stderr))
      )

    const list = Effect.gen(function* () {
      if (yield* Ref.get(nul)) {
        const { code, stderr, stdout } = yield* ask("worktree", "list", "--porcelain", "-z")
        if (code === 0) return parseWorktrees(stdout, "\0")
        // 129 is git's word for an option it does not have.
        if (code !== 129) return yield* failed(root, stderr)
        yield* Ref.set(nul, false)
      }
      return parseWorktrees(yield* answer("worktree", "list", "--porcelain"), "\n")
    })

    const [branches, worktrees] = yield* Effect.all(
      [Effect.map(answer(...REFS, "refs/heads"), parseBranches), list],
      { concurrency: "unbounded" }
    )

    const wanted = missing(worktrees, branches)
    const heads = wanted.length === 0 ? [] : parseTips(yield* answer(...LOG, ...wanted, "--"))
    return { branches, worktrees, heads }
  }).pipe(Effect.timeoutFail({ duration: LOOK_MILLIS, onTimeout: () => timedOut(root) }))
}

/** The commits of checkouts that are no branch's of the list; each is a full object id. */
const missing = (worktrees: ReadonlyArray<Worktree>, branches: ReadonlyArray<Tip>): ReadonlyArray<string> => {
  const known = new Set(branches.map((branch) => branch.oid))
  const heads = worktrees.flatMap(({ head }) => (head === null || known.has(head) ? [] : [head]))
  return [...new Set(heads)].slice(0, BRANCHES)
}
