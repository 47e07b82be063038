import { execFileSync } from "node:child_process"
import { chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { HookRecord } from "../../../src/domain/hook/record.ts"
import { HookRecords } from "../../../src/services/HookRecords.ts"
import { cuts, flips, isRoot, isTame, MARKER, type Mutation, strangeFields, wrongTypes } from "./support.ts"

const state = mkdtempSync(join(tmpdir(), "fuzz-hooks-"))
const folder = join(state, "team", "hooks", "a")
const path = join(folder, "9.idle.100.json")
beforeAll(() => mkdirSync(folder, { recursive: true, mode: 0o700 }))
beforeEach(() => rmSync(path, { recursive: true, force: true }))
afterAll(() => rmSync(state, { recursive: true, force: true }))

const record: HookRecord = {
  format: 1,
  cli: "claude-code",
  event: MARKER,
  word: "idle",
  at: 100,
  session: MARKER,
  host: "tmux",
  server: "77",
  pane: "%1",
  sender: [{ pid: 9, start: "b:1", name: MARKER }]
}
const text = JSON.stringify(record)
const read = Effect.flatMap(HookRecords, (one) => one.read).pipe(Effect.provide(HookRecords.layerAt(state)))
const isRecord = Schema.is(HookRecord)

/** What breaks a property with the file as it stands; a defect rejects. */
const breaches = async (what: string): Promise<ReadonlyArray<string>> => {
  const { problems, records } = await Effect.runPromise(read)
  const found: Array<string> = []
  if (records.length + problems.length !== 1) found.push(`${what}: neither a record nor a problem`)
  if (!records.every((one) => isRecord(one) && isTame(one)))
    found.push(`${what}: no record was taken for one`)
  for (const one of problems) {
    if (!one.startsWith(`${path}: `)) found.push(`${what}: the path is not named`)
    if (one.includes(MARKER) || one.includes("\n")) found.push(`${what}: content is repeated`)
  }
  return found
}

const tryAll = async (mutations: ReadonlyArray<Mutation>) => {
  const found: Array<string> = []
  for (const { bytes, what } of mutations) {
    writeFileSync(path, bytes)
    found.push(...(await breaches(what)))
  }
  return found
}

describe("a damaged hook record is a record or a problem with its path", () => {
  it("cut at every byte, and with every byte changed", async () => {
    const whole = Buffer.from(text)
    expect(await tryAll([...cuts(whole), ...flips(whole)])).toEqual([])
  })
  it("with another type at every path, and with strange fields", async () => {
    expect(await tryAll([...wrongTypes(text), ...strangeFields(text)])).toEqual([])
  })
  it("as a link, a FIFO, a file over the cap", async () => {
    for (const put of [
      () => symlinkSync(join(state, "elsewhere"), path),
      () => execFileSync("mkfifo", [path]),
      () => writeFileSync(path, MARKER.repeat(4_000))
    ]) {
      rmSync(path, { recursive: true, force: true })
      put()
      expect(await breaches("something else")).toEqual([])
      expect((await Effect.runPromise(read)).problems.length).toBe(1)
    }
    expect(readdirSync(folder)).toEqual(["9.idle.100.json"])
  })
})

// Only root can give a file to somebody else.
describe.runIf(isRoot)("another user's hook record", () => {
  it("is a problem", async () => {
    writeFileSync(path, text)
    chownSync(path, 12_345, 12_345)
    expect(await breaches("another's")).toEqual([])
    expect((await Effect.runPromise(read)).records).toEqual([])
  })
})
