import * as fs from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"
import * as TestClock from "effect/TestClock"
import { BEAT, STALE_AFTER } from "../../../src/domain/supervision/tiers.ts"
import { Beats } from "../../../src/services/Beats.ts"
import { armed, folder, HARBOUR, pathOf, stateOf, wordOf } from "./watchers.ts"

/** A test on real files under the real clock; no beat but the first is waited for. */
const onDisk = <A, E>(title: string, test: (root: string) => Effect.Effect<A, E, Beats | Scope.Scope>) =>
  it.scopedLive(title, () =>
    Effect.flatMap(folder, (root) => Effect.provide(test(root), Beats.layerFile(root)))
  )

const everything = (root: string): ReadonlyArray<unknown> =>
  fs
    .readdirSync(root, { recursive: true, encoding: "utf8" })
    .sort()
    .map((name) => {
      const stat = fs.lstatSync(join(root, name), { bigint: true })
      return [
        name,
        stat.mode,
        stat.mtimeNs,
        stat.ctimeNs,
        stat.isFile() ? fs.readFileSync(join(root, name), "utf8") : null
      ]
    })

const age = (path: string, ms: number): void => {
  const at = new Date(Date.now() - ms)
  fs.utimesSync(path, at, at)
}

describe("the files", () => {
  onDisk("are the owner's alone, in folders of the owner's alone", (root) =>
    Effect.gen(function* () {
      const umask = process.umask(0)
      yield* Effect.addFinalizer(() => Effect.sync(() => process.umask(umask)))
      const one = yield* armed("overseer", HARBOUR)
      const names = fs.readdirSync(pathOf(root)).sort()
      expect(names).toEqual(["overseer.beat", `overseer.live.${one.id}`])
      for (const name of names) expect(fs.statSync(pathOf(root, name)).mode & 0o777).toBe(0o600)
      for (const path of [pathOf(root), join(root, ".agents", "supervision"), join(root, ".agents")])
        expect(fs.statSync(path).mode & 0o777).toBe(0o700)
      expect(JSON.parse(fs.readFileSync(pathOf(root, "overseer.beat"), "utf8"))).toMatchObject({
        format: 1,
        tier: "overseer",
        seat: "w3:p2",
        armId: one.id,
        pid: process.pid
      })
      yield* one.end
      expect(fs.readdirSync(pathOf(root)).sort()).toEqual(["overseer.beat", "overseer.standdown"])
      expect(fs.statSync(pathOf(root, "overseer.standdown")).mode & 0o777).toBe(0o600)
      expect(yield* wordOf("overseer")).toBe("DISARMED")
    })
  )

  onDisk("are read without a trace: no folder is made, nothing is touched", (root) =>
    Effect.gen(function* () {
      const before = everything(root)
      expect(yield* wordOf("watch")).toBe("ABSENT")
      expect(everything(root)).toEqual(before)
      expect(fs.existsSync(join(root, ".agents"))).toBe(false)
      const beats = yield* Beats
      const one = yield* armed("watch", HARBOUR)
      yield* beats.beat("overseer", HARBOUR)
      yield* beats.standDown("overseer-context", HARBOUR)
      fs.mkdirSync(pathOf(root, "orchestrator.beat"))
      fs.writeFileSync(pathOf(root, "orchestrator-context.standdown"), "half")
      fs.writeFileSync(pathOf(root, "watch.live.9.dead"), "")
      age(pathOf(root, "watch.live.9.dead"), 9_000_000)
      const held = everything(root)
      for (let look = 0; look < 5; look += 1) {
        const found = yield* beats.read("harbour")
        expect(found.map(({ state }) => state)).toEqual([
          "UNREADABLE",
          "UNREADABLE",
          "ARMED",
          "DISARMED",
          "ARMED"
        ])
        yield* beats.read("quay")
      }
      expect(everything(root)).toEqual(held)
      yield* one.end
    })
  )

  onDisk("tell the age by their own time", (root) =>
    Effect.gen(function* () {
      const beats = yield* Beats
      yield* beats.beat("overseer", HARBOUR)
      const path = pathOf(root, "overseer.beat")
      age(path, STALE_AFTER + 5_000)
      expect(yield* wordOf("overseer")).toBe("STALE")
      age(path, -5_000)
      expect(yield* wordOf("overseer")).toBe("UNREADABLE")
      yield* beats.beat("overseer", HARBOUR)
      expect(yield* wordOf("overseer")).toBe("ARMED")
    })
  )

  onDisk("date a stand-down not before the beat it follows", (root) =>
    Effect.gen(function* () {
      const beats = yield* Beats
      yield* beats.beat("overseer", HARBOUR)
      age(pathOf(root, "overseer.beat"), -3_600_000)
      yield* beats.standDown("overseer", HARBOUR)
      expect(yield* wordOf("overseer")).toBe("DISARMED")
      yield* beats.beat("overseer", HARBOUR)
      expect(yield* wordOf("overseer")).toBe("ARMED")
    })
  )

  onDisk("of a second layer are the same tier's", (root) =>
    Effect.gen(function* () {
      const other = Beats.layerFile(root)
      const one = yield* armed("watch", HARBOUR)
      const two = yield* Effect.provide(armed("watch", HARBOUR), other)
      yield* one.end
      expect([yield* wordOf("watch"), yield* Effect.provide(wordOf("watch"), other)]).toEqual([
        "ARMED",
        "ARMED"
      ])
      yield* two.end
      // `two` beat last and went last.
      expect(yield* wordOf("watch")).toBe("DISARMED")
    })
  )

  onDisk("of hostile make are read as what they are", (root) =>
    Effect.gen(function* () {
      const beats = yield* Beats
      yield* beats.beat("overseer", HARBOUR)
      const path = pathOf(root, "overseer.beat")
      const put = (text: string | Buffer) => fs.writeFileSync(path, text)
      put(JSON.stringify({ format: 1, seat: "\u001b]0;x\u0007\u202ew3:p2\n" }))
      expect(yield* stateOf("overseer")).toMatchObject({ state: "ARMED", seat: "w3:p2" })
      for (const text of [
        Buffer.alloc(64, 0xff),
        "[".repeat(4_000),
        JSON.stringify({ format: 1, seat: "w3:p2", pad: "x".repeat(4_096) }),
        '{"format":1,"seat":{"toString":1}}',
        '{"__proto__":{"seat":"w3:p2","format":1}}'
      ]) {
        put(text)
        expect(yield* wordOf("overseer"), String(text).slice(0, 40)).toBe("UNREADABLE")
        fs.copyFileSync(path, pathOf(root, "watch.beat"))
        expect(yield* wordOf("watch")).toBe("ARMED")
      }
      const real = join(root, "elsewhere")
      fs.writeFileSync(real, JSON.stringify({ format: 1, seat: "w3:p2" }))
      fs.rmSync(path)
      fs.symlinkSync(real, path)
      expect(yield* wordOf("overseer")).toBe("UNREADABLE")
      expect(yield* Effect.flip(beats.beat("overseer", HARBOUR))).toMatchObject({
        _tag: "BeatUnwritten",
        reason: "overseer.beat: it is not a regular file"
      })
      expect(fs.readFileSync(real, "utf8")).toContain("w3:p2")
    })
  )

  describe.runIf(process.getuid?.() === 0)("of another user (as root alone can make them)", () => {
    onDisk("are none of ours", (root) =>
      Effect.gen(function* () {
        const beats = yield* Beats
        yield* beats.beat("watch", HARBOUR)
        fs.chownSync(pathOf(root, "watch.beat"), 12_345, 12_345)
        expect(yield* wordOf("watch")).toBe("UNREADABLE")
        expect((yield* Effect.flip(beats.beat("watch", HARBOUR)))._tag).toBe("BeatUnwritten")
      })
    )
  })

  for (const levels of [[".agents"], [".agents", "supervision"], [".agents", "supervision", "harbour"]]) {
    onDisk(`are not looked for through a link at ${levels.join("/")}`, (root) =>
      Effect.gen(function* () {
        const beats = yield* Beats
        yield* beats.beat("watch", HARBOUR)
        const place = join(root, ...levels)
        fs.renameSync(place, join(root, "moved"))
        fs.symlinkSync(join(root, "moved"), place)
        const before = everything(root)
        const found = yield* beats.read("harbour")
        expect(new Set(found.map(({ state }) => state))).toEqual(new Set(["UNREADABLE"]))
        expect((yield* Effect.flip(beats.beat("watch", HARBOUR)))._tag).toBe("BeatUnwritten")
        expect(everything(root)).toEqual(before)
      })
    )
  }
})

describe("what cannot be written", () => {
  onDisk("harms no watcher, and is said once", (root) =>
    Effect.gen(function* () {
      fs.writeFileSync(join(root, ".agents"), "a file where the folder should be")
      const said: Array<string> = []
      const say = (problem: string) => Effect.sync(() => void said.push(problem))
      const one = yield* armed("watch", { ...HARBOUR, say })
      yield* one.end
      expect(said).toEqual([
        `the beats of watch cannot be written in ${join(root, ".agents", "supervision")} (.agents: it is not a folder)`
      ])
      expect((yield* Effect.flip((yield* Beats).beat("watch", HARBOUR)))._tag).toBe("BeatUnwritten")
    })
  )

  onDisk("of a clearing costs no beat: the tier is unreadable until somebody looks", (root) =>
    Effect.gen(function* () {
      const said: Array<string> = []
      fs.mkdirSync(pathOf(root, "watch.standdown", "kept"), { recursive: true, mode: 0o700 })
      const one = yield* armed("watch", {
        ...HARBOUR,
        say: (problem) => Effect.sync(() => void said.push(problem))
      })
      expect(fs.existsSync(pathOf(root, "watch.beat"))).toBe(true)
      expect(said).toEqual([])
      expect(yield* wordOf("watch")).toBe("UNREADABLE")
      fs.rmSync(pathOf(root, "watch.standdown"), { recursive: true })
      expect(yield* wordOf("watch")).toBe("ARMED")
      yield* one.end
    })
  )

  it.scoped("heals with the next beat", () =>
    Effect.gen(function* () {
      const root = yield* folder
      yield* Effect.gen(function* () {
        const path = join(root, ".agents")
        fs.writeFileSync(path, "")
        const one = yield* armed("watch", HARBOUR)
        fs.rmSync(path)
        yield* TestClock.adjust(BEAT)
        expect(fs.existsSync(pathOf(root, "watch.beat"))).toBe(true)
        yield* one.end
        expect(fs.readdirSync(pathOf(root)).sort()).toEqual(["watch.beat", "watch.standdown"])
      }).pipe(Effect.provide(Beats.layerFile(root)))
    })
  )
})

describe("an interrupted watcher", () => {
  onDisk("stands down", (root) =>
    Effect.gen(function* () {
      const beats = yield* Beats
      const fiber = yield* Effect.fork(
        Effect.scoped(Effect.zipRight(beats.arm("watch", HARBOUR), Effect.never))
      )
      yield* Effect.iterate(0, {
        while: (tries) => tries < 400 && !fs.existsSync(pathOf(root, "watch.beat")),
        body: (tries) => Effect.as(Effect.sleep(5), tries + 1)
      })
      yield* Fiber.interrupt(fiber)
      expect(fs.readdirSync(pathOf(root)).sort()).toEqual(["watch.beat", "watch.standdown"])
    })
  )
})
