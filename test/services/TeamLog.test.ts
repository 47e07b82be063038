import { execFileSync, spawn } from "node:child_process"
import * as fs from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import * as Layer from "effect/Layer"
import * as Ref from "effect/Ref"
import * as TestClock from "effect/TestClock"
import { buildSync } from "esbuild"
import { Processes } from "../../src/services/Processes.ts"
import { StateLock } from "../../src/services/StateLock.ts"
import { LOG_BYTES, logLine, TeamLog } from "../../src/services/TeamLog.ts"

const folder = fs.mkdtempSync(join(tmpdir(), "log-"))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))
let count = 0
const fresh = (text?: string) => {
  const path = join(folder, `case-${count++}`, "team.log")
  if (text !== undefined) {
    fs.mkdirSync(join(path, ".."))
    fs.writeFileSync(path, text)
  }
  return path
}
const locks = StateLock.layer.pipe(Layer.provide(Processes.layerFixed(new Map())))
const logged = <A, E>(path: string, effect: Effect.Effect<A, E, TeamLog>) =>
  Effect.provide(effect, TeamLog.layerFile(path).pipe(Layer.provide(locks)))
const write = (command: string, who: string, what: string) =>
  Effect.flatMap(TeamLog, (log) => log.write(command, who, what))
const read = (path: string) => fs.readFileSync(path, "utf8")

describe("a line", () => {
  it("has the instant in UTC, the command, who and what", () => {
    assert.strictEqual(
      logLine(0, "up", "owner", "worker: ready"),
      "1970-01-01T00:00:00.000Z up [owner] worker: ready"
    )
  })

  it("squeezes whitespace and loses control and direction characters", () => {
    assert.strictEqual(
      logLine(0, "watch", "watch", " a \n\n b\t\u0007c\u001b[31md\u202ee "),
      "1970-01-01T00:00:00.000Z watch [watch] a b cde"
    )
  })

  it("cannot be forged by a name or a command", () => {
    assert.strictEqual(
      logLine(0, "up\n1970", "a] down [owner", "x"),
      "1970-01-01T00:00:00.000Z up1970 [a down owner] x"
    )
    assert.strictEqual(logLine(0, "", "", ""), "1970-01-01T00:00:00.000Z - [-]")
  })

  it("is one line of bounded length whatever it is given, and sorts as its instants do (case 107)", () => {
    const text = FastCheck.string({ unit: "binary", maxLength: 80 })
    FastCheck.assert(
      FastCheck.property(text, text, text, FastCheck.nat(4e12), FastCheck.nat(1e9), (a, b, c, at, later) => {
        const line = logLine(at, a, b, c)
        assert.notMatch(line, /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u2028\u2029]/u)
        assert.match(line, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z \S+ \[[^[\]]+\]/u)
        const next = logLine(at + later + 1, a, b, c)
        assert.isTrue(line.slice(0, 24) < next.slice(0, 24))
      })
    )
    assert.isBelow(logLine(0, "x".repeat(9_999), "y".repeat(9_999), "z".repeat(999_999)).length, 3_000)
  })
})

describe("the file", () => {
  it.effect("is made 0600 in a folder 0700 and gets its lines by Effect's clock", () =>
    Effect.gen(function* () {
      const path = fresh()
      yield* TestClock.setTime(Date.UTC(2024, 9, 27, 0, 30))
      const said = yield* logged(path, Effect.zip(write("up", "owner", "one"), write("down", "owner", "two")))
      assert.deepStrictEqual(said, [null, null])
      assert.strictEqual(
        read(path),
        "2024-10-27T00:30:00.000Z up [owner] one\n2024-10-27T00:30:00.000Z down [owner] two\n"
      )
      assert.strictEqual(fs.statSync(path).mode & 0o777, 0o600)
      assert.strictEqual(fs.statSync(join(path, "..")).mode & 0o777, 0o700)
    })
  )

  it.effect("is put aside at its limit; three files stay, and no line is lost between them", () =>
    Effect.gen(function* () {
      const path = fresh("x".repeat(LOG_BYTES - 10))
      fs.writeFileSync(`${path}.1`, "older")
      fs.writeFileSync(`${path}.2`, "oldest")
      yield* logged(path, write("up", "owner", "new"))
      assert.strictEqual(read(path), "1970-01-01T00:00:00.000Z up [owner] new\n")
      assert.strictEqual(fs.statSync(`${path}.1`).size, LOG_BYTES - 10)
      assert.strictEqual(read(`${path}.2`), "older")
      assert.deepStrictEqual(fs.readdirSync(join(path, "..")).sort(), [
        "team.log",
        "team.log.1",
        "team.log.2"
      ])
    })
  )

  it.effect("stays where the line still fits exactly", () =>
    Effect.gen(function* () {
      const line = "1970-01-01T00:00:00.000Z up [owner] new\n"
      const path = fresh("x".repeat(LOG_BYTES - line.length))
      yield* logged(path, write("up", "owner", "new"))
      assert.strictEqual(fs.statSync(path).size, LOG_BYTES)
      assert.isFalse(fs.existsSync(`${path}.1`))
    })
  )

  it.effect("narrows a mode that is open to others", () =>
    Effect.gen(function* () {
      const path = fresh("")
      fs.chmodSync(path, 0o644)
      yield* logged(path, write("up", "owner", "new"))
      assert.strictEqual(fs.statSync(path).mode & 0o777, 0o600)
    })
  )

  it.effect("never goes through a link, into a FIFO, a folder or a device; the problem is said once", () =>
    Effect.gen(function* () {
      const link = fresh("")
      const target = join(link, "..", "target")
      fs.unlinkSync(link)
      fs.writeFileSync(target, "mine")
      fs.symlinkSync(target, link)
      const fifo = fresh("")
      fs.unlinkSync(fifo)
      execFileSync("mkfifo", [fifo])
      const inPlace = join(fresh(""), "..")
      const below = join(fresh("a file"), "team.log")
      for (const path of [link, fifo, inPlace, below, "/dev/full", "/dev/null"]) {
        const said = yield* logged(path, Effect.all([1, 2, 3].map(() => write("up", "owner", "secret"))))
        assert.include(said[0], path)
        assert.notInclude(said[0], "secret")
        assert.deepStrictEqual(said.slice(1), [null, null])
      }
      assert.strictEqual(read(target), "mine")
    })
  )

  it.effect("does not make what a dangling link points to", () =>
    Effect.gen(function* () {
      const path = fresh("")
      fs.unlinkSync(path)
      fs.symlinkSync("nowhere", path)
      assert.include(yield* logged(path, write("up", "owner", "x")), "it is a link")
      assert.deepStrictEqual(fs.readdirSync(join(path, "..")), ["team.log"])
    })
  )

  it.effect("says a problem again when it came back after a line was written", () =>
    Effect.gen(function* () {
      const path = fresh("")
      const away = `${path}.away`
      const said = yield* logged(
        path,
        Effect.gen(function* () {
          fs.renameSync(path, away)
          fs.mkdirSync(path)
          const first = yield* write("up", "owner", "1")
          fs.rmdirSync(path)
          const second = yield* write("up", "owner", "2")
          fs.unlinkSync(path)
          fs.mkdirSync(path)
          return [first !== null, second, (yield* write("up", "owner", "3")) !== null]
        })
      )
      assert.deepStrictEqual(said, [true, null, true])
    })
  )

  it.effect("goes over its limit rather than lose a line when it cannot be put aside, and says so", () =>
    Effect.gen(function* () {
      const path = fresh("x".repeat(LOG_BYTES))
      fs.mkdirSync(`${path}.lock`)
      const said = yield* logged(path, write("up", "owner", "new"))
      assert.include(said, "rotated")
      assert.isAbove(fs.statSync(path).size, LOG_BYTES)
    })
  )

  it("keeps every line whole when processes write and put aside at once", async () => {
    const script = join(folder, "writer.mjs")
    buildSync({
      stdin: {
        contents: `
          import * as Effect from "effect/Effect"
          import * as Layer from "effect/Layer"
          import { Processes } from "./src/services/Processes.ts"
          import { StateLock } from "./src/services/StateLock.ts"
          import { TeamLog } from "./src/services/TeamLog.ts"
          const [, , path, name] = process.argv
          const work = Effect.gen(function* () {
            const log = yield* TeamLog
            for (let i = 0; i < 500; i++) yield* log.write("test", name, "line " + i + " " + "é".repeat(800))
          })
          const locks = StateLock.layer.pipe(Layer.provide(Processes.layerFixed(new Map())))
          await Effect.runPromise(Effect.provide(work, TeamLog.layerFile(path).pipe(Layer.provide(locks))))
        `,
        resolveDir: process.cwd(),
        loader: "js"
      },
      bundle: true,
      platform: "node",
      format: "esm",
      outfile: script
    })
    const path = fresh("")
    const codes = await Promise.all(
      ["a", "b"].map(
        (name) =>
          new Promise((done) =>
            spawn(process.execPath, [script, path, name]).once("exit", (code) => done(code))
          )
      )
    )
    assert.deepStrictEqual(codes, [0, 0])
    const lines = [`${path}.1`, path].flatMap((file) => read(file).trimEnd().split("\n"))
    assert.strictEqual(lines.length, 1_000)
    assert.isTrue(lines.every((line) => /^\S+Z test \[[ab]\] line \d+ é{800}$/u.test(line)))
    assert.isAtMost(fs.statSync(path).size, LOG_BYTES)
    assert.isFalse(fs.existsSync(`${path}.lock`))
  })
})

describe("in memory", () => {
  it.effect("keeps the lines", () =>
    Effect.gen(function* () {
      const lines = yield* Ref.make<ReadonlyArray<string>>([])
      yield* write("up", "owner", "a\nb").pipe(Effect.provide(TeamLog.layerMemory(lines)))
      assert.deepStrictEqual(yield* Ref.get(lines), ["1970-01-01T00:00:00.000Z up [owner] a b"])
    })
  )
})
