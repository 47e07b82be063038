import {
  chmodSync,
  chownSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { basename, dirname, join } from "node:path"
import { it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { describe, expect } from "vitest"
import { mailText, signedMail } from "../../../src/domain/mailbox/record.ts"
import { loadKey } from "../../../src/services/approvals/key.ts"
import { Mailbox } from "../../../src/services/Mailbox.ts"
import { SESSION, sendMail } from "../../support/mail.ts"
import { AT, bodies, box, list, look, place, put, refusals, run, said, usePlace } from "./support.ts"

const isRoot = process.getuid?.() === 0
usePlace()

describe("what is refused in a box", () => {
  const one = Effect.map(sendMail("glass"), ({ message }) => message.id)
  /** A box with one message, and one more file that `make` puts there; the message is listed all the same. */
  const beside = (make: (id: string) => string, reason: string) =>
    run(
      Effect.gen(function* () {
        const id = yield* one
        const name = make(id)
        expect(yield* refusals).toEqual([[name, reason]])
        expect(yield* bodies).toHaveLength(1)
      })
    )
  const OTHER = "01KBC5N2G9ABCDEFGHJKMNPQRS"
  const written = (name: string, text: string, mode = 0o600) => {
    writeFileSync(box(name), text, { mode })
    chmodSync(box(name), mode)
    return name
  }

  it.effect("a name that is none", () => beside(() => written("notes.txt", ""), "Name"))
  it.effect("the id in other letters", () =>
    beside((id) => written(`${id.toLowerCase()}.json`, readFileSync(box(`${id}.json`), "utf8")), "Name")
  )
  it.effect("a link", () =>
    beside((id) => {
      symlinkSync(box(`${id}.json`), box(`${OTHER}.json`))
      return `${OTHER}.json`
    }, "Link")
  )
  it.effect("a folder", () =>
    beside(() => {
      mkdirSync(box(`${OTHER}.json`))
      return `${OTHER}.json`
    }, "NotRegular")
  )
  it.effect("a file others may write", () => beside(() => written(`${OTHER}.json`, "{}", 0o622), "Mode"))
  it.effect("a file over every cap", () =>
    beside(() => written(`${OTHER}.json`, "x".repeat(200_000)), "TooLarge")
  )
  it.effect("half a record", () =>
    beside(
      (id) => written(`${OTHER}.json`, readFileSync(box(`${id}.json`), "utf8").slice(0, 80)),
      "HalfWritten"
    )
  )
  it.effect("bytes that are no text", () =>
    beside((id) => {
      const bytes = readFileSync(box(`${id}.json`), "latin1")
      writeFileSync(box(`${OTHER}.json`), bytes.replace("Look", "\xff\xfeok"), {
        mode: 0o600,
        encoding: "latin1"
      })
      return `${OTHER}.json`
    }, "HalfWritten")
  )
  it.effect("a copy under another id", () =>
    beside((id) => written(`${OTHER}.json`, readFileSync(box(`${id}.json`), "utf8")), "WrongId")
  )
  it.effect("a receipt without its message", () =>
    beside(() => written(`${OTHER}.read.json`, "{}"), "Orphan")
  )
  it.effect("an ack without its message", () => beside(() => written(`${OTHER}.ack.json`, "{}"), "Orphan"))
  it.effect("a marker without its message", () =>
    beside(() => written(`${OTHER}.pending.json`, "{}"), "Orphan")
  )
  it.effect("a receipt that is none", () => beside((id) => written(`${id}.read.json`, "{}"), "NoRecord"))
  it.effect("a link as an ack", () =>
    beside((id) => {
      symlinkSync(box(`${id}.json`), box(`${id}.ack.json`))
      return `${id}.ack.json`
    }, "Link")
  )
  it.effect("an orphan drop and a file being written are not, and not looked at", () =>
    run(
      Effect.gen(function* () {
        yield* one
        written(`${OTHER}.md`, "x")
        written(`.${OTHER}.json.abcdefghijkl.tmp`, "{")
        written("x.tmp", "{")
        expect(yield* refusals).toEqual([])
      })
    )
  )
  if (isRoot) {
    // Only root can give a file to somebody else.
    it.effect("another user's file", () =>
      beside(() => {
        const name = written(`${OTHER}.json`, "{}")
        chownSync(box(name), 12_345, 12_345)
        return name
      }, "OtherOwner")
    )
  }

  it.effect("another seat's message, and one of another project", () =>
    run(
      Effect.gen(function* () {
        const id = yield* one
        mkdirSync(place.box("copper"), { mode: 0o700 })
        writeFileSync(place.box("copper", `${id}.json`), readFileSync(box(`${id}.json`)), { mode: 0o600 })
        expect(yield* list("copper")).toMatchObject({
          messages: [],
          refused: [{ name: `${id}.json`, reason: "WrongSeat" }]
        })
        const moved = join(dirname(place.root), "moved")
        renameSync(place.root, moved)
        const found = yield* Effect.provide(list(), Mailbox.layerFile({ ...place, root: moved }))
        expect(found).toMatchObject({
          messages: [],
          refused: [{ name: `${id}.json`, reason: "ForeignRoot" }]
        })
        renameSync(moved, place.root)
      })
    )
  )

  it.effect("a changed word, and a record of another key", () =>
    run(
      Effect.gen(function* () {
        const id = yield* one
        const name = `${id}.json`
        const text = readFileSync(box(name), "utf8")
        put(name, text.replace("lantern.", "lanterns"))
        expect(yield* refusals).toEqual([[name, "Tampered"]])
        put(name, text.replace('"seat"', '"owner"'))
        expect(yield* refusals).toEqual([[name, "Tampered"]])
        put(name, text)
        expect(yield* refusals).toEqual([])
        rmSync(place.key)
        yield* Effect.provide(sendMail("copper"), place.layer())
        expect(yield* refusals).toEqual([[name, "Tampered"]])
      })
    )
  )

  it.effect("a receipt that was signed for another message is no receipt", () =>
    run(
      Effect.gen(function* () {
        const mailbox = yield* Mailbox
        const id = yield* one
        const other = (yield* sendMail("glass", { session: "another" })).message.id
        yield* mailbox.receive("another", "glass", other, "shown")
        put(`${id}.read.json`, readFileSync(box(`${other}.read.json`), "utf8"))
        expect(yield* refusals).toEqual([[`${id}.read.json`, "WrongId"]])
        // What is there and is none gives way to the first true word.
        yield* mailbox.receive(SESSION, "glass", id, "shown")
        expect((yield* list()).messages.map(({ receipt }) => receipt)).toEqual([{ at: AT, how: "shown" }])
        expect(yield* refusals).toEqual([])
      })
    )
  )

  it.effect("a receipt of the right message, signed in another session", () =>
    run(
      Effect.gen(function* () {
        const id = yield* one
        const key = Option.getOrThrow(yield* loadKey(dirname(place.key), basename(place.key)))
        const unsigned = { format: 1, id, seat: "glass", at: AT, how: "shown", root: place.root } as const
        const signature = key.sign(signedMail("receipt", { ...unsigned, session: "another" }) ?? "")
        put(`${id}.read.json`, mailText("receipt", { ...unsigned, session: "another", signature }))
        expect(yield* refusals).toEqual([[`${id}.read.json`, "WrongSession"]])
        expect((yield* list()).messages[0]?.receipt).toBeNull()
      })
    )
  )

  it.effect("everything where the key is missing; nothing where there is no message", () =>
    run(
      Effect.gen(function* () {
        expect(yield* look("glass")).toMatchObject({ remarks: [] })
        const id = yield* one
        rmSync(place.key)
        expect(yield* list()).toMatchObject({
          messages: [],
          refused: [{ name: `${id}.json`, reason: "NoKey" }]
        })
        const found = yield* look("glass")
        expect(found.remarks).toHaveLength(1)
        expect(found.seats).toMatchObject([{ newestMessage: null }])
        writeFileSync(place.key, "{}", { mode: 0o600 })
        expect(yield* said(list())).toMatch(/^File: .*messages\.json can't be read/)
        expect((yield* list("copper")).messages).toEqual([])
        expect((yield* look("glass", "copper")).remarks).toEqual([
          expect.stringMatching(/messages\.json can't be read/)
        ])
      })
    )
  )

  it.effect("a box or a folder above it that is a link, or that others may write", () =>
    run(
      Effect.gen(function* () {
        const id = yield* one
        const mailbox = yield* Mailbox
        const says = (path: string, words: string) =>
          Effect.gen(function* () {
            expect(yield* said(list())).toBe(`File: ${path} ${words}`)
            expect(yield* said(sendMail("glass"))).toBe(`File: ${path} ${words}`)
            expect(yield* said(mailbox.ack(SESSION, "glass", id))).toBe(`File: ${path} ${words}`)
            expect(yield* said(mailbox.removePending("glass", id))).toBe(`File: ${path} ${words}`)
            expect(yield* look("glass")).toMatchObject({
              seats: [{ messages: [] }],
              remarks: [`${path} ${words}`]
            })
          })
        for (const path of [box(), dirname(box()), join(place.root, ".agents")]) {
          renameSync(path, `${path}-away`)
          symlinkSync(`${path}-away`, path)
          yield* says(path, "is a symbolic link, which is not followed")
          rmSync(path)
          renameSync(`${path}-away`, path)
        }
        chmodSync(box(), 0o777)
        yield* says(box(), `may be written by other users: run chmod 700 ${box()}`)
        chmodSync(box(), 0o700)
        expect(yield* bodies).toHaveLength(1)
      })
    )
  )
})
