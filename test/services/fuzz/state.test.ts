import { execFileSync } from "node:child_process"
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { afterAll, beforeAll } from "vitest"
import { emptyMemory, freshMemory } from "../../../src/domain/pass/memory.ts"
import { Budgets } from "../../../src/services/Budgets.ts"
import { Processes } from "../../../src/services/Processes.ts"
import { SessionState } from "../../../src/services/SessionState.ts"
import type { StateError } from "../../../src/services/StateFile.ts"
import { StateLock } from "../../../src/services/StateLock.ts"
import { shows, T } from "../../domain/budget/support.ts"
import {
  clear,
  cuts,
  flips,
  isRoot,
  isTame,
  MARKER,
  type Mutation,
  messageProblem,
  outcome,
  skipping,
  standing,
  strangeFields,
  wrongTypes
} from "./support.ts"

const root = mkdtempSync(join(tmpdir(), "fuzz-state-"))
const path = join(root, ".agents", "team.state.json")
const lockPath = join(root, ".agents", "team.lock")
afterAll(() => rmSync(root, { recursive: true, force: true }))

const layer = Layer.merge(SessionState.layerFile(root), Budgets.layerFile(root)).pipe(
  Layer.provide(StateLock.layer.pipe(Layer.provide(Processes.layerFixed(new Map()))))
)
const run = <A, E>(effect: Effect.Effect<A, E, SessionState | Budgets>): Promise<A> =>
  Effect.runPromise(effect.pipe(Effect.provide(layer), Effect.withClock(skipping())))

const BEAT = "2026-10-18T09:14:02.000Z"
const record = { pid: 7, heartbeat: BEAT, pane: MARKER, start: "b:1", machine: "harbour", interval: 60_000 }
const memory = {
  ...emptyMemory,
  at: T,
  server: MARKER,
  seats: [
    {
      ...freshMemory({ name: "mason", fingerprint: MARKER }),
      lastActive: T,
      limit: { words: MARKER, reset: T }
    }
  ],
  swap: [{ at: T, used: 12.5 }],
  said: [MARKER]
}
const launched = {
  pane: "%1",
  processes: [{ pid: 9, start: "b:1", name: MARKER }],
  session: MARKER,
  at: T,
  by: "up" as const
}

/** A file as the services write it, with fields of a later version here and there. */
let whole = Buffer.alloc(0)
beforeAll(async () => {
  await run(
    Effect.gen(function* () {
      const state = yield* SessionState
      yield* state.savePass("lantern", record, memory)
      yield* state.changeSeat("lantern", "mason", () => ({ launched, hold: { since: T, reason: MARKER } }))
      yield* state.setHold("lantern", { since: T, by: "pat", until: T + 1 })
      yield* (yield* Budgets).fold([shows("mason", 40, T, { account: MARKER })])
    })
  )
  const json: unknown = JSON.parse(readFileSync(path, "utf8"))
  whole = Buffer.from(`${JSON.stringify(Object.assign({}, json, { later: { of: MARKER } }))}\n`)
})

const REPAIR =
  /move it aside|delete |try again|nothing was changed|the state was not changed|the old one stands/

/** Every way to change the file; a watch that is there already is an answer too. */
const changes = Effect.gen(function* () {
  const state = yield* SessionState
  const budgets = yield* Budgets
  const claim = state.claimWatch("lantern", record, () => Effect.succeed(null))
  const seen = [shows("mason", 39, T + 1, { account: MARKER })]
  const all: ReadonlyArray<readonly [name: string, change: Effect.Effect<void, StateError>]> = [
    ["savePass", state.savePass("lantern", record, memory)],
    [
      "changeSeat",
      Effect.asVoid(state.changeSeat("lantern", "mason", (seat) => ({ ...seat, hold: { since: 3 } })))
    ],
    ["setHold", state.setHold("lantern", null)],
    ["endWatch", state.endWatch("lantern", 7)],
    ["claimWatch", Effect.catchTag(claim, "WatchAlready", () => Effect.void)],
    ["fold", Effect.asVoid(budgets.fold(seen))]
  ]
  return all
})

/** What breaks a property with the file as it stands, trying the given changes (all of them when none is). */
const breaches = (what: string, only: number | null) =>
  Effect.gen(function* () {
    const found: Array<string> = []
    const judge = (said: string, message: string) => {
      const problem = messageProblem(message, dirname(path), REPAIR)
      if (problem !== null) found.push(`${what}, ${said}: ${problem}`)
    }
    const state = yield* SessionState
    const budgets = yield* Budgets
    const all = yield* changes
    for (const [name, change] of only === null ? all : all.slice(only, only + 1)) {
      const reading =
        name === "fold" ? yield* outcome(what, budgets.read) : yield* outcome(what, state.session("lantern"))
      if (reading._tag === "Said") judge(`reading before ${name}`, reading.message)
      else if (!isTame(reading.value)) found.push(`${what}: a reading carries what no schema saw`)
      const before = standing(path)
      const changed = yield* outcome(`${what}, ${name}`, change)
      const after = standing(path)
      if (changed._tag === "Said") {
        judge(name, changed.message)
        if (before !== after) found.push(`${what}, ${name}: failed and changed the file`)
      } else {
        if (reading._tag === "Said" && before !== after) {
          found.push(`${what}, ${name}: replaced an unreadable state`)
        }
        const again =
          name === "fold"
            ? yield* outcome(what, budgets.read)
            : yield* outcome(what, state.session("lantern"))
        if (again._tag === "Said") found.push(`${what}, ${name}: wrote what cannot be read`)
      }
      const left = readdirSync(dirname(path)).filter((one) => one.endsWith(".tmp"))
      if (left.length > 0) found.push(`${what}, ${name}: left ${left.join()}`)
    }
    return found
  })

const tryAll = (mutations: ReadonlyArray<Mutation>) =>
  run(
    Effect.gen(function* () {
      const found: Array<string> = []
      for (const [nth, { bytes, what }] of mutations.entries()) {
        writeFileSync(path, bytes)
        // Shifted each dozen: the values of one path come in dozens, and each is to meet every change.
        found.push(...(yield* breaches(what, (nth + Math.floor(nth / 12)) % 6)))
      }
      return found
    })
  )

describe("a damaged state file is a typed error or a value, and never replaced", () => {
  it("cut at every byte", async () => {
    expect(await tryAll(cuts(whole))).toEqual([])
  })
  it("with every other byte changed", async () => {
    expect(await tryAll(flips(whole, 2))).toEqual([])
  })
  it("with another type at every path", async () => {
    expect(await tryAll(wrongTypes(whole.toString()))).toEqual([])
  })
  it("with a field nested without end, or named like the prototype, in every object", async () => {
    const odd = strangeFields(whole.toString())
    expect(odd.length).toBeGreaterThan(50)
    expect(await tryAll(odd)).toEqual([])
  })
  it("refuses such a field by name, carries a shallow one along", async () => {
    for (const { bytes, what } of strangeFields(whole.toString())) {
      writeFileSync(path, bytes)
      const said = await run(Effect.flatMap(SessionState, (one) => outcome(what, one.session("lantern"))))
      // In the maps of sessions and seats every field is one of them, and a list is none.
      const fits = /^shallow in (later|sessions\/lantern|sessions\/lantern\/memory|) \(/.test(what)
      if (fits || !what.startsWith("shallow")) {
        expect([what, said._tag]).toEqual([what, fits ? "Value" : "Said"])
      }
    }
  })
  it("carries along what one service does not know and the other does", async () => {
    const json = JSON.parse(whole.toString())
    writeFileSync(path, JSON.stringify({ ...json, budgets: { a: MARKER } }))
    await run(Effect.flatMap(SessionState, (one) => one.savePass("lantern", record, memory)))
    expect(JSON.parse(readFileSync(path, "utf8")).budgets).toEqual({ a: MARKER })
    writeFileSync(path, JSON.stringify({ ...json, sessions: [MARKER] }))
    await run(Effect.flatMap(Budgets, (one) => one.fold([shows("mason", 39, T + 1)])))
    expect(JSON.parse(readFileSync(path, "utf8")).sessions).toEqual([MARKER])
  })
})

const cases: ReadonlyArray<readonly [what: string, put: () => void]> = [
  [
    "a link to a state",
    () => {
      writeFileSync(join(root, "there"), whole)
      symlinkSync(join(root, "there"), path)
    }
  ],
  ["a link to nothing", () => symlinkSync(join(root, "nowhere"), path)],
  ["a link to itself", () => symlinkSync(path, path)],
  ["a FIFO", () => execFileSync("mkfifo", [path])],
  ["a folder", () => mkdirSync(path)],
  [
    "a file over the cap",
    () => {
      writeFileSync(path, whole)
      truncateSync(path, 16 * 1024 * 1024 + 1)
    }
  ]
]
const locks: ReadonlyArray<readonly [what: string, put: () => void]> = [
  ["a link as the lock", () => symlinkSync(join(root, "nowhere"), lockPath)],
  ["a FIFO as the lock", () => execFileSync("mkfifo", [lockPath])],
  ["a folder as the lock", () => mkdirSync(lockPath)],
  ["no lock as the lock", () => writeFileSync(lockPath, MARKER)]
]

describe("something else in the state's place", () => {
  for (const [what, put] of cases) {
    it(`${what} is refused and stays`, async () => {
      clear(path)
      put()
      const said = await run(Effect.flatMap(SessionState, (one) => outcome(what, one.session("lantern"))))
      expect(said._tag).toBe("Said")
      expect(await run(breaches(what, null))).toEqual([])
      clear(path)
    })
  }
  for (const [what, put] of locks) {
    it(`${what} stops every change`, async () => {
      clear(path)
      writeFileSync(path, whole)
      put()
      const before = standing(lockPath)
      try {
        for (const [name, change] of await run(changes)) {
          expect([name, (await run(outcome(what, change)))._tag]).toEqual([name, "Said"])
        }
        expect(await run(breaches(what, null))).toEqual([])
        expect(readFileSync(path)).toEqual(whole)
        expect(standing(lockPath)).toBe(before)
      } finally {
        rmSync(lockPath, { recursive: true, force: true })
      }
    })
  }
  it("a file or a link in the folder's place is refused and stays", async () => {
    const folder = dirname(path)
    for (const put of [
      () => writeFileSync(folder, MARKER),
      () => {
        mkdirSync(join(root, "other"), { recursive: true })
        symlinkSync(join(root, "other"), folder)
      }
    ]) {
      clear(path)
      rmSync(folder, { recursive: true })
      put()
      const before = standing(folder)
      for (const [name, change] of await run(changes)) {
        const said = await run(outcome(name, change))
        expect(said._tag).toBe("Said")
        if (said._tag === "Said") expect(messageProblem(said.message, folder, REPAIR)).toBeNull()
      }
      expect(standing(folder)).toBe(before)
    }
    clear(path)
  })
  it("whatever its mode is, all properties hold, and what is written anew is private", async () => {
    for (const mode of [0o000, 0o200, 0o400, 0o600, 0o644, 0o666, 0o777]) {
      clear(path)
      writeFileSync(path, whole)
      chmodSync(path, mode)
      expect(await run(breaches(mode.toString(8), null))).toEqual([])
    }
  })
})

// Only root can give a file to somebody else.
describe.runIf(isRoot)("another user's state", () => {
  it("is refused and stays", async () => {
    clear(path)
    writeFileSync(path, whole)
    chownSync(path, 12_345, 12_345)
    expect(await run(breaches("another's", null))).toEqual([])
    for (const [name, change] of await run(changes)) {
      expect([name, (await run(outcome(name, change)))._tag]).toEqual([name, "Said"])
    }
    expect(readFileSync(path)).toEqual(whole)
  })
})
