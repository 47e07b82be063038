import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/TestClock"
import { afterEach, beforeEach, describe, expect } from "vitest"
import { BRANCHES, Git, type GitPlace } from "../../src/services/Git.ts"
import { ProcessRunner, type RunOptions } from "../../src/services/ProcessRunner.ts"
import { commit, feed, git, repository } from "../support/repository.ts"

const AT = Date.UTC(2026, 9, 18, 9, 0, 0)
let folder = ""
let kept: NodeJS.ProcessEnv = {}
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "git-look-")))
  kept = { ...process.env }
  process.env["GIT_CONFIG_GLOBAL"] = "/dev/null"
})
afterEach(() => {
  for (const name of Object.keys(process.env)) if (!(name in kept)) delete process.env[name]
  Object.assign(process.env, kept)
  rmSync(folder, { recursive: true, force: true })
})

const at = (...names: ReadonlyArray<string>): string => join(folder, ...names)
const look = (place: GitPlace) =>
  Effect.flatMap(Git, (service) => service.look(place)).pipe(
    Effect.provide(Git.layer),
    Effect.provide(ProcessRunner.layer)
  )

/** The real runner, keeping what it was asked to run. */
const counting = (asked: Array<RunOptions>, before: (options: RunOptions) => RunOptions = (all) => all) =>
  Git.layer.pipe(
    Layer.provide(
      Layer.effect(
        ProcessRunner,
        Effect.map(ProcessRunner, ({ run, start }) => ({
          start,
          run: (options: RunOptions) => {
            asked.push(options)
            return run(before(options))
          }
        }))
      ).pipe(Layer.provide(ProcessRunner.layer))
    )
  )

/** A program in git's place, on a PATH of its own. */
const insteadOfGit = (script: string): void => {
  mkdirSync(at("bin"))
  writeFileSync(at("bin", "git"), `#!/bin/sh\n${script}\n`)
  chmodSync(at("bin", "git"), 0o755)
  process.env["PATH"] = `${at("bin")}:${process.env["PATH"]}`
}

/** Every file below a folder with its size and time of change. */
const states = (path: string): ReadonlyArray<string> =>
  readdirSync(path, { recursive: true, encoding: "utf8" })
    .map((name) => [name, statSync(join(path, name))] as const)
    .map(([name, stats]) => `${name} ${stats.size} ${stats.mtimeMs}`)
    .sort()

describe("a look at a repository", () => {
  it.effect(
    "finds branches newest first, checkouts and detached heads, in three runs that write nothing",
    () =>
      Effect.gen(function* () {
        const root = repository(at("p"), AT)
        git(root, "worktree", "add", "-q", "-b", "topic", at("w", "a b"))
        git(root, "worktree", "add", "-q", "--detach", at("w", "d"))
        const topic = commit(at("w", "a b"), {
          at: AT + 5000,
          authored: AT - 8e8,
          author: "one",
          email: "one@example.test",
          message: "Work\n\nBody.\n\nAgent: Opus 4.1 · implementer\nOther: folded\n  twice"
        })
        const detached = commit(at("w", "d"), { at: AT + 9000 })
        const first = git(root, "rev-parse", "HEAD").trim()
        const before = states(folder)
        const asked: Array<RunOptions> = []
        const found = yield* Effect.flatMap(Git, (service) => service.look({ root })).pipe(
          Effect.provide(counting(asked))
        )
        expect(found.branches).toEqual([
          {
            ref: "refs/heads/topic",
            oid: topic,
            at: AT + 5000,
            author: "one",
            email: "one@example.test",
            trailers: [
              { token: "Agent", value: "Opus 4.1 · implementer" },
              { token: "Other", value: "folded twice" }
            ]
          },
          expect.objectContaining({ ref: "refs/heads/main", oid: first, at: AT, trailers: [] })
        ])
        expect(found.worktrees).toEqual([
          { path: root, main: true, head: first, branch: "refs/heads/main" },
          { path: at("w", "a b"), main: false, head: topic, branch: "refs/heads/topic" },
          { path: at("w", "d"), main: false, head: detached, branch: null }
        ])
        expect(found.heads).toEqual([expect.objectContaining({ oid: detached, at: AT + 9000 })])
        expect(asked.length).toBe(3)
        expect(states(folder)).toEqual(before)
      })
  )

  it.effect("of an empty repository finds its checkout and no commit", () =>
    Effect.gen(function* () {
      mkdirSync(at("p"))
      git(at("p"), "init", "-q", "-b", "main")
      expect(yield* look({ root: at("p") })).toEqual({
        branches: [],
        worktrees: [{ path: at("p"), main: true, head: null, branch: "refs/heads/main" }],
        heads: []
      })
    })
  )

  it.effect("finds a bare repository hidden in the project's folder", () =>
    Effect.gen(function* () {
      repository(at("from"), AT)
      mkdirSync(at("p"))
      git(folder, "clone", "-q", "--bare", at("from"), at("p", ".bare"))
      git(at("p", ".bare"), "worktree", "add", "-q", "-b", "topic", at("p", "one"))
      const found = yield* look({ root: at("p"), commonDir: at("p", ".bare") })
      expect(found.branches.map(({ ref }) => ref).sort()).toEqual(["refs/heads/main", "refs/heads/topic"])
      expect(found.worktrees.map(({ path }) => path)).toEqual([at("p", ".bare"), at("p", "one")])
    })
  )

  it.effect("asks an older git, which knows no -z, once a layer", () =>
    Effect.gen(function* () {
      const root = repository(at("p"), AT)
      const asked: Array<RunOptions> = []
      const old = counting(asked, (options) => ({
        ...options,
        args: options.args.map((arg) => (arg === "-z" ? "--no-such-option" : arg))
      }))
      const found = yield* Effect.flatMap(Git, (service) =>
        Effect.zipRight(service.look({ root }), service.look({ root }))
      ).pipe(Effect.provide(old))
      expect(found.worktrees).toEqual([expect.objectContaining({ path: root, branch: "refs/heads/main" })])
      expect(asked.filter(({ args }) => args.includes("-z")).length).toBe(1)
      expect(asked.length).toBe(5)
    })
  )

  it.effect("of many branches reads a bounded number, the newest, and still each checkout", () =>
    Effect.gen(function* () {
      const root = repository(at("p"), AT)
      git(root, "worktree", "add", "-q", "-b", "old", at("w"))
      const old = commit(at("w"), { at: AT - 9e6 })
      const tree = git(root, "rev-parse", "HEAD^{tree}").trim()
      const stream = Array.from(
        { length: 500 },
        (_, n) =>
          `commit refs/heads/many/${n}\ncommitter B <b@example.test> ${AT / 1000 + n} +0000\ndata 1\nx\nM 040000 ${tree} \n\n`
      )
      feed(root, stream.join(""), "fast-import", "--quiet")
      const found = yield* look({ root })
      expect(found.branches.length).toBe(BRANCHES)
      expect(found.branches[0]?.ref).toBe("refs/heads/many/499")
      expect(found.branches.some(({ oid }) => oid === old)).toBe(false)
      expect(found.heads.map(({ oid }) => oid)).toContain(old)
    })
  )

  it.effect("of a checkout at a commit that has gone still finds the others", () =>
    Effect.gen(function* () {
      const root = repository(at("p"), AT)
      git(root, "worktree", "add", "-q", "--detach", at("w", "d"))
      git(root, "worktree", "add", "-q", "--detach", at("w", "e"))
      const there = commit(at("w", "e"), { at: AT + 1000 })
      writeFileSync(join(root, ".git", "worktrees", "d", "HEAD"), `${"5".repeat(40)}\n`)
      expect((yield* look({ root })).heads.map(({ oid }) => oid)).toEqual([there])
    })
  )

  it.effect("takes names of any bytes as data", () =>
    Effect.gen(function* () {
      const root = repository(at("p"), AT)
      const tree = git(root, "rev-parse", "HEAD^{tree}").trim()
      const raw = Buffer.concat([
        Buffer.from(`tree ${tree}\nauthor \u001b[31m`),
        Buffer.from([0xff, 0x01]),
        Buffer.from(
          `$(touch x) <a> 5 +0000\ncommitter c <c> ${AT / 1000} +0000\n\n\u001b]0;t\u0007\n\nAgent: \u001b[1mx\n`
        )
      ])
      const oid = feed(root, raw, "hash-object", "-t", "commit", "-w", "--literally", "--stdin")
      const names = ["--output=x", "$(touch>x)", "a;b|c&d'e", "naïve/ünï", "%00%(refname)"]
      for (const name of names) git(root, "update-ref", `refs/heads/${name}`, oid)
      const found = yield* look({ root })
      expect(
        found.branches
          .filter((one) => one.oid === oid)
          .map(({ ref }) => ref)
          .sort()
      ).toEqual(names.map((name) => `refs/heads/${name}`).sort())
      expect(found.branches.find((one) => one.oid === oid)).toMatchObject({
        author: "\u001b[31m\ufffd\u0001$(touch x)",
        trailers: [{ token: "Agent", value: "\u001b[1mx" }]
      })
      expect(existsSync(join(root, "x"))).toBe(false)
    })
  )
})

describe("what stands around the repository", () => {
  it.effect("another repository in the environment, or a trace file, has no part in it", () =>
    Effect.gen(function* () {
      const root = repository(at("p"), AT)
      repository(at("other"), AT + 5000)
      Object.assign(process.env, {
        GIT_DIR: at("other", ".git"),
        GIT_WORK_TREE: at("other"),
        GIT_INDEX_FILE: at("nowhere"),
        GIT_OBJECT_DIRECTORY: at("nowhere"),
        GIT_TRACE: at("trace"),
        GIT_CONFIG_COUNT: "1",
        GIT_CONFIG_KEY_0: "core.bare",
        GIT_CONFIG_VALUE_0: "nonsense"
      })
      const found = yield* look({ root })
      expect(found.worktrees.map(({ path }) => path)).toEqual([root])
      expect(found.branches.map((one) => one.at)).toEqual([AT])
      expect(existsSync(at("trace"))).toBe(false)
    })
  )

  it.effect("no hook, monitor, pager, filter or signature program of the repository is run", () =>
    Effect.gen(function* () {
      const root = repository(at("p"), AT)
      writeFileSync(at("run"), `#!/bin/sh\ntouch '${at("ran")}'\ncat\n`)
      chmodSync(at("run"), 0o755)
      mkdirSync(at("hooks"))
      for (const name of [
        "post-index-change",
        "reference-transaction",
        "post-checkout",
        "fsmonitor-watchman"
      ]) {
        writeFileSync(at("hooks", name), `#!/bin/sh\ntouch '${at("ran")}'\n`)
        chmodSync(at("hooks", name), 0o755)
      }
      git(root, "worktree", "add", "-q", "--detach", at("w"))
      const tree = git(root, "rev-parse", "HEAD^{tree}").trim()
      const signed = `tree ${tree}\nauthor a <a> 5 +0000\ncommitter a <a> 5 +0000\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n\nx\n`
      const oid = feed(root, signed, "hash-object", "-t", "commit", "-w", "--stdin")
      git(at("w"), "checkout", "-q", "--detach", oid)
      for (const [key, value] of Object.entries({
        "core.hooksPath": at("hooks"),
        "core.fsmonitor": at("run"),
        "core.pager": at("run"),
        "pager.log": at("run"),
        "pager.for-each-ref": at("run"),
        "pager.worktree": at("run"),
        "gpg.program": at("run"),
        "log.showSignature": "true",
        "diff.external": at("run"),
        "core.sshCommand": at("run"),
        "alias.for-each-ref": `!${at("run")}`
      })) {
        git(root, "config", key, value)
      }
      const found = yield* look({ root })
      expect(found.heads.map((one) => one.oid)).toEqual([oid])
      expect(existsSync(at("ran"))).toBe(false)
    })
  )
})

describe("what can't be read", () => {
  it.effect("is no repository, told without asking git where that is known", () =>
    Effect.gen(function* () {
      expect(yield* Effect.flip(look({ root: folder }))).toMatchObject({ reason: "NotARepo" })
      const asked: Array<RunOptions> = []
      const error = yield* Effect.flatMap(Git, (service) =>
        service.look({ root: folder, commonDir: null })
      ).pipe(Effect.flip, Effect.provide(counting(asked)))
      expect([error.reason, asked.length]).toEqual(["NotARepo", 0])
    })
  )

  it.effect("is a machine without git", () =>
    Effect.gen(function* () {
      const root = repository(at("p"), AT)
      process.env["PATH"] = at("nothing")
      expect(yield* Effect.flip(look({ root }))).toMatchObject({ reason: "NotInstalled" })
    })
  )

  it.effect("is another user's repository: the message names the repair", () =>
    Effect.gen(function* () {
      const root = repository(at("p"), AT)
      insteadOfGit("echo \"fatal: detected dubious ownership in repository at '/secret'\" >&2; exit 128")
      const error = yield* Effect.flip(look({ root }))
      expect(error.reason).toBe("Failed")
      expect(error.message).toContain(`git config --global --add safe.directory '${root}'`)
      expect(error.message).not.toContain("secret")
    })
  )

  it.effect("is a repository git gives up on: git's words stay with git", () =>
    Effect.gen(function* () {
      const root = repository(at("p"), AT)
      insteadOfGit("echo 'fatal: secret words' >&2; exit 128")
      const error = yield* Effect.flip(look({ root }))
      expect([error.reason, error.message]).toEqual([
        "Failed",
        `git could not read the repository of ${root}`
      ])
    })
  )

  it.effect("is an answer over the bound", () =>
    Effect.gen(function* () {
      const root = repository(at("p"), AT)
      insteadOfGit("head -c 3000000 /dev/zero")
      expect(yield* Effect.flip(look({ root }))).toMatchObject({ reason: "Failed" })
    })
  )

  it.effect("is a git that never answers", () =>
    Effect.gen(function* () {
      const root = repository(at("p"), AT)
      insteadOfGit(`echo $$ >> '${at("pids")}'; exec sleep 100`)
      const fiber = yield* Effect.fork(Effect.flip(look({ root })))
      yield* Effect.promise(async () => {
        while (!existsSync(at("pids"))) await new Promise((resume) => setTimeout(resume, 5))
      })
      yield* TestClock.adjust("2 seconds")
      expect(yield* Fiber.join(fiber)).toMatchObject({ reason: "Timeout" })
    })
  )
})
