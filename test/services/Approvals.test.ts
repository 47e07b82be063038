import { execFileSync } from "node:child_process"
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { inspect } from "node:util"
import { it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FastCheck from "effect/FastCheck"
import * as Layer from "effect/Layer"
import * as Ref from "effect/Ref"
import { afterEach, beforeEach, describe, expect } from "vitest"
import { Approvals, type ApproveInput, type StoredApproval } from "../../src/services/Approvals.ts"
import type { ApprovalError } from "../../src/services/approvals/error.ts"
import { rootHash } from "../../src/services/approvals/places.ts"
import { approvedTeam } from "../../src/services/approvals/present.ts"
import { Processes } from "../../src/services/Processes.ts"
import { StateLock } from "../../src/services/StateLock.ts"
import { inputOf, word } from "../domain/approval/support.ts"
import { example, file, seat, valid } from "../domain/team/support.ts"

const isRoot = process.getuid?.() === 0
const small = example("small")
const full = example("full")

let base = ""
let config = ""
let root = ""
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "approvals-")))
  config = join(base, "home", ".config", "team")
  root = join(base, "work", "lantern")
  mkdirSync(root, { recursive: true })
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

const lock = StateLock.layer.pipe(Layer.provide(Processes.layerFixed(new Map())))
const live = <A, E>(effect: Effect.Effect<A, E, Approvals>, folder = config): Effect.Effect<A, E> =>
  Effect.provide(effect, Approvals.layerAt({ configFolder: folder }).pipe(Layer.provide(lock)))

const approve = (text = small, more: Partial<ApproveInput> = {}) =>
  live(Effect.flatMap(Approvals, (approvals) => approvals.approve(inputOf(text, { root, ...more }))))
const read = (at = root) => live(Effect.flatMap(Approvals, (approvals) => approvals.read(at)))
const restore = () => live(Effect.flatMap(Approvals, (approvals) => approvals.restore(root)))
const verdict = (at = root) => Effect.map(read(at), (seen) => word(seen.verdict))
const refusal = <A>(effect: Effect.Effect<A, ApprovalError>) =>
  // Not `flip`: a record as an unexpected failure takes the reporter minutes to print.
  Effect.match(effect, {
    onFailure: ({ message, reason }) => `${reason}: ${message}`,
    onSuccess: () => "not refused"
  })

const store = (name = "lantern", at = root) => join(config, `${name}-${rootHash(at)}`)
const record = () => join(store(), "approval.json")
const keys = () => `${config}-key`
const keyFile = () => join(keys(), "key.json")
const count = (at = root) => join(keys(), "generations", `${rootHash(at)}.json`)
const mode = (path: string): string => (lstatSync(path).mode & 0o777).toString(8)

describe("an approval", () => {
  it.live("is none before the first one, and looking makes nothing", () =>
    Effect.gen(function* () {
      const seen = yield* read()
      expect(seen).toEqual({ verdict: { _tag: "None" }, record: null, keyFingerprint: null })
      expect(readdirSync(base)).toEqual(["work"])
      expect(yield* refusal(restore())).toContain("NotApproved: the file was never approved")
    })
  )

  it.live("is verified, private, and gives its text back", () =>
    Effect.gen(function* () {
      const made = yield* approve(full, { project: "lantern" })
      const seen = yield* read()
      expect(seen.verdict).toEqual({ _tag: "Verified", record: made })
      expect(seen.record).toEqual(made)
      expect(seen.keyFingerprint).toBe(made.key)
      expect([made.generation, made.root, made.project]).toEqual([1, root, "lantern"])
      expect(yield* restore()).toBe(full)
      expect(readFileSync(join(store(), "approved.yaml"), "utf8")).toBe(full)
      const folders = [config, store(), keys(), join(keys(), "generations")]
      expect(folders.map(mode)).toEqual(["700", "700", "700", "700"])
      const files = [record(), join(store(), "approved.yaml"), keyFile(), count()]
      expect(files.map(mode)).toEqual(["600", "600", "600", "600"])
      // No lock and no half-written file is left.
      expect(readdirSync(keys()).sort()).toEqual(["generations", "key.json"])
      expect(readdirSync(join(keys(), "generations"))).toEqual([`${rootHash(root)}.json`])
      expect(readdirSync(store()).sort()).toEqual(["approval.json", "approved.yaml"])
    })
  )

  it.live("counts, keeps the key, and is found through another path to the folder", () =>
    Effect.gen(function* () {
      const first = yield* approve()
      const pem = readFileSync(keyFile(), "utf8")
      const second = yield* approve(full, { project: "lantern" })
      expect([first.generation, second.generation]).toEqual([1, 2])
      expect(second.key).toBe(first.key)
      expect(readFileSync(keyFile(), "utf8")).toBe(pem)
      symlinkSync(root, join(base, "link"))
      expect(yield* verdict(join(base, "link"))).toBe("Verified")
    })
  )

  it.live("stays with a renamed project, and not with a moved folder", () =>
    Effect.gen(function* () {
      yield* approve()
      yield* approve(small, { project: "beacon/../x" })
      expect(readdirSync(config)).toEqual([`lantern-${rootHash(root)}`])
      const moved = join(base, "work", "moved")
      renameSync(root, moved)
      expect(yield* verdict(moved)).toBe("None")
    })
  )

  it.live("gives the store a name that stays in the folder", () =>
    Effect.gen(function* () {
      yield* approve(small, { project: "../.. /etc\u0000" })
      expect(readdirSync(config)).toEqual([`_.._etc_-${rootHash(root)}`.replace("_.._etc_", "_..__etc_")])
      expect(yield* verdict()).toBe("Verified")
    })
  )

  it.live("never reads the copy back", () =>
    Effect.gen(function* () {
      yield* approve()
      writeFileSync(join(store(), "approved.yaml"), "other")
      expect(yield* restore()).toBe(small)
      unlinkSync(join(store(), "approved.yaml"))
      expect(yield* verdict()).toBe("Verified")
    })
  )

  it.live("is made by one at a time, each with its own number", () =>
    Effect.gen(function* () {
      const made = yield* Effect.all(
        Array.from({ length: 8 }, () => approve()),
        { concurrency: "unbounded" }
      )
      expect(made.map(({ generation }) => generation).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
      expect(new Set(made.map(({ key }) => key)).size).toBe(1)
      const seen = yield* read()
      expect(seen.record?.generation).toBe(8)
    })
  )

  it.live("of several projects has one key and a count each", () =>
    Effect.gen(function* () {
      const roots = ["a", "b", "c"].map((name) => join(base, "work", name))
      for (const one of roots) mkdirSync(one)
      const made = yield* Effect.all(
        roots.map((one) => approve(small, { root: one })),
        { concurrency: "unbounded" }
      )
      expect(made.map(({ generation }) => generation)).toEqual([1, 1, 1])
      expect(new Set(made.map(({ key }) => key)).size).toBe(1)
      for (const one of roots) expect(yield* verdict(one)).toBe("Verified")
    })
  )

  it.live("is read while others are made, and never refused for that", () =>
    Effect.gen(function* () {
      yield* approve()
      const writing = Effect.repeatN(approve(), 10)
      const reading = Effect.replicateEffect(verdict(), 25)
      const [words] = yield* Effect.all([reading, writing], { concurrency: 2 })
      expect(new Set(words)).toEqual(new Set(["Verified"]))
    })
  )

  it.live("raises its number before its record is there, so that a crash in between is refused", () =>
    Effect.gen(function* () {
      yield* approve()
      const numberIn = (path: string): number => JSON.parse(readFileSync(path, "utf8")).generation
      const seen: Array<number> = []
      const look = Effect.sync(() => {
        const made = numberIn(record())
        seen.push(numberIn(count()) - made)
      }).pipe(Effect.zipRight(Effect.promise(() => new Promise((done) => setImmediate(done)))))
      yield* Effect.raceFirst(Effect.repeatN(approve(), 8), Effect.forever(look))
      expect(Math.min(...seen)).toBe(0)
      expect(Math.max(...seen)).toBe(1)
    })
  )
})

describe("a stored record that is not the last approval", () => {
  it.live("is refused when it was changed, cut or is another's, and approving again repairs it", () =>
    Effect.gen(function* () {
      yield* approve()
      const text = readFileSync(record(), "utf8")
      writeFileSync(record(), text.replace('"seats": 4', '"seats": 9'))
      expect(readFileSync(record(), "utf8")).not.toBe(text)
      expect(yield* verdict()).toBe("the approval record was changed after approval: run team approve")
      expect(yield* refusal(restore())).toContain("nothing is restored")
      writeFileSync(record(), text.slice(0, 500))
      expect(yield* verdict()).toBe("the approval record is not whole JSON: run team approve")
      writeFileSync(record(), "")
      expect(yield* verdict()).toBe("the approval record is not whole JSON: run team approve")
      expect((yield* approve()).generation).toBe(2)
      expect(yield* verdict()).toBe("Verified")
    })
  )

  it.live("is refused when an older one was put back", () =>
    Effect.gen(function* () {
      yield* approve(full, { project: "lantern" })
      const old = readFileSync(record(), "utf8")
      yield* approve()
      writeFileSync(record(), old)
      expect(yield* verdict()).toContain("is number 1, and the last approval is number 2")
      expect((yield* approve()).generation).toBe(3)
    })
  )

  it.live("is refused when the approval was cut after its number, and repaired by another", () =>
    Effect.gen(function* () {
      yield* approve()
      writeFileSync(count(), JSON.stringify({ format: 1, generation: 2, at: 1 }))
      expect(yield* verdict()).toContain("an approval was cut short")
      expect((yield* approve()).generation).toBe(3)
      expect(yield* verdict()).toBe("Verified")
    })
  )

  it.live("is refused when its count is gone, cut or newer; a lost count starts above the record", () =>
    Effect.gen(function* () {
      yield* approve()
      yield* approve()
      unlinkSync(count())
      expect(yield* verdict()).toContain("the count of approvals is gone")
      expect((yield* approve()).generation).toBe(3)
      writeFileSync(count(), '{"format":1,"gen')
      expect(yield* verdict()).toBe(
        `the count of approvals ${count()} can't be read: move it aside and run team approve`
      )
      expect(yield* refusal(approve())).toContain("Count: the count of approvals")
      expect(readFileSync(count(), "utf8")).toBe('{"format":1,"gen')
      writeFileSync(count(), '{"format":2,"generation":3,"at":1}')
      expect(yield* verdict()).toContain("newer than this version of team reads")
    })
  )

  it.live("is refused when it was copied from another project", () =>
    Effect.gen(function* () {
      const other = join(base, "work", "other")
      mkdirSync(other)
      yield* approve(small, { root: other })
      cpSync(store("lantern", other), store(), { recursive: true })
      chmodSync(store(), 0o700)
      cpSync(count(other), count())
      expect(yield* verdict()).toBe(
        `the approval record was made for another folder (${other}): run team approve`
      )
    })
  )

  it.live("is refused when another key signed it, or the key is gone", () =>
    Effect.gen(function* () {
      const { key } = yield* approve()
      renameSync(keyFile(), join(keys(), "kept"))
      expect(yield* verdict()).toContain(`is signed by the key ${key}, and this machine has none`)
      const again = yield* approve()
      expect(again.key).not.toBe(key)
      unlinkSync(keyFile())
      renameSync(join(keys(), "kept"), keyFile())
      expect(yield* verdict()).toBe(
        `the approval record is signed by another key (${again.key}; this machine's is ${key}): run team approve`
      )
    })
  )

  it.live("is legacy when an earlier tool wrote it", () =>
    Effect.gen(function* () {
      mkdirSync(store(), { recursive: true, mode: 0o700 })
      chmodSync(config, 0o700)
      writeFileSync(record(), '{"format":1,"approvedAt":"2025-01-01"}', { mode: 0o600 })
      expect(yield* verdict()).toBe("Legacy")
      expect(yield* refusal(restore())).toContain("before records were signed")
    })
  )

  it.live("is never verified and never crashes, whatever the bytes are", () =>
    Effect.gen(function* () {
      yield* approve()
      const bytes = readFileSync(record())
      const samples = FastCheck.sample(
        FastCheck.tuple(FastCheck.nat({ max: bytes.length - 1 }), FastCheck.integer({ min: 1, max: 255 })),
        60
      )
      for (const [at, by] of samples) {
        const bad = Buffer.from(bytes)
        bad[at] = (bad[at] ?? 0) ^ by
        writeFileSync(record(), bad)
        const { record: made } = yield* read()
        // A changed space between two fields is the one thing that leaves the same record.
        if (made !== null) expect(made).toEqual(JSON.parse(bytes.toString("utf8")))
      }
    })
  )
})

describe("a store that may not be used", () => {
  it.live("is refused inside a folder where seats work, and nothing is made", () =>
    Effect.gen(function* () {
      const inside = join(root, "cfg", "team")
      const at = (folders: ReadonlyArray<string>, folder = config) =>
        refusal(
          live(
            Effect.flatMap(Approvals, (approvals) =>
              approvals.approve(inputOf(small, { root, workFolders: folders }))
            ),
            folder
          )
        )
      const name = `lantern-${rootHash(root)}`
      expect(yield* at([], inside)).toBe(
        `InsideWork: the approval store ${join(inside, name)} is inside ${root}, where seats work`
      )
      expect(yield* at([join(base, "home")])).toBe(
        `InsideWork: the approval store ${join(config, name)} is inside ${join(base, "home")}, where seats work`
      )
      expect(yield* at([`${config}-key`])).toContain("InsideWork: the signing key's folder")
      mkdirSync(join(base, "home"))
      symlinkSync(join(base, "home"), join(base, "alias"))
      expect(yield* at([join(base, "alias")])).toContain("InsideWork")
      expect(yield* at(["../../home"])).toContain("InsideWork")
      expect(yield* at(["/"])).toContain("InsideWork")
      expect(readdirSync(join(base, "home"))).toEqual([])
      expect(readdirSync(root)).toEqual([])
      // A folder beside it whose name only begins the same is another folder.
      yield* approve(small, { workFolders: [join(base, "hom"), join(config, "lobby")] })
      expect(yield* verdict()).toBe("Verified")
    })
  )

  const levels = (): ReadonlyArray<readonly [path: string, open: number, kind: string]> => [
    [config, 0o755, "folder"],
    [store(), 0o710, "folder"],
    [record(), 0o640, "file"],
    [keys(), 0o701, "folder"],
    [keyFile(), 0o604, "file"],
    [join(keys(), "generations"), 0o770, "folder"],
    [count(), 0o666, "file"]
  ]

  it.live("is refused where others may open any level of it, and no mode is changed", () =>
    Effect.gen(function* () {
      yield* approve()
      for (const [path, open, kind] of levels()) {
        const before = statSync(path).mode & 0o777
        chmodSync(path, open)
        const said = `${path} is open to others (mode ${open.toString(8)}): run chmod ${kind === "folder" ? 700 : 600} ${path}`
        expect(yield* verdict()).toBe(said)
        expect(yield* refusal(approve())).toBe(`Mode: ${said}`)
        expect(statSync(path).mode & 0o777).toBe(open)
        chmodSync(path, before)
      }
      expect(yield* verdict()).toBe("Verified")
    })
  )

  it.live("is refused where a link stands at any level", () =>
    Effect.gen(function* () {
      yield* approve()
      for (const [path] of levels()) {
        const real = join(base, "real")
        renameSync(path, real)
        symlinkSync(real, path)
        const said = `${path} is a symbolic link, which is not followed`
        expect(yield* verdict()).toBe(said)
        expect(yield* refusal(approve())).toBe(`Link: ${said}`)
        unlinkSync(path)
        renameSync(real, path)
      }
      expect(yield* verdict()).toBe("Verified")
    })
  )

  it.live("is refused where something else stands at any level", () =>
    Effect.gen(function* () {
      yield* approve()
      for (const [path, , kind] of levels()) {
        if (path === config) continue
        renameSync(path, join(base, "real"))
        if (kind === "folder") writeFileSync(path, "x")
        else mkdirSync(path)
        expect(yield* refusal(approve())).toContain(`NotRegular: ${path} is not a`)
        rmSync(path, { recursive: true })
        renameSync(join(base, "real"), path)
      }
    })
  )

  it.live("is refused when there are two of one project", () =>
    Effect.gen(function* () {
      yield* approve()
      cpSync(store(), store("beacon"), { recursive: true })
      expect(yield* verdict()).toContain("has two approval stores of this project")
      expect(yield* refusal(approve())).toContain("TwoStores")
    })
  )

  it.live("is not touched by a first approval that is refused: no key, no folder", () =>
    Effect.gen(function* () {
      mkdirSync(config, { recursive: true })
      chmodSync(config, 0o755)
      expect(yield* refusal(approve())).toContain("Mode")
      chmodSync(config, 0o700)
      const wrong = { seats: 1.5, temporary: 0, vendors: {} }
      expect(yield* refusal(approve(small, { ceilings: wrong }))).toBe(
        "Input: what was to be approved is no record (ceilings.seats); nothing was changed"
      )
      expect(readdirSync(join(config, ".."))).toEqual(["team"])
      expect(readdirSync(config)).toEqual([])
    })
  )
})

describe.runIf(isRoot)("a store of another user (needs root to make one)", () => {
  it.live("is refused at any level", () =>
    Effect.gen(function* () {
      yield* approve()
      const parts = [config, store(), record(), keys(), keyFile(), join(keys(), "generations"), count()]
      for (const path of parts) {
        execFileSync("chown", ["1234", path])
        expect(yield* verdict()).toBe(`${path} belongs to another user`)
        expect(yield* refusal(approve())).toBe(`OtherOwner: ${path} belongs to another user`)
        execFileSync("chown", ["0", path])
      }
      expect(yield* verdict()).toBe("Verified")
    })
  )
})

describe("the signing key", () => {
  it.live("is never made anew over one that cannot be read", () =>
    Effect.gen(function* () {
      yield* approve()
      const whole = readFileSync(keyFile(), "utf8")
      const rsa = execFileSync("openssl", ["genpkey", "-algorithm", "x25519"], { encoding: "utf8" })
      const bad = [
        "",
        whole.slice(0, 60),
        whole.replace("ed25519", "rsa"),
        whole.replace('"format": 1', '"format": 2'),
        JSON.stringify({ format: 1, algorithm: "ed25519", privateKey: "SECRET" }),
        JSON.stringify({ format: 1, algorithm: "ed25519", privateKey: rsa }),
        "x".repeat(20_000)
      ]
      for (const text of bad) {
        writeFileSync(keyFile(), text)
        const said = yield* verdict()
        expect(said).toMatch(/^the signing key .*key\.json can't be read \(.*\): restore it from a copy$/)
        expect(yield* refusal(approve())).toBe(`Key: ${said}`)
        expect(readFileSync(keyFile(), "utf8")).toBe(text)
        expect(said).not.toContain("SECRET")
      }
      writeFileSync(keyFile(), whole)
      expect(yield* verdict()).toBe("Verified")
    })
  )

  it.live("is in no answer, no error and nothing that prints", () =>
    Effect.gen(function* () {
      const made = yield* approve()
      const secret = /"privateKey": "-----BEGIN PRIVATE KEY-----\\n(.+?)\\n/.exec(
        readFileSync(keyFile(), "utf8")
      )?.[1]
      if (secret === undefined) throw new Error("no key")
      const seen = yield* read()
      const service = yield* live(Approvals)
      writeFileSync(keyFile(), readFileSync(keyFile(), "utf8").replace("ed25519", "none"))
      const failed = yield* Effect.exit(approve())
      const broken = yield* read()
      for (const one of [made, seen, service, failed, broken]) {
        const printed = `${inspect(one, { depth: 6 })}${JSON.stringify(one)}`
        expect(printed.includes(secret) || printed.includes("BEGIN PRIVATE")).toBe(false)
      }
      expect(Exit.isFailure(failed) ? Cause.pretty(failed.cause) : "").toContain("restore it from a copy")
    })
  )
})

describe("kept in memory", () => {
  it.effect("an approval is judged as a stored one is", () =>
    Effect.gen(function* () {
      const ref = yield* Ref.make<ReadonlyMap<string, StoredApproval>>(new Map())
      yield* Effect.gen(function* () {
        const approvals = yield* Approvals
        expect((yield* approvals.read("/r")).verdict._tag).toBe("None")
        yield* approvals.approve(inputOf(small, { root: "/r" }))
        const second = yield* approvals.approve(inputOf(full, { root: "/r" }))
        expect(second.generation).toBe(2)
        expect((yield* approvals.read("/r")).record).toEqual(second)
        expect(yield* approvals.restore("/r")).toBe(full)
        yield* Ref.update(ref, (all) => {
          const now = all.get("/r")
          return new Map(all).set("/r", {
            text: now?.text?.replace("lagoon", "lagoom") ?? null,
            generation: 2
          })
        })
        expect(word((yield* approvals.read("/r")).verdict)).toContain("was changed after approval")
      }).pipe(Effect.provide(Approvals.layerMemory(ref)))
    })
  )
})

describe("a team beside its approval", () => {
  it.live("has what takes effect, what differs and what is reported", () =>
    Effect.gen(function* () {
      const approved = file("watch: { checks: { extra: off }, interval: 30s }", [seat()])
      const present = valid(
        file("watch: { checks: { idle: off }, interval: 9h }", [seat({ parked: "true" })])
      )
      const before = approvedTeam(present, yield* read())
      expect([before.file.watch.checks, before.file.watch.interval.ms]).toEqual([[], 32_400_000])
      expect([before.facts.verdict, before.heldBack, before.approved]).toEqual([
        "none",
        ["watch.checks"],
        null
      ])
      yield* approve(approved)
      const team = approvedTeam(present, yield* read())
      expect([team.file.watch.checks, team.file.watch.interval.ms]).toEqual([["extra"], 30_000])
      expect(team.differences.map(({ text }) => text)).toEqual([
        "`watch` changed: interval 30s → 9h",
        "`watch.checks` changed: idle added, extra taken out",
        "seat two changed: parked false → true"
      ])
      expect(team.facts.differences).toEqual(team.differences)
      expect([team.file.seats[1]?.parked, team.heldBack]).toEqual([false, []])
      expect(team.approved).toEqual(valid(approved))
    })
  )
})
