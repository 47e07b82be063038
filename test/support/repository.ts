import { execFileSync } from "node:child_process"
import { mkdirSync } from "node:fs"

export interface CommitOptions {
  /** Committer and author date, epoch ms. */
  readonly at: number
  readonly authored?: number
  readonly author?: string
  readonly email?: string
  readonly message?: string
}

/** The variables a test's own git runs with: nobody's settings, fixed people and dates. */
const environment = (options?: CommitOptions): NodeJS.ProcessEnv => {
  const author = options?.author ?? "Somebody"
  const email = options?.email ?? "somebody@example.test"
  const seconds = (at: number): string => `${Math.floor(at / 1000)} +0000`
  const dates =
    options === undefined
      ? {}
      : {
          GIT_AUTHOR_DATE: seconds(options.authored ?? options.at),
          GIT_COMMITTER_DATE: seconds(options.at)
        }
  return {
    PATH: process.env["PATH"],
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_AUTHOR_NAME: author,
    GIT_AUTHOR_EMAIL: email,
    GIT_COMMITTER_NAME: author,
    GIT_COMMITTER_EMAIL: email,
    ...dates
  }
}

/** Runs git in a test's own folder and answers what it printed. */
export const git = (cwd: string, ...args: ReadonlyArray<string>): string =>
  execFileSync("git", args, {
    cwd,
    env: environment(),
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"]
  })

/** A commit without changes on what is checked out in a folder. Answers its id. */
export const commit = (cwd: string, options: CommitOptions): string => {
  execFileSync("git", ["commit", "-q", "--allow-empty", "--no-verify", "-m", options.message ?? "work"], {
    cwd,
    env: environment(options),
    stdio: "ignore"
  })
  return git(cwd, "rev-parse", "HEAD").trim()
}

/** Hands a text to a git command's stdin. */
export const feed = (cwd: string, input: string | Uint8Array, ...args: ReadonlyArray<string>): string =>
  execFileSync("git", args, { cwd, env: environment(), input, encoding: "utf8" }).trim()

/** A repository on `main` with one commit of that instant. */
export const repository = (path: string, at: number): string => {
  mkdirSync(path, { recursive: true })
  git(path, "init", "-q", "-b", "main")
  commit(path, { at, message: "first" })
  return path
}
