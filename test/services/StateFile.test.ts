import { spawn } from "node:child_process"
import * as fs from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/TestClock"
import { buildSync } from "esbuild"
import { Processes } from "../../src/services/Processes.ts"
import * as StateFile from "../../src/services/StateFile.ts"
import { StateLock } from "../../src/services/StateLock.ts"

const folder = fs.mkdtempSync(join(tmpdir(), "state-"))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))
let count = 0
const fresh = (text?: string) => {
  const path = join(folder, `case-${count++}`, "team.state.json")
  fs.mkdirSync(join(path, ".."), { recursive: true })
  if (text !== undefined) fs.writeFileSync(path, text)
  return path
}

const live = StateLock.layer.pipe(Layer.provide(Processes.layerFixed(new Map())))
const State = Schema.Struct({
  count: Schema.Int,
  seats: Schema.Array(Schema.Struct({ name: Schema.String }))
})
type State = typeof State.Type
const open = (path: string, more: Partial<StateFile.StateFileOptions<State, State>> = {}) =>
  StateFile.make({ path, lockPath: join(path, "..", "team.lock"), schema: State, format: 2, ...more })

const good = (fields: object = {}) => JSON.stringify({ format: 2, count: 1, seats: [], ...fields })
const bump = (old: Option.Option<State>): State =>
  Option.match(old, {
    onNone: () => ({ count: 1, seats: [] }),
    onSome: (state) => ({ ...state, count: state.count + 1 })
  })

describe("reading", () => {
  it.live("answers none where there is no file, and the state where there is one", () =>
    Effect.gen(function* () {
      assert.isTrue(Option.isNone(yield* (yield* open(fresh())).read))
      const state = yield* (yield* open(fresh(good({ count: 7 })))).read
      assert.strictEqual(Option.getOrThrow(state).count, 7)
    }).pipe(Effect.provide(live))
  )

  it.live("waits once for a half-written state to be whole (case 121)", () =>
    Effect.gen(function* () {
      const path = fresh(good({ count: 7 }).slice(0, 20))
      const state = yield* open(path)
      const fiber = yield* Effect.fork(state.read)
      yield* Effect.sleep("10 millis")
      fs.writeFileSync(path, good({ count: 7 }))
      assert.strictEqual(Option.getOrThrow(yield* Fiber.join(fiber)).count, 7)
    }).pipe(Effect.provide(live))
  )

  it.effect("waits by the clock: 50 ms, then says it", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.fork(Effect.flip((yield* open(fresh("{"))).read))
      // The file is read in real time; the pause after it is the test clock's.
      yield* TestClock.adjust("49 millis")
      yield* Effect.promise(() => new Promise((done) => setTimeout(done, 50)))
      assert.isTrue(Option.isNone(yield* Fiber.poll(fiber)))
      while (Option.isNone(yield* Fiber.poll(fiber))) {
        yield* TestClock.adjust("50 millis")
        yield* Effect.promise(() => new Promise((done) => setTimeout(done, 5)))
      }
      assert.strictEqual((yield* Fiber.join(fiber)).reason, "NotJson")
    }).pipe(Effect.provide(live))
  )

  const bad: ReadonlyArray<
    readonly [what: string, text: string, reason: StateFile.StateReason, said: string]
  > = [
    ["cut", good().slice(0, 17), "NotJson", "is not valid JSON; move it aside and run the command again"],
    ["empty", "", "NotJson", "is not valid JSON; move it aside and run the command again"],
    ["a list", "[]", "NotState", "is not a team state of format 2; move it aside and run the command again"],
    ["null", "null", "NotState", "is not a team state of format 2; move it aside and run the command again"],
    ["without a format", '{"count":1,"seats":[]}', "NotState", "is not a team state of format 2"],
    ["of format 0", good({ format: 0 }), "NotState", "is not a team state of format 2"],
    ["of format 1.5", good({ format: 1.5 }), "NotState", "is not a team state of format 2"],
    ["of another shape", good({ count: "secret" }), "NotState", "is not a team state of format 2"],
    [
      "newer",
      good({ format: 3 }),
      "Newer",
      "is a state of format 3, newer than this version of team reads (2); use the newer team, or move it aside"
    ],
    ["older without a way over", good({ format: 1 }), "Older", "is a state of format 1, which"]
  ]
  for (const [what, text, reason, said] of bad) {
    it.live(`refuses a state that is ${what}, and a change leaves it as it is`, () =>
      Effect.gen(function* () {
        const path = fresh(text)
        const state = yield* open(path)
        const error = yield* Effect.flip(state.read)
        assert.strictEqual(error.reason, reason)
        assert.include(error.message, `${path} ${said}`)
        assert.notInclude(error.message, "secret")
        const second = yield* Effect.flip(state.modify(bump))
        assert.strictEqual(second._tag, "StateUnreadable")
        assert.strictEqual(fs.readFileSync(path, "utf8"), text)
        assert.deepStrictEqual(fs.readdirSync(join(path, "..")), ["team.state.json"])
      }).pipe(Effect.provide(live))
    )
  }

  it.live("refuses a link and a file too large, and does not touch them", () =>
    Effect.gen(function* () {
      const target = fresh(good())
      const link = fresh()
      fs.symlinkSync(target, link)
      const error = yield* Effect.flip((yield* open(link)).modify(bump))
      assert.include(error.message, "move it aside")
      assert.strictEqual(fs.readFileSync(target, "utf8"), good())
      const large = yield* Effect.flip((yield* open(fresh(good()), { maxBytes: 5 })).read)
      assert.strictEqual(large.reason, "File")
    }).pipe(Effect.provide(live))
  )
})

describe("changing", () => {
  it.live("makes the file 0600 with its format first, and leaves no lock", () =>
    Effect.gen(function* () {
      const path = fresh()
      const state = yield* open(path)
      assert.strictEqual((yield* state.modify(bump)).count, 1)
      assert.strictEqual(fs.statSync(path).mode & 0o777, 0o600)
      assert.isTrue(fs.readFileSync(path, "utf8").startsWith('{\n  "format": 2,\n  "count": 1,'))
      assert.deepStrictEqual(fs.readdirSync(join(path, "..")), ["team.state.json"])
    }).pipe(Effect.provide(live))
  )

  it.live("keeps the fields it does not know, also inside seats", () =>
    Effect.gen(function* () {
      const path = fresh(good({ later: { x: [1] }, seats: [{ name: "a", colour: "red" }] }))
      yield* (yield* open(path)).modify(bump)
      const written = JSON.parse(fs.readFileSync(path, "utf8"))
      assert.deepStrictEqual(written, {
        format: 2,
        count: 2,
        later: { x: [1] },
        seats: [{ name: "a", colour: "red" }]
      })
    }).pipe(Effect.provide(live))
  )

  it.live("does not write what did not change", () =>
    Effect.gen(function* () {
      const path = fresh()
      const state = yield* open(path)
      yield* state.modify(bump)
      const before = fs.statSync(path).ino
      yield* state.modify((old) => Option.getOrThrow(old))
      assert.strictEqual(fs.statSync(path).ino, before)
    }).pipe(Effect.provide(live))
  )

  it.live("brings an older state over and keeps the old one beside it, once", () =>
    Effect.gen(function* () {
      const old = JSON.stringify({ format: 1, total: 5 })
      const path = fresh(old)
      const state = yield* open(path, {
        migrate: (from, value) => ({ count: from + Number(value["total"]), seats: [] })
      })
      assert.strictEqual(Option.getOrThrow(yield* state.read).count, 6)
      assert.strictEqual(fs.readFileSync(path, "utf8"), old)
      yield* state.modify(bump)
      yield* state.modify(bump)
      assert.strictEqual(JSON.parse(fs.readFileSync(path, "utf8")).count, 8)
      assert.strictEqual(JSON.parse(fs.readFileSync(path, "utf8")).format, 2)
      assert.strictEqual(fs.readFileSync(`${path}.format-1`, "utf8"), old)
    }).pipe(Effect.provide(live))
  )

  it.live("refuses an older state whose migration fails or gives no state", () =>
    Effect.gen(function* () {
      const text = JSON.stringify({ format: 1 })
      for (const migrate of [
        (): unknown => {
          throw new Error("no")
        },
        (): unknown => null,
        (): unknown => ({ count: "x" })
      ]) {
        const path = fresh(text)
        const error = yield* Effect.flip((yield* open(path, { migrate })).modify(bump))
        assert.strictEqual(error._tag, "StateUnreadable")
        assert.strictEqual(fs.readFileSync(path, "utf8"), text)
      }
    }).pipe(Effect.provide(live))
  )

  it.live("writes nothing when the new state is not one, or the effect fails", () =>
    Effect.gen(function* () {
      const path = fresh(good())
      const state = yield* open(path)
      const wrong = yield* Effect.flip(state.modify(() => ({ count: 1.5, seats: [] })))
      assert.strictEqual(wrong._tag, "StateUnwritten")
      assert.strictEqual(yield* Effect.flip(state.modifyEffect(() => Effect.fail("stop"))), "stop")
      assert.strictEqual(fs.readFileSync(path, "utf8"), good())
      assert.deepStrictEqual(fs.readdirSync(join(path, "..")), ["team.state.json"])
    }).pipe(Effect.provide(live))
  )

  it.live("refuses when its place is no folder, by name", () =>
    Effect.gen(function* () {
      const path = fresh(good())
      const error = yield* Effect.flip((yield* open(join(path, "below.json"))).modify(bump))
      assert.strictEqual(error._tag, "StateLockError")
    }).pipe(Effect.provide(live))
  )
})

describe("two processes", () => {
  it("never lose each other's update (case 123)", async () => {
    const script = join(folder, "bump.mjs")
    buildSync({
      stdin: {
        contents: `
          import * as Effect from "effect/Effect"
          import * as Layer from "effect/Layer"
          import * as Option from "effect/Option"
          import * as Schema from "effect/Schema"
          import { Processes } from "./src/services/Processes.ts"
          import * as StateFile from "./src/services/StateFile.ts"
          import { StateLock } from "./src/services/StateLock.ts"
          const [, , path, field] = process.argv
          const schema = Schema.Struct({ a: Schema.Int, b: Schema.Int })
          const work = Effect.gen(function* () {
            const state = yield* StateFile.make({ path, lockPath: path + ".lock", schema, format: 1 })
            for (let i = 0; i < 12; i++) yield* state.modify((old) => {
              const now = Option.getOrElse(old, () => ({ a: 0, b: 0 }))
              return { ...now, [field]: now[field] + 1 }
            })
          })
          const live = StateLock.layer.pipe(Layer.provide(Processes.layerFixed(new Map())))
          Effect.runPromise(Effect.provide(work, live)).catch((error) => { console.error(error); process.exit(1) })
        `,
        resolveDir: process.cwd(),
        loader: "js"
      },
      bundle: true,
      platform: "node",
      format: "esm",
      outfile: script
    })
    const path = fresh()
    const codes = await Promise.all(
      ["a", "b"].map(
        (field) =>
          new Promise((done) =>
            spawn(process.execPath, [script, path, field]).once("exit", (code) => done(code))
          )
      )
    )
    assert.deepStrictEqual(codes, [0, 0])
    assert.deepStrictEqual(JSON.parse(fs.readFileSync(path, "utf8")), { format: 1, a: 12, b: 12 })
  })
})
