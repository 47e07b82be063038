import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { mailFile } from "../../../src/domain/mailbox/name.ts"
import { refusedText } from "../../../src/domain/mailbox/refused.ts"
import { Mailbox } from "../../../src/services/Mailbox.ts"
import { type MailPlace, makeMailPlace, SESSION, sendMail } from "../../support/mail.ts"
import {
  cuts,
  flips,
  MARKER,
  type Mutation,
  outcome,
  skipping,
  strangeFields,
  wrongTypes
} from "./support.ts"

let place: MailPlace
let id = ""
const BODY = `${MARKER} Grüße 世界 "quoted" \\ and\n\ttwo lines`
const KINDS = ["message", "receipt", "ack", "pending", "drop"] as const
type Kind = (typeof KINDS)[number]
const whole = new Map<Kind, Buffer>()

const run = <A, E>(effect: Effect.Effect<A, E, Mailbox>): Promise<A> =>
  Effect.runPromise(effect.pipe(Effect.provide(place.layer()), Effect.withClock(skipping())))

beforeAll(async () => {
  place = makeMailPlace()
  await run(
    Effect.gen(function* () {
      const mailbox = yield* Mailbox
      id = (yield* sendMail("glass", { body: BODY })).message.id
      yield* mailbox.ack(SESSION, "glass", id)
      yield* mailbox.putPending(SESSION, "glass", id, { pid: 7, start: "then" })
    })
  )
  for (const kind of KINDS) whole.set(kind, readFileSync(fileOf(kind)))
})
afterAll(() => place.remove())
const fileOf = (kind: Kind) => place.box("glass", mailFile(id, kind))
const bytesOf = (kind: Kind) => whole.get(kind) ?? Buffer.alloc(0)
const restore = () => {
  rmSync(place.box("glass"), { recursive: true, force: true })
  mkdirSync(place.box("glass"), { mode: 0o700 })
  for (const kind of KINDS) writeFileSync(fileOf(kind), bytesOf(kind), { mode: 0o600 })
}
afterEach(restore)

/** What is wrong with the answer while one file of the message is damaged; the others are whole. */
const breach = (kind: Kind, what: string) =>
  Effect.gen(function* () {
    const mailbox = yield* Mailbox
    const seen = yield* outcome(what, mailbox.list(SESSION, "glass"))
    if (seen._tag === "Said") return `${what}: a listing failed`
    const { messages, refused } = seen.value
    const [found] = messages
    if (refused.length !== 1 || refused[0]?.name !== basename(fileOf(kind)))
      return `${what}: it is not refused alone`
    if (refused.map(refusedText).join().includes(MARKER)) return `${what}: content is repeated`
    if (kind === "message") return found === undefined ? null : `${what}: a changed message is shown`
    if (found?.body !== BODY) return `${what}: the message is hidden`
    if ((found.receipt === null) !== (kind === "receipt")) return `${what}: the receipt`
    if ((found.ackedAt === null) !== (kind === "ack")) return `${what}: the ack`
    const unheld = kind === "pending" || kind === "drop"
    return (found.pending === null) === unheld ? null : `${what}: the marker`
  })

const tryAll = (kind: Kind, mutations: ReadonlyArray<Mutation>) =>
  run(
    Effect.gen(function* () {
      const found: Array<string> = []
      for (const { bytes, what } of mutations) {
        if (bytes.equals(bytesOf(kind))) continue
        writeFileSync(fileOf(kind), bytes)
        const problem = yield* breach(kind, `${kind}, ${what}`)
        if (problem !== null) found.push(problem)
      }
      return found
    })
  )

describe("a damaged file of a box is refused by its name, and hides nothing else", () => {
  it.each(KINDS)("the %s cut short", async (kind) => {
    expect(await tryAll(kind, cuts(bytesOf(kind), 7))).toEqual([])
  })
  it.each(KINDS)("the %s with any byte changed", async (kind) => {
    // Every byte where the words are; of the small records beside them, which one reader reads alike, each third.
    const step = kind === "message" || kind === "drop" ? 1 : 3
    expect(await tryAll(kind, flips(bytesOf(kind), step))).toEqual([])
  })
  it.each(KINDS.filter((kind) => kind !== "drop"))(
    "the %s with other types and strange fields",
    async (kind) => {
      const json = bytesOf(kind).toString()
      expect(await tryAll(kind, [...wrongTypes(json), ...strangeFields(json)])).toEqual([])
    }
  )
})

describe("junk in a box", () => {
  const digits = FastCheck.stringMatching(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/)
  const ending = FastCheck.constantFrom(
    ".json",
    ".md",
    ".read.json",
    ".ack.json",
    ".pending.json",
    ".txt",
    ""
  )
  const name = FastCheck.oneof(
    FastCheck.tuple(digits, ending).map((parts) => parts.join("")),
    FastCheck.string({ unit: "binary", minLength: 1, maxLength: 40 }).filter(
      (text) => !/[/\0]/.test(text) && text !== "." && text !== ".." && !/[\ud800-\udfff]/u.test(text)
    )
  )
  const content = FastCheck.oneof(
    FastCheck.string(),
    FastCheck.json(),
    FastCheck.constantFrom(...KINDS).map((kind) => kind)
  )
  const how = FastCheck.constantFrom("file", "folder", "link")

  it("never fails a listing, a look or a pruning, and never hides a message that is good", async () => {
    await FastCheck.assert(
      FastCheck.asyncProperty(
        FastCheck.array(FastCheck.tuple(name, content, how), { maxLength: 12 }),
        async (junk) => {
          restore()
          for (const [file, text, as] of junk) {
            const path = join(place.box("glass"), file)
            const kind = KINDS.find((one) => one === text)
            try {
              if (as === "folder") mkdirSync(path)
              else if (as === "link") symlinkSync(place.key, path)
              else writeFileSync(path, kind === undefined ? text : bytesOf(kind), { flag: "wx", mode: 0o600 })
            } catch {
              // A name the file system does not take, or one that is there.
            }
          }
          const names = readdirSync(place.box("glass")).length
          await run(
            Effect.gen(function* () {
              const mailbox = yield* Mailbox
              const listed = yield* mailbox.list(SESSION, "glass")
              expect(listed.messages.map(({ body, receipt }) => [body, receipt?.how])).toEqual([
                [BODY, "shown"]
              ])
              expect(listed.messages[0]?.pending?.pid).toBe(7)
              const look = yield* mailbox.look(SESSION, ["glass"])
              expect(look.seats[0]?.refused).toEqual(listed.refused)
              for (const line of look.remarks) expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/)
              expect(yield* mailbox.prune(SESSION, 0)).toBe(0)
              expect(readdirSync(place.box("glass"))).toHaveLength(names)
            })
          )
        }
      ),
      { numRuns: 60 }
    )
  })

  it("as the folder itself fails a listing by its name, and a look never", async () => {
    const box = place.box("glass")
    rmSync(box, { recursive: true })
    writeFileSync(box, MARKER)
    await run(
      Effect.gen(function* () {
        const mailbox = yield* Mailbox
        const seen = yield* outcome("a file", mailbox.list(SESSION, "glass"))
        expect(seen).toEqual({ _tag: "Said", message: `${box} is not a regular file` })
        expect((yield* mailbox.look(SESSION, ["glass"])).remarks).toEqual([`${box} is not a regular file`])
        expect(yield* mailbox.prune(SESSION, 0)).toBe(0)
      })
    )
    rmSync(box)
    expect(readdirSync(dirname(box))).toEqual([])
  })
})
