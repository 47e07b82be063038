import { execFileSync } from "node:child_process"
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { Approvals } from "../../../src/services/Approvals.ts"
import { rootHash } from "../../../src/services/approvals/places.ts"
import { Processes } from "../../../src/services/Processes.ts"
import { StateLock } from "../../../src/services/StateLock.ts"
import { inputOf } from "../../domain/approval/support.ts"
import { example } from "../../domain/team/support.ts"
import {
  cuts,
  flips,
  isRoot,
  MARKER,
  type Mutation,
  outcome,
  skipping,
  standing,
  strangeFields,
  wrongTypes
} from "./support.ts"

const base = realpathSync(mkdtempSync(join(tmpdir(), "fuzz-approvals-")))
afterAll(() => rmSync(base, { recursive: true, force: true }))
const config = join(base, "home", "team")
const root = join(base, "work", "lantern")
const hash = rootHash(root)
const text = `# ${MARKER}\n${example("small")}`
const input = inputOf(text, { root, project: "lantern" })

const files = {
  record: join(config, `lantern-${hash}`, "approval.json"),
  count: join(`${config}-key`, "generations", `${hash}.json`),
  key: join(`${config}-key`, "key.json")
}
type Which = keyof typeof files
const NAMES = ["record", "count", "key"] as const

const layer = Approvals.layerAt({ configFolder: config }).pipe(
  Layer.provide(StateLock.layer.pipe(Layer.provide(Processes.layerFixed(new Map()))))
)
const run = <A, E>(effect: Effect.Effect<A, E, Approvals>): Promise<A> =>
  Effect.runPromise(effect.pipe(Effect.provide(layer), Effect.withClock(skipping())))
const approve = Effect.flatMap(Approvals, (one) => one.approve(input))

const whole: Record<Which, Buffer> = { record: Buffer.alloc(0), count: Buffer.alloc(0), key: Buffer.alloc(0) }
/** Parts of the key's secret half, which no message may repeat. */
let secrets: ReadonlyArray<string> = []
beforeAll(async () => {
  mkdirSync(root, { recursive: true })
  await run(approve)
  for (const name of NAMES) whole[name] = readFileSync(files[name])
  const pem: string = JSON.parse(whole.key.toString()).privateKey
  secrets = [pem.split("\n")[1]?.slice(24, 40) ?? "none", pem.split("\n")[1]?.slice(40, 56) ?? "none"]
})
const restoreAll = () => {
  for (const name of NAMES) {
    rmSync(files[name], { recursive: true, force: true })
    writeFileSync(files[name], whole[name], { mode: 0o600 })
  }
}
afterEach(restoreAll)

const REPAIR =
  /run team approve|restore (it|the key) from a copy|move it aside|use the newer team|run chmod|nothing is restored|is a symbolic link|is not a regular file|belongs to another user|is too large/

const wordProblem = (said: string): string | null => {
  if (said.includes(MARKER) || secrets.some((one) => said.includes(one))) return "content is repeated"
  if (said.includes("\n")) return "more than one line"
  return REPAIR.test(said) ? null : `no repair is named: ${said}`
}

/** What breaks a property with the store as it stands. */
const breaches = (what: string, which: Which, withApprove: boolean) =>
  Effect.gen(function* () {
    const found: Array<string> = []
    const judge = (said: string) => {
      const problem = wordProblem(said)
      if (problem !== null) found.push(`${what}: ${problem}`)
    }
    const approvals = yield* Approvals
    const before = NAMES.map((name) => standing(files[name]))
    const seen = yield* outcome(what, approvals.read(root))
    if (seen._tag === "Said") found.push(`${what}: a reading failed`)
    else if (seen.value.verdict._tag === "Refused") judge(seen.value.verdict.text)
    else if (seen.value.verdict._tag === "Verified" && seen.value.verdict.record.text !== text) {
      found.push(`${what}: a changed record is verified`)
    }
    if (NAMES.some((name, nth) => standing(files[name]) !== before[nth]))
      found.push(`${what}: a reading wrote`)
    // A restoring reads once more: tried where there is time for it.
    if (!withApprove) return found
    const restored = yield* outcome(what, approvals.restore(root))
    if (restored._tag === "Said") judge(restored.message)
    else if (restored.value !== text) found.push(`${what}: another text is restored`)
    const made = yield* outcome(what, approvals.approve(input))
    if (made._tag === "Said") {
      judge(made.message)
      if (!made.message.includes(files[which])) found.push(`${what}: the path is not named`)
      if (NAMES.some((name, nth) => standing(files[name]) !== before[nth])) {
        found.push(`${what}: a refused approval changed the store`)
      }
    } else {
      const again = yield* approvals.read(root)
      if (again.verdict._tag !== "Verified") found.push(`${what}: an approval is not verified`)
      if (which === "key" && standing(files.key) !== before[2]) found.push(`${what}: the key was replaced`)
      restoreAll()
    }
    return found
  })

const tryAll = (which: Which, mutations: ReadonlyArray<Mutation>, approveEach: number) =>
  run(
    Effect.gen(function* () {
      const found: Array<string> = []
      for (const [nth, { bytes, what }] of mutations.entries()) {
        writeFileSync(files[which], bytes, { mode: 0o600 })
        found.push(...(yield* breaches(`${which}, ${what}`, which, nth % approveEach === 0)))
      }
      return found
    })
  )

describe("a damaged approval store is a refusal, and no key or count is replaced", () => {
  it.each(NAMES)("the %s cut short", async (which) => {
    const step = which === "record" ? 13 : 1
    expect(await tryAll(which, cuts(whole[which], step), 29)).toEqual([])
  })
  it.each(NAMES)("the %s with bytes changed", async (which) => {
    const step = which === "record" ? 13 : 1
    expect(await tryAll(which, flips(whole[which], step), 29)).toEqual([])
  })
  it.each(NAMES)("the %s with other types and strange fields", async (which) => {
    const json = whole[which].toString()
    const values = ["null", "-1", "1e999", `"${MARKER}"`, `{"odd":"${MARKER}"}`]
    expect(await tryAll(which, [...wrongTypes(json, values), ...strangeFields(json)], 9)).toEqual([])
  })
})

const puts: ReadonlyArray<readonly [what: string, put: (path: string) => void]> = [
  ["a link", (path) => symlinkSync(join(base, "elsewhere"), path)],
  ["a FIFO", (path) => execFileSync("mkfifo", [path])],
  ["a folder", (path) => mkdirSync(path)],
  ["a file others may read", (path) => writeFileSync(path, MARKER, { mode: 0o644 })],
  [
    "a file over every cap",
    (path) => {
      writeFileSync(path, MARKER, { mode: 0o600 })
      truncateSync(path, 16 * 1024 * 1024 + 1)
    }
  ],
  // Only root can give a file to somebody else.
  ...(isRoot
    ? [
        [
          "another user's file",
          (path: string) => {
            writeFileSync(path, MARKER, { mode: 0o600 })
            chownSync(path, 12_345, 12_345)
          }
        ] as const
      ]
    : [])
]

describe("something else in the store", () => {
  for (const which of NAMES) {
    for (const [what, put] of puts) {
      it(`${what} as the ${which} is refused and stays`, async () => {
        rmSync(files[which])
        put(files[which])
        if (what === "a file others may read") chmodSync(files[which], 0o644)
        expect(await run(breaches(what, which, true))).toEqual([])
        const seen = await run(Effect.flatMap(Approvals, (one) => outcome(what, one.approve(input))))
        expect(seen._tag).toBe("Said")
      })
    }
  }
})
