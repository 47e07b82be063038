import process from "node:process"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Schedule from "effect/Schedule"
import { ProcessError, ProcessRunner, type RunOptions } from "../../src/services/ProcessRunner.ts"

const run = (options: RunOptions) => Effect.flatMap(ProcessRunner, (runner) => runner.run(options))

const shell = (script: string, options: Partial<RunOptions> = {}) =>
  run({ program: "sh", args: ["-c", script], ...options })

const reason = (effect: Effect.Effect<unknown, ProcessError, ProcessRunner>) =>
  Effect.map(Effect.flip(effect), (error) => error.reason)

const isGone = (pid: number) =>
  Effect.sync(() => {
    try {
      process.kill(pid, 0)
      return false
    } catch {
      return true
    }
  }).pipe(
    Effect.filterOrFail((gone) => gone),
    Effect.retry(Schedule.spaced("20 millis").pipe(Schedule.intersect(Schedule.recurs(100)))),
    Effect.orElseSucceed(() => false)
  )

const test = (title: string, body: () => Effect.Effect<void, unknown, ProcessRunner>) =>
  it.live(title, () => Effect.provide(body(), ProcessRunner.layer))

describe("ProcessRunner", () => {
  test("gives code, signal and both outputs; a bad end is a result", () =>
    Effect.gen(function* () {
      expect(yield* shell("echo out; echo err >&2; exit 3")).toEqual({
        code: 3,
        signal: null,
        stdout: "out\n",
        stderr: "err\n"
      })
      expect(yield* shell("kill -9 $$")).toMatchObject({ code: null, signal: "SIGKILL" })
    }))

  test("hands arguments over as they are and stdin to the end", () =>
    Effect.gen(function* () {
      const odd = "a b; $(id) `id` \"'\\ *\n\u00e9"
      expect((yield* run({ program: "printf", args: ["%s", odd] })).stdout).toBe(odd)
      const much = "é漢".repeat(100_000)
      expect((yield* run({ program: "cat", args: [], stdin: much, maxBytes: 1_000_000 })).stdout).toBe(much)
      expect((yield* run({ program: "cat", args: [] })).stdout).toBe("")
    }))

  test("a program that does not read its stdin fails nobody", () =>
    Effect.gen(function* () {
      expect((yield* run({ program: "true", args: [], stdin: "x".repeat(1_000_000) })).code).toBe(0)
    }))

  test("adds and takes out variables", () =>
    Effect.gen(function* () {
      const env = { SW_ADDED: "yes", HOME: undefined }
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell's own
      expect((yield* shell('echo "$SW_ADDED|${HOME-none}|${PATH:+path}"', { env })).stdout).toBe(
        "yes|none|path\n"
      )
    }))

  test("starts a program with the given variables and no other", () =>
    Effect.gen(function* () {
      const program = "/usr/bin/env"
      const env = { SW_ADDED: "yes", HOME: undefined }
      expect((yield* run({ program, args: [], env, emptyEnv: true })).stdout).toBe("SW_ADDED=yes\n")
      expect((yield* run({ program, args: [], emptyEnv: true })).stdout).toBe("")
      expect((yield* run({ program, args: [], env })).stdout).toContain("PATH=")
    }))

  test("throws stderr away where it is told to, whatever its size", () =>
    Effect.gen(function* () {
      const much = "head -c 3000000 /dev/zero >&2; echo out; exit 3"
      expect(yield* shell(much, { dropStderr: true, maxBytes: 100 })).toEqual({
        code: 3,
        signal: null,
        stdout: "out\n",
        stderr: ""
      })
      expect(yield* reason(shell(much, { maxBytes: 100 }))).toBe("TooMuch")
    }))

  test("drains both outputs at once and stops at the cap of either", () =>
    Effect.gen(function* () {
      const both = "head -c 3000000 /dev/zero >&2; head -c 3000000 /dev/zero"
      expect((yield* shell(both)).stderr.length).toBe(3_000_000)
      expect(yield* reason(shell("yes", { maxBytes: 100_000 }))).toBe("TooMuch")
      expect(yield* reason(shell("yes >&2", { maxBytes: 100_000 }))).toBe("TooMuch")
    }))

  test("replaces bytes that are no UTF-8", () =>
    Effect.gen(function* () {
      expect((yield* shell("printf 'a\\377b\\303'")).stdout).toBe("a\ufffdb\ufffd")
    }))

  test("ends one that takes too long with what it started, even if it ignores SIGTERM", () =>
    Effect.gen(function* () {
      const body = "trap '' TERM; sleep 100 & echo $! ; wait; wait; sleep 100"
      const child = yield* Effect.scoped(
        Effect.gen(function* () {
          const runner = yield* ProcessRunner
          const running = yield* runner.start({ program: "sh", args: ["-c", body], grace: 50 })
          const line = yield* Effect.async<string>((resume) =>
            running.onStdout((chunk) => resume(Effect.succeed(String(chunk))))
          )
          expect(running.write("x")).toBe(true)
          return { pid: running.pid, grandchild: Number(line) }
        })
      )
      expect(yield* isGone(child.pid)).toBe(true)
      expect(yield* isGone(child.grandchild)).toBe(true)
      expect(yield* reason(shell("trap '' TERM; while :; do :; done", { timeout: 50, grace: 50 }))).toBe(
        "Timeout"
      )
    }))

  test("kills a whole group at once where no grace is given", () =>
    Effect.gen(function* () {
      // The leader would heed SIGTERM and leave the one that does not behind.
      const body = "(trap '' TERM; echo ready; exec sleep 100) & echo $!; wait"
      const grandchild = yield* Effect.scoped(
        Effect.gen(function* () {
          const runner = yield* ProcessRunner
          const running = yield* runner.start({ program: "sh", args: ["-c", body], grace: 0 })
          let text = ""
          return yield* Effect.async<number>((resume) =>
            running.onStdout((chunk) => {
              text += String(chunk)
              if (text.includes("ready") && /\d/.test(text)) {
                resume(Effect.succeed(Number(/\d+/.exec(text)?.[0])))
              }
            })
          )
        })
      )
      expect(yield* isGone(grandchild)).toBe(true)
    }))

  test("interrupting the caller ends the program", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.fork(shell("sleep 100"))
      yield* Effect.sleep("50 millis")
      expect(Exit.isInterrupted(yield* Fiber.interrupt(fiber))).toBe(true)
    }))

  test("does not wait for a grandchild that holds the output", () =>
    Effect.gen(function* () {
      const result = yield* shell("sleep 100 & echo $!").pipe(Effect.timeout("5 seconds"))
      process.kill(Number(result.stdout))
    }))

  test("tells a missing program from one that cannot be started, without its arguments", () =>
    Effect.gen(function* () {
      const missing = yield* Effect.flip(run({ program: "no-such-program-here", args: ["secret"] }))
      expect(missing).toEqual(new ProcessError({ reason: "NotFound", program: "no-such-program-here" }))
      expect(yield* reason(run({ program: "/", args: [] }))).toBe("Failed")
      expect(yield* reason(run({ program: "true", args: [], cwd: "/no/such/folder" }))).toBe("Failed")
      const broken = yield* Effect.either(
        run({ program: "true", args: ["sec\0ret"], env: { KEY: "hidden" } })
      )
      expect(JSON.stringify(broken)).not.toMatch(/ret|hidden/)
      expect(Either.isLeft(broken)).toBe(true)
    }))

  test("says the end of a program that stays", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const runner = yield* ProcessRunner
        const running = yield* runner.start({ program: "sh", args: ["-c", "echo bad >&2; exit 4"] })
        expect(yield* running.exited).toEqual({ code: 4, signal: null, stderr: "bad\n" })
        expect(running.write("x")).toBe(false)
      })
    ))
})
