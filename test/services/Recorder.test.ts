import * as fs from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "@effect/vitest"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { Recorder } from "../../src/services/Recorder.ts"
import { type RecordingError, readRecording } from "../../src/services/recording.ts"

const folder = fs.mkdtempSync(join(tmpdir(), "record-"))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))
let count = 0
const fresh = (text?: string) => {
  const path = join(folder, `case-${count++}.jsonl`)
  if (text !== undefined) fs.writeFileSync(path, text)
  return path
}

const Pass = Schema.Struct({ at: Schema.Int, text: Schema.optional(Schema.String) })
const HEADER = '{"format":1,"kind":"team.recording","version":"1.2.3"}\n'
const record = (path: string, values: ReadonlyArray<unknown>) =>
  Effect.gen(function* () {
    const recorder = yield* Recorder
    return yield* Effect.forEach(values, recorder.record)
  }).pipe(Effect.provide(Recorder.layerFile(path, "1.2.3")))
const readAll = (path: string, maxBytes?: number) =>
  Effect.map(Stream.runCollect(readRecording(path, Pass, maxBytes)), Chunk.toReadonlyArray)
const broken = (path: string, maxBytes?: number): Effect.Effect<readonly [RecordingError, number]> => {
  let seen = 0
  return readRecording(path, Pass, maxBytes).pipe(
    Stream.runForEach(() => Effect.sync(() => seen++)),
    Effect.flip,
    Effect.map((error) => [error, seen] as const),
    Effect.orDieWith(() => new Error("it was read to its end"))
  )
}

describe("recording", () => {
  it.live("writes a header and a line a pass, 0600, and reads them back with their numbers", () =>
    Effect.gen(function* () {
      const path = fresh()
      const text = 'a\nb \u001b[1m "é" 世界 👩‍👩‍👧'
      assert.deepStrictEqual(yield* record(path, [{ at: 1 }, { at: 2, text }]), [null, null])
      assert.strictEqual(fs.statSync(path).mode & 0o777, 0o600)
      assert.isTrue(fs.readFileSync(path, "utf8").startsWith(HEADER))
      assert.deepStrictEqual(yield* readAll(path), [
        { line: 2, value: { at: 1 } },
        { line: 3, value: { at: 2, text } }
      ])
    })
  )

  it.live("refuses a file that is there, a link, and a place that is no folder", () =>
    Effect.gen(function* () {
      const taken = fresh("mine")
      const link = fresh()
      fs.symlinkSync(join(folder, "nowhere"), link)
      for (const path of [taken, link]) {
        const error = yield* Effect.flip(record(path, []))
        assert.strictEqual(error._tag, "RecorderError")
        assert.include(error.message, path)
      }
      assert.strictEqual(fs.readFileSync(taken, "utf8"), "mine")
      assert.isFalse(fs.existsSync(join(folder, "nowhere")))
      assert.include((yield* Effect.flip(record(join(taken, "x"), []))).message, "ENOTDIR")
    })
  )

  it.live("says once that a pass cannot be a line, goes on, and says it again after it worked", () =>
    Effect.gen(function* () {
      const path = fresh()
      const circle: Record<string, unknown> = {}
      circle["self"] = circle
      const said = yield* record(path, [circle, 10n, undefined, { at: 1 }, circle])
      assert.deepStrictEqual(
        said.map((one) => one !== null),
        [true, false, false, false, true]
      )
      assert.include(said[0], "the watch carries on")
      assert.deepStrictEqual(yield* readAll(path), [{ line: 2, value: { at: 1 } }])
    })
  )
})

describe("reading a recording", () => {
  const cases: ReadonlyArray<
    readonly [what: string, text: string, reason: string, line: number | null, seen: number]
  > = [
    ["empty", "", "NotRecording", null, 0],
    ["something else", '{"at":1}\n', "NotRecording", null, 0],
    ["of another kind", HEADER.replace("recording", "seats"), "NotRecording", null, 0],
    ["newer", HEADER.replace('"format":1', '"format":2'), "Newer", null, 0],
    ["broken in the middle", `${HEADER}{"at":1}\nnonsense\n{"at":3}\n`, "Line", 3, 1],
    ["of another shape", `${HEADER}{"at":1}\n\n{"at":"secret"}\n`, "Line", 4, 1],
    ["cut at its end", `${HEADER}{"at":1}\n{"at":`, "Cut", 3, 1],
    ["binary", "\u0000\ufffd\u0001", "NotRecording", null, 0]
  ]
  for (const [what, text, reason, line, seen] of cases) {
    it.live(`names what is wrong with one that is ${what}, after what came before`, () =>
      Effect.gen(function* () {
        const path = fresh(text)
        const [error, before] = yield* broken(path)
        assert.deepStrictEqual([error.reason, error.line, before], [reason, line, seen])
        assert.isTrue(error.message.startsWith(path))
        assert.notInclude(error.message, "secret")
      })
    )
  }

  it.live("takes a whole last line without its end, and Windows line ends", () =>
    Effect.gen(function* () {
      const path = fresh(`${HEADER.replace("\n", "\r\n")}{"at":1}\r\n{"at":2}`)
      assert.deepStrictEqual(
        (yield* readAll(path)).map((one) => one.value.at),
        [1, 2]
      )
    })
  )

  it.live("stops at a line over its bound without holding it all", () =>
    Effect.gen(function* () {
      const path = fresh(`${HEADER}{"at":1}\n{"at":2,"text":"${"x".repeat(600_000)}"}\n`)
      const [error, seen] = yield* broken(path, 500_000)
      assert.deepStrictEqual([error.reason, error.line, seen], ["TooLong", 3, 1])
      assert.strictEqual((yield* readAll(path)).length, 2)
    })
  )

  it.live("says that a missing file or a folder cannot be read", () =>
    Effect.gen(function* () {
      assert.include((yield* broken(fresh()))[0].message, "ENOENT")
      assert.strictEqual((yield* broken(folder))[0].reason, "Unreadable")
    })
  )
})
