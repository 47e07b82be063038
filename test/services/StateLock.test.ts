import { execFileSync, spawn } from "node:child_process"
import * as fs from "node:fs"
import { hostname, tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/TestClock"
import { buildSync } from "esbuild"
import { Processes } from "../../src/services/Processes.ts"
import { StateLock, type StateLockError } from "../../src/services/StateLock.ts"

const folder = fs.mkdtempSync(join(tmpdir(), "lock-"))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))
let count = 0
const fresh = () => join(folder, `case-${count++}`, "team.lock")
const put = (path: string, text: string) => {
  fs.mkdirSync(join(path, ".."), { recursive: true })
  fs.writeFileSync(path, text)
}

const TOKEN = "00000000-0000-4000-8000-000000000000"
const holder = (fields: Readonly<Record<string, unknown>> = {}) =>
  `${JSON.stringify({ format: 1, pid: 4242, start: "s1", host: "here", token: TOKEN, ...fields })}\n`

/** Our process is 1; every other pid is as the test says. */
const lockWith = (other: { alive: boolean; start: string | null }) =>
  StateLock.layerWith({
    pid: 1,
    host: "here",
    life: (pid) => Effect.succeed(pid === 1 ? { alive: true, start: "own" } : other)
  })
const running = lockWith({ alive: true, start: "s1" })
const real = StateLock.layer.pipe(Layer.provide(Processes.layerFixed(new Map())))

const take = <A, E, R>(path: string, effect: Effect.Effect<A, E, R>, waitMillis?: number) =>
  Effect.flatMap(StateLock, (lock) =>
    lock.withLock(path, waitMillis === undefined ? {} : { waitMillis })(effect)
  )
const failure = <A, R>(effect: Effect.Effect<A, StateLockError, R>) => Effect.flip(effect)

describe("taking and giving back", () => {
  it.effect("names its holder while it is held and is gone after success, failure and defect", () =>
    Effect.gen(function* () {
      const path = fresh()
      const seen = yield* take(
        path,
        Effect.sync(() => ({
          text: fs.readFileSync(path, "utf8"),
          mode: fs.statSync(path).mode & 0o777,
          folder: fs.statSync(join(path, "..")).mode & 0o777
        }))
      )
      const named = JSON.parse(seen.text)
      assert.deepStrictEqual([named.pid, named.start, named.host, named.format], [1, "own", "here", 1])
      assert.deepStrictEqual([seen.mode, seen.folder], [0o600, 0o700])
      assert.isFalse(fs.existsSync(path))
      yield* Effect.exit(take(path, Effect.fail("no")))
      assert.isFalse(fs.existsSync(path))
      yield* Effect.exit(take(path, Effect.die("no")))
      assert.isFalse(fs.existsSync(path))
    }).pipe(Effect.provide(running))
  )

  it.effect("is given back on interruption", () =>
    Effect.gen(function* () {
      const path = fresh()
      const fiber = yield* Effect.fork(take(path, Effect.never))
      yield* Effect.yieldNow()
      assert.isTrue(fs.existsSync(path))
      yield* Fiber.interrupt(fiber)
      assert.isFalse(fs.existsSync(path))
    }).pipe(Effect.provide(running))
  )

  it.effect("leaves a lock alone that is no longer its own", () =>
    Effect.gen(function* () {
      const path = fresh()
      yield* take(
        path,
        Effect.sync(() => fs.writeFileSync(path, holder()))
      )
      assert.strictEqual(fs.readFileSync(path, "utf8"), holder())
    }).pipe(Effect.provide(running))
  )

  it.effect("lets 40 fibers of one process through one at a time", () =>
    Effect.gen(function* () {
      const path = fresh()
      let inside = 0
      let total = 0
      const work = take(
        path,
        Effect.gen(function* () {
          inside += 1
          assert.strictEqual(inside, 1)
          yield* Effect.yieldNow()
          inside -= 1
          total += 1
        }),
        60_000
      )
      const fiber = yield* Effect.fork(
        Effect.all(
          Array.from({ length: 40 }, () => work),
          { concurrency: "unbounded" }
        )
      )
      for (let step = 0; step < 100; step++) yield* TestClock.adjust("50 millis")
      yield* Fiber.join(fiber)
      assert.strictEqual(total, 40)
    }).pipe(Effect.provide(running))
  )
})

describe("a lock that is held", () => {
  it.effect("is waited for five seconds, then refused with the holder's pid and the path", () =>
    Effect.gen(function* () {
      const path = fresh()
      put(path, holder())
      const fiber = yield* Effect.fork(failure(take(path, Effect.void)))
      yield* TestClock.adjust("4900 millis")
      assert.isNull(yield* Fiber.poll(fiber).pipe(Effect.map((exit) => (exit._tag === "None" ? null : exit))))
      yield* TestClock.adjust("200 millis")
      const error = yield* Fiber.join(fiber)
      assert.strictEqual(error.reason, "Held")
      assert.strictEqual(
        error.message,
        `another team command (pid 4242) holds ${path}; try again when it is done`
      )
      assert.strictEqual(fs.readFileSync(path, "utf8"), holder())
    }).pipe(Effect.provide(running))
  )

  it.effect("is taken as soon as it is free", () =>
    Effect.gen(function* () {
      const path = fresh()
      put(path, holder())
      const fiber = yield* Effect.fork(take(path, Effect.succeed("in")))
      yield* TestClock.adjust("1 second")
      fs.unlinkSync(path)
      yield* TestClock.adjust("50 millis")
      assert.strictEqual(yield* Fiber.join(fiber), "in")
    }).pipe(Effect.provide(running))
  )

  it.effect("can be waited for no longer: an interruption ends the wait", () =>
    Effect.gen(function* () {
      const path = fresh()
      put(path, holder())
      const fiber = yield* Effect.fork(take(path, Effect.void))
      yield* TestClock.adjust("100 millis")
      assert.isTrue(Exit.isInterrupted(yield* Fiber.interrupt(fiber)))
    }).pipe(Effect.provide(running))
  )

  it.effect("is refused at once without waiting when asked so", () =>
    Effect.gen(function* () {
      const path = fresh()
      put(path, holder())
      assert.strictEqual((yield* failure(take(path, Effect.void, 0))).reason, "Held")
    }).pipe(Effect.provide(running))
  )

  it.effect("by another machine is never judged dead from here (case 127)", () =>
    Effect.gen(function* () {
      const path = fresh()
      put(path, holder({ host: "elsewhere" }))
      const error = yield* failure(take(path, Effect.void, 0))
      assert.strictEqual(error.reason, "OtherHost")
      assert.include(error.message, `delete ${path}`)
      assert.isTrue(fs.existsSync(path))
    }).pipe(Effect.provide(lockWith({ alive: false, start: null })))
  )
})

describe("a holder that is dead", () => {
  for (const [what, life, fields] of [
    ["its pid is gone", { alive: false, start: null }, {}],
    ["another process has its pid", { alive: true, start: "s2" }, {}]
  ] as const) {
    it.effect(`is followed when ${what}, and nothing is left behind`, () =>
      Effect.gen(function* () {
        const path = fresh()
        put(path, holder(fields))
        assert.strictEqual(yield* take(path, Effect.succeed("in"), 0), "in")
        assert.deepStrictEqual(fs.readdirSync(join(path, "..")), [])
      }).pipe(Effect.provide(lockWith(life)))
    )
  }

  it.effect("counts as alive where the start cannot be read", () =>
    Effect.gen(function* () {
      const path = fresh()
      put(path, holder())
      assert.strictEqual((yield* failure(take(path, Effect.void, 0))).reason, "Held")
    }).pipe(Effect.provide(lockWith({ alive: true, start: null })))
  )

  it.effect("is left to the taker who claimed it first", () =>
    Effect.gen(function* () {
      const path = fresh()
      put(path, holder())
      // 1 is us and lives: somebody in the middle of removing the dead lock.
      put(`${path}.${TOKEN}`, holder({ pid: 1, start: "own", token: TOKEN.replace("4", "5") }))
      assert.strictEqual((yield* failure(take(path, Effect.void, 0))).reason, "Held")
      assert.isTrue(fs.existsSync(path))
    }).pipe(Effect.provide(lockWith({ alive: false, start: null })))
  )

  it.effect("is followed although the taker who claimed it died too", () =>
    Effect.gen(function* () {
      const path = fresh()
      put(path, holder())
      put(`${path}.${TOKEN}`, holder({ token: TOKEN.replace("4", "5") }))
      const fiber = yield* Effect.fork(take(path, Effect.succeed("in")))
      yield* TestClock.adjust("200 millis")
      assert.strictEqual(yield* Fiber.join(fiber), "in")
      assert.deepStrictEqual(fs.readdirSync(join(path, "..")), [])
    }).pipe(Effect.provide(lockWith({ alive: false, start: null })))
  )
})

describe("what is no lock", () => {
  it.effect("is waited for while it is young, since its maker may still be writing", () =>
    Effect.gen(function* () {
      const path = fresh()
      put(path, "")
      const fiber = yield* Effect.fork(failure(take(path, Effect.void)))
      yield* TestClock.adjust("900 millis")
      fs.writeFileSync(path, holder())
      yield* TestClock.adjust("3 seconds")
      assert.isTrue((yield* Fiber.poll(fiber))._tag === "None")
      yield* TestClock.adjust("2 seconds")
      assert.strictEqual((yield* Fiber.join(fiber)).reason, "Held")
    }).pipe(Effect.provide(running))
  )

  for (const text of ["", "12345\n", '{"pid":', "null", holder({ pid: -1 }), holder({ token: "../../x" })]) {
    it.effect(`is refused by name after a second, never removed: ${JSON.stringify(text).slice(0, 30)}`, () =>
      Effect.gen(function* () {
        const path = fresh()
        put(path, text)
        const fiber = yield* Effect.fork(failure(take(path, Effect.void)))
        yield* TestClock.adjust("1100 millis")
        const error = yield* Fiber.join(fiber)
        assert.strictEqual(error.reason, "Unreadable")
        assert.include(error.message, `delete ${path}`)
        assert.strictEqual(fs.readFileSync(path, "utf8"), text)
      }).pipe(Effect.provide(lockWith({ alive: false, start: null })))
    )
  }

  it.effect("link, folder, FIFO: refused at once and not followed (case 124)", () =>
    Effect.gen(function* () {
      const link = fresh()
      put(join(link, "..", "target"), holder())
      fs.symlinkSync("target", link)
      const dangling = fresh()
      put(join(dangling, "..", "other"), "")
      fs.symlinkSync("nowhere", dangling)
      const inPlace = fresh()
      fs.mkdirSync(inPlace, { recursive: true })
      const fifo = fresh()
      put(join(fifo, "..", "other"), "")
      execFileSync("mkfifo", [fifo])
      for (const path of [link, dangling, inPlace, fifo]) {
        assert.strictEqual((yield* failure(take(path, Effect.void, 0))).reason, "Unreadable")
      }
      assert.isFalse(fs.existsSync(join(dangling, "..", "nowhere")))
      assert.strictEqual(fs.readFileSync(join(link, "..", "target"), "utf8"), holder())
    }).pipe(Effect.provide(lockWith({ alive: false, start: null })))
  )

  it.effect("cannot be made: the system's word is in the error and nothing runs", () =>
    Effect.gen(function* () {
      const path = fresh()
      put(path, "a file")
      let ran = false
      const error = yield* failure(
        take(
          join(path, "team.lock"),
          Effect.sync(() => {
            ran = true
          })
        )
      )
      assert.deepStrictEqual([error.reason, error.code, ran], ["Refused", "ENOTDIR", false])
      const proc = yield* failure(take("/proc/self/team.lock", Effect.void))
      assert.strictEqual(proc.reason, "Refused")
    }).pipe(Effect.provide(running))
  )
})

describe("real processes", () => {
  const script = join(folder, "child.mjs")
  beforeAll(() => {
    const source = `
      import * as fs from "node:fs"
      import * as Effect from "effect/Effect"
      import * as Layer from "effect/Layer"
      import { Processes } from "./src/services/Processes.ts"
      import { StateLock } from "./src/services/StateLock.ts"
      const [, , mode, lockPath, counter, rounds] = process.argv
      const live = StateLock.layer.pipe(Layer.provide(Processes.layerFixed(new Map())))
      const bump = Effect.gen(function* () {
        const before = Number(fs.readFileSync(counter, "utf8"))
        yield* Effect.sleep(1)
        fs.writeFileSync(counter, String(before + 1))
      })
      const hold = Effect.zipRight(Effect.sync(() => console.log("held")), Effect.never)
      const work = Effect.gen(function* () {
        const lock = yield* StateLock
        for (let i = 0; i < Number(rounds); i++) yield* lock.withLock(lockPath, { waitMillis: 25000 })(mode === "hold" ? hold : bump)
      })
      Effect.runPromise(work.pipe(Effect.provide(live))).catch((error) => { console.error(String(error)); process.exit(1) })
    `
    buildSync({
      stdin: { contents: source, resolveDir: process.cwd(), loader: "ts" },
      bundle: true,
      platform: "node",
      format: "esm",
      outfile: script
    })
  })

  const child = (args: ReadonlyArray<string>) => spawn(process.execPath, [script, ...args], { stdio: "pipe" })
  const ended = (started: ReturnType<typeof child>) =>
    new Promise<number | null>((done) => started.once("exit", (code) => done(code)))

  it("never lose each other's update, and follow a holder killed in the middle", async () => {
    const path = fresh()
    const counter = join(path, "..", "counter")
    put(counter, "0")
    const killed = child(["hold", path, counter, "1"])
    await new Promise((done) => killed.stdout.once("data", done))
    const gone = ended(killed)
    killed.kill("SIGKILL")
    await gone
    assert.isTrue(fs.existsSync(path))
    const codes = await Promise.all([1, 2, 3].map(() => ended(child(["bump", path, counter, "15"]))))
    assert.deepStrictEqual(codes, [0, 0, 0])
    assert.strictEqual(fs.readFileSync(counter, "utf8"), "45")
    assert.deepStrictEqual(fs.readdirSync(join(path, "..")), ["counter"])
  })

  it.live("are told from one another by a stopped wait: a live holder keeps it", () =>
    Effect.gen(function* () {
      const path = fresh()
      put(join(path, "..", "counter"), "0")
      const live = child(["hold", path, join(path, "..", "counter"), "1"])
      yield* Effect.promise(() => new Promise((done) => live.stdout.once("data", done)))
      const error = yield* failure(take(path, Effect.void, 60))
      const gone = ended(live)
      live.kill("SIGKILL")
      yield* Effect.promise(() => gone)
      assert.deepStrictEqual([error.reason, error.pid], ["Held", live.pid ?? -1])
      // What was refused while it lived is free once it is dead.
      assert.strictEqual(yield* take(path, Effect.succeed("in"), 60), "in")
    }).pipe(Effect.provide(real))
  )

  it.live.runIf(process.platform === "linux")("are known by their start as well (read from /proc)", () =>
    Effect.gen(function* () {
      const path = fresh()
      put(path, holder({ pid: process.pid, start: "another boot:1", host: hostname() }))
      assert.strictEqual(yield* take(path, Effect.succeed("in"), 60), "in")
    }).pipe(Effect.provide(real))
  )
})
