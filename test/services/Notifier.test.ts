import * as fs from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Ref from "effect/Ref"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/TestClock"
import { Herdr, type HerdrShape, HostError } from "../../src/services/Herdr.ts"
import { type Notice, Notifier } from "../../src/services/Notifier.ts"
import type { Channel } from "../../src/services/notifier/channel.ts"
import { channels } from "../../src/services/notifier/channels.ts"
import { fitNotice } from "../../src/services/notifier/fit.ts"
import { ProcessError, ProcessRunner, type RunOptions } from "../../src/services/ProcessRunner.ts"

const folder = fs.mkdtempSync(join(tmpdir(), "notify-"))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

const notice = (body: string, title = "Team watch"): Notice => ({ title, body, addressed: "owner" })
const refusal = Effect.fail(new HostError({ reason: "Refused", method: "test", message: "not in this test" }))

/** A host that only shows messages, the way the test says. */
const host = (notify: HerdrShape["notify"]): Layer.Layer<Herdr> =>
  Layer.succeed(Herdr, {
    host: "tmux",
    session: "s",
    list: refusal,
    read: () => refusal,
    processes: () => refusal,
    type: () => refusal,
    press: () => refusal,
    createWorkspace: () => refusal,
    closeWorkspace: () => refusal,
    labelWorkspace: () => refusal,
    nameSeat: () => refusal,
    setDisplay: () => refusal,
    notify,
    changes: Stream.empty
  })
const nobody = host(() => Effect.succeed(false))

/** A runner that answers every program with the code, or with the error, and keeps what it was asked. */
const runner = (answer: number | ProcessError["reason"], asked: Array<RunOptions> = []) =>
  Layer.succeed(ProcessRunner, {
    run: (options: RunOptions) => {
      asked.push(options)
      return typeof answer === "number"
        ? Effect.succeed({ code: answer, signal: null, stdout: "", stderr: "secret" })
        : Effect.fail(new ProcessError({ reason: answer, program: options.program }))
    },
    start: (options) => Effect.fail(new ProcessError({ reason: "Failed", program: options.program }))
  })

const BUS = { DBUS_SESSION_BUS_ADDRESS: "unix:path=/nowhere" }
const send = (
  what: Notice,
  platform: string,
  env: Readonly<Record<string, string>>,
  parts: Layer.Layer<ProcessRunner | Herdr>
) =>
  Effect.flatMap(Notifier, (notifier) => notifier.notify(what)).pipe(
    Effect.provide(Notifier.layerAuto(platform, env).pipe(Layer.provide(parts)))
  )

// Everything a seat name or a message may hold, as case 94 lists it.
const NASTY = `"quoted" \\ back $(touch x) \`id\` 'single' ; rm -rf / && <b>bold</b>`

describe("what is shown", () => {
  it("is cut by characters, never inside one", () => {
    const family = "👩‍👩‍👧"
    const fitted = fitNotice(notice(family.repeat(1_000), family.repeat(200)))
    assert.strictEqual(fitted.title, `${family.repeat(79)}…`)
    assert.strictEqual(fitted.body, `${family.repeat(299)}…`)
  })

  it("has no control or direction characters, and keeps its lines up to the twelfth", () => {
    assert.strictEqual(fitNotice(notice("a\u0007\u001b[31mb\r\n\n\u202ec\u2028d")).body, "ab\nc\nd")
    assert.strictEqual(fitNotice(notice("x", "one\ntwo")).title, "one two")
    const many = fitNotice(notice(Array.from({ length: 20 }, (_, index) => `line ${index}`).join("\n"))).body
    assert.deepStrictEqual([many.split("\n").length, many.split("\n")[11]], [12, "… and 9 more"])
  })
})

describe("the channels", () => {
  it("are one list with distinct names, the log last", () => {
    assert.strictEqual(new Set(channels.map((entry) => entry.name)).size, channels.length)
    assert.strictEqual(channels.at(-1)?.name, "log")
  })

  it.effect("macOS: the texts are arguments of a fixed script", () =>
    Effect.gen(function* () {
      const asked: Array<RunOptions> = []
      const outcome = yield* send(notice(NASTY), "darwin", {}, Layer.merge(runner(0, asked), nobody))
      assert.deepStrictEqual(outcome, { _tag: "Delivered", channel: "osascript" })
      const args = asked[0]?.args ?? []
      assert.deepStrictEqual(args.slice(-3), ["--", "Team watch", NASTY])
      assert.isFalse(args.slice(0, -3).some((arg) => arg.includes("touch")))
      assert.strictEqual(asked[0]?.program, "/usr/bin/osascript")
      assert.isAtMost(asked[0]?.timeout ?? 99_999, 5_000)
    })
  )

  it.effect("Linux: the texts stand after --, and markup is text", () =>
    Effect.gen(function* () {
      const asked: Array<RunOptions> = []
      yield* send(notice("--help <b>&"), "linux", BUS, Layer.merge(runner(0, asked), nobody))
      assert.deepStrictEqual(asked[0]?.args.slice(-3), ["--", "Team watch", "--help &lt;b&gt;&amp;"])
    })
  )

  it.effect("Linux: without a session bus no helper is started", () =>
    Effect.gen(function* () {
      const asked: Array<RunOptions> = []
      const env = { XDG_RUNTIME_DIR: folder }
      const outcome = yield* send(notice("x"), "linux", env, Layer.merge(runner(0, asked), nobody))
      assert.strictEqual(outcome._tag, "Unavailable")
      assert.include(outcome._tag === "Unavailable" ? outcome.reason : "", "no session bus")
      assert.deepStrictEqual(asked, [])
    })
  )

  it.live("Linux: a bus in the runtime folder is one", () =>
    Effect.gen(function* () {
      fs.writeFileSync(join(folder, "bus"), "")
      const env = { XDG_RUNTIME_DIR: folder }
      const outcome = yield* send(notice("x"), "linux", env, Layer.merge(runner(0), nobody))
      fs.unlinkSync(join(folder, "bus"))
      assert.strictEqual(outcome._tag, "Delivered")
    })
  )

  it.effect("falls to the host where the helper is missing or fails, then says that nothing could", () =>
    Effect.gen(function* () {
      const shows = host(() => Effect.succeed(true))
      for (const answer of ["NotFound", "Timeout", "Failed", 1] as const) {
        const outcome = yield* send(notice("x"), "linux", BUS, Layer.merge(runner(answer), shows))
        assert.deepStrictEqual(outcome, { _tag: "Delivered", channel: "tmux" })
      }
      const missing = yield* send(notice("x"), "linux", BUS, Layer.merge(runner("NotFound"), nobody))
      assert.strictEqual(missing._tag, "Unavailable")
      const failed = yield* send(notice("secret"), "linux", BUS, Layer.merge(runner(7), nobody))
      assert.strictEqual(failed._tag, "Failed")
      assert.include(failed._tag === "Failed" ? failed.reason : "", "notify-send ended with 7")
      assert.notInclude(JSON.stringify(failed), "secret")
    })
  )

  it.effect("an unknown platform has the host and the log; a host in trouble is no crash", () =>
    Effect.gen(function* () {
      for (const [reason, tag] of [
        ["NotRunning", "Unavailable"],
        ["Lost", "Failed"]
      ] as const) {
        const broken = host(() => Effect.fail(new HostError({ reason, method: "notify", message: "secret" })))
        const outcome = yield* send(notice("x"), "aix", BUS, Layer.merge(runner(0), broken))
        assert.strictEqual(outcome._tag, tag)
        assert.notInclude(JSON.stringify(outcome), "secret")
      }
    })
  )
})

describe("the bound", () => {
  const hanging: Channel = { name: "hangs", send: () => Effect.never }

  it.effect("ends a notification after five seconds by the clock", () =>
    Effect.gen(function* () {
      const notifier = yield* Notifier
      const fiber = yield* Effect.fork(notifier.notify(notice("x")))
      yield* TestClock.adjust("4999 millis")
      assert.strictEqual((yield* Fiber.poll(fiber))._tag, "None")
      yield* TestClock.adjust("1 millis")
      assert.strictEqual((yield* Fiber.join(fiber))._tag, "Failed")
    }).pipe(Effect.provide(Notifier.layerChannels([hanging])))
  )

  it.effect("a channel that breaks or an empty list is an outcome, not a defect", () =>
    Effect.gen(function* () {
      const breaks: Channel = { name: "breaks", send: () => Effect.die("secret") }
      const told = Effect.flatMap(Notifier, (notifier) => notifier.notify(notice("x")))
      assert.deepStrictEqual(yield* Effect.provide(told, Notifier.layerChannels([breaks])), {
        _tag: "Failed",
        reason: "breaks broke"
      })
      assert.strictEqual((yield* Effect.provide(told, Notifier.layerChannels([])))._tag, "Unavailable")
    })
  )

  describe.skipIf(process.platform === "win32")("with a real helper (a shell script)", () => {
    const helper = (name: string, lines: string) => {
      const at = join(folder, name)
      fs.mkdirSync(at)
      fs.writeFileSync(join(at, "notify-send"), `#!/bin/sh\n${lines}\n`, { mode: 0o755 })
      return at
    }
    /** The real runner with the helper's folder first on the PATH, and less patience. */
    const real = (at: string, timeout: number) =>
      Layer.effect(
        ProcessRunner,
        Effect.map(ProcessRunner, (whole) => ({
          ...whole,
          run: (options: RunOptions) =>
            whole.run({
              ...options,
              program: join(at, options.program),
              timeout,
              env: { OUT: join(at, "out") }
            })
        }))
      ).pipe(Layer.provide(ProcessRunner.layer))

    it.live("hands over the texts byte for byte", () =>
      Effect.gen(function* () {
        const at = helper("echo", 'printf "%s\\n" "$@" >"$OUT"')
        const text = NASTY.replaceAll(/[<>&]/g, "")
        const outcome = yield* send(notice(text, "-t é"), "linux", BUS, Layer.merge(real(at, 4_000), nobody))
        assert.strictEqual(outcome._tag, "Delivered")
        assert.strictEqual(fs.readFileSync(join(at, "out"), "utf8"), `--app-name=team\n--\n-t é\n${text}\n`)
      })
    )

    it.live("kills and reaps one that never ends and ignores being asked (case 93)", () =>
      Effect.gen(function* () {
        const at = helper("hang", 'trap "" TERM\necho $$ >"$OUT"\nwhile :; do sleep 1; done')
        const outcome = yield* send(notice("x"), "linux", BUS, Layer.merge(real(at, 400), nobody))
        assert.strictEqual(outcome._tag, "Failed")
        const pid = Number(fs.readFileSync(join(at, "out"), "utf8"))
        assert.isAbove(pid, 1)
        assert.throws(() => process.kill(pid, 0), /ESRCH/)
      })
    )
  })
})

describe("in memory", () => {
  it.effect("keeps the notices", () =>
    Effect.gen(function* () {
      const shown = yield* Ref.make<ReadonlyArray<Notice>>([])
      yield* Effect.flatMap(Notifier, (notifier) => notifier.notify(notice("a\u0007b"))).pipe(
        Effect.provide(Notifier.layerMemory(shown))
      )
      assert.deepStrictEqual(yield* Ref.get(shown), [notice("ab")])
    })
  )
})
