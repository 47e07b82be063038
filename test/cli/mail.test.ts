import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/TestClock"
import { AckDocument, MessagesDocument, SendDocument } from "../../src/cli/render/mail.ts"
import type { Who } from "../../src/domain/caller/caller.ts"
import { advanceUntilDone, oneDocument, type RunOptions, runTeam, setup, TEAM } from "../support/cli.ts"
import { composerPane, type Manner } from "../support/composer-memory.ts"

const GLASS: Who = { _tag: "Seat", name: "glass", pane: "p2", role: "seat" }
const WICK: Who = { _tag: "Seat", name: "wick", pane: "p1", role: "orchestrator" }
const AGENT: Who = { _tag: "Unplaced", why: { _tag: "Agent", program: "claude" } }

const made = (manner: Manner = "takes") =>
  Effect.gen(function* () {
    const { host, panes, project } = yield* setup()
    yield* host.removePane(panes.glass)
    const composer = yield* composerPane(host, "glass", manner)
    // Only a line that is typed waits on the clock.
    const team = (argv: ReadonlyArray<string>, options: Partial<RunOptions> = {}, step = 0) =>
      Effect.flatMap(
        Effect.fork(
          runTeam(argv, {
            cwd: project.root,
            env: { HOME: project.home, USER: "ana", TZ: "UTC" },
            host,
            ...options
          })
        ),
        (fiber) => advanceUntilDone(fiber, step)
      )
    const box = (...names: ReadonlyArray<string>) =>
      join(project.root, ".agents", "messages", "glass", ...names)
    const files = () => (existsSync(box()) ? readdirSync(box()).toSorted() : [])
    return { project, host, composer, team, box, files, panes }
  })

const ID = "[0-7][0-9A-HJKMNP-TV-Z]{25}"
const idIn = (text: string): string => new RegExp(ID, "u").exec(text)?.[0] ?? "none"

describe("team send", () => {
  it.scoped("types the line into an empty idle prompt, presses Enter once, and leaves a receipt", () =>
    Effect.gen(function* () {
      const { box, files, host, project, team } = yield* made()
      const sent = yield* team(["send", "glass", "run the tests"], {}, 50)
      const id = idIn(sent.out)
      expect([sent.code, sent.out, sent.err]).toEqual([0, `glass: submitted: message ${id}\n`, ""])
      expect((yield* host.inputs).map((input) => (input._tag === "Typed" ? input.text : input.key))).toEqual([
        `Read ${box(`${id}.md`)} and do that.`,
        "Enter"
      ])
      expect(files()).toEqual([`${id}.json`, `${id}.md`, `${id}.read.json`])
      expect(readFileSync(box(`${id}.md`), "utf8")).toBe(`# Message ${id} from owner\n\nrun the tests\n`)
      expect(statSync(box(`${id}.md`)).mode & 0o777).toBe(0o600)
      expect(project.readLog()).toContain(`send [owner] glass: submitted: message ${id}`)
      expect(project.readLog()).not.toContain("tests")
    })
  )

  it.scoped(
    "holds the line of a busy seat: no key, the marker stands untried, and it is said who types it",
    () =>
      Effect.gen(function* () {
        const { box, composer, files, host, team } = yield* made()
        yield* composer.working
        const sent = yield* team(["send", "glass", "later"])
        const id = idIn(sent.out)
        expect([sent.code, sent.out]).toEqual([0, `glass: held: message ${id}: it is not idle\n`])
        expect(sent.err).toBe(
          `no watch of this session runs, so nobody types its line later; it lies in ${box(`${id}.md`)}, and \`team messages\` shows it to glass\n`
        )
        expect(yield* host.inputs).toEqual([])
        expect(files()).toEqual([`${id}.json`, `${id}.md`, `${id}.pending.json`])
        expect(JSON.parse(readFileSync(box(`${id}.pending.json`), "utf8"))).toMatchObject({
          tries: 0,
          enters: 0
        })
      })
  )

  it.scoped(
    "presses no key where a person's text stands, where a hold stands, in no pane, on a silent host",
    () =>
      Effect.gen(function* () {
        const { composer, host, team } = yield* made()
        const said = (text: string) =>
          Effect.map(team(["send", "glass", text]), ({ out }) => out.split(": ").at(-1))
        yield* composer.holding("my own words")
        expect(yield* said("a")).toBe("its box holds unsent text\n")
        yield* composer.idle
        yield* team(["hold", "glass"])
        expect(yield* said("b")).toBe("a hold stands\n")
        yield* team(["hold", "--release", "glass"])
        yield* host.fail("Timeout")
        expect(yield* said("c")).toBe("the host does not answer\n")
        yield* host.fail(null)
        yield* host.removePane(composer.pane)
        expect(yield* said("d")).toBe("it has no pane\n")
        expect(yield* host.inputs).toEqual([])
      })
  )

  it.scoped("says that a line stands unsent when Enter did not send it", () =>
    Effect.gen(function* () {
      const { files, host, team } = yield* made("deaf")
      const sent = yield* team(["send", "glass", "x"], {}, 50)
      const id = idIn(sent.out)
      expect([sent.code, sent.id]).toEqual([1, "send.not-sent"])
      expect(sent.out).toBe(
        `glass: not sent: message ${id}: its line was typed and not sent: its box still holds the line after Enter\n`
      )
      expect(yield* host.inputs).toHaveLength(2)
      expect(files()).toContain(`${id}.pending.json`)
    })
  )

  it.scoped("prints one document", () =>
    Effect.gen(function* () {
      const { box, composer, team } = yield* made()
      yield* composer.working
      const sent = yield* team(["send", "glass", "x", "--expires", "2h", "--json"], { caller: WICK })
      const document = Schema.decodeUnknownSync(SendDocument)(oneDocument(sent.out))
      expect(document).toEqual({
        format: 1,
        kind: "team.send",
        at: "2026-10-18T09:14:02.000Z",
        project: "lantern",
        session: "lantern",
        seat: "glass",
        id: document.id,
        from: "wick",
        drop: box(`${document.id}.md`),
        expires: "2026-10-18T11:14:02.000Z",
        outcome: "held",
        reason: "it is not idle",
        watched: false
      })
    })
  )

  it.scoped(
    "takes a file's text with --body, and refuses what is no message before anything is written",
    () =>
      Effect.gen(function* () {
        const { box, files, project, team } = yield* made()
        const put = (name: string, text: string | Uint8Array) => writeFileSync(join(project.root, name), text)
        put("task.md", "one\r\n\ttwo\n")
        const sent = yield* team(["send", "glass", "--body", "task.md"], {}, 50)
        expect(readFileSync(box(`${idIn(sent.out)}.md`), "utf8")).toContain("\n\none\n\ttwo\n\n")
        const before = files()
        put("big", "x".repeat(65_537))
        put("bytes", Uint8Array.of(0xff, 0xfe))
        put("escape", "a\u001b[31m")
        mkdirSync(join(project.root, "folder"))
        const cases: ReadonlyArray<readonly [ReadonlyArray<string>, string]> = [
          [["--body", "big"], "send.body"],
          [["--body", "bytes"], "send.body"],
          [["--body", "escape"], "send.body"],
          [["--body", "folder"], "send.body"],
          [["--body", "nowhere"], "send.body"],
          [["  \n"], "send.body"],
          [[], "send.invocation"],
          [["x", "--body", "task.md"], "send.invocation"],
          [["x", "--expires", "yesterday"], "send.expires"]
        ]
        for (const [words, id] of cases) {
          const ran = yield* team(["send", "glass", ...words])
          expect([ran.id, ran.code, ran.out], words.join(" ")).toEqual([id, 2, ""])
        }
        expect(files()).toEqual(before)
      })
  )

  it.scoped("is for the owner and the seats, not for an agent of no seat, and no seat sends to itself", () =>
    Effect.gen(function* () {
      const { files, team } = yield* made()
      expect((yield* team(["send", "glass", "x"], { caller: AGENT })).id).toBe("send.caller")
      expect((yield* team(["send", "glass", "x"], { caller: GLASS })).id).toBe("send.self")
      expect((yield* team(["send", "glas", "x"])).err).toContain('did you mean "glass"?')
      expect(files()).toEqual([])
    })
  )

  it.scoped("says with --dry-run what it would do, and leaves nothing", () =>
    Effect.gen(function* () {
      const { files, host, team } = yield* made()
      const dry = ["send", "glass", "x", "--dry-run"]
      expect((yield* team(dry)).out).toBe("glass: would leave a message and try its line at once\n")
      yield* team(["hold"])
      expect((yield* team(dry)).out).toBe(
        "glass: would leave a message; its line would be held: a hold stands\n"
      )
      expect((yield* team([...dry, "--json"])).id).toBe("send.invocation")
      expect([files(), yield* host.inputs]).toEqual([[], []])
    })
  )

  it.scoped("refuses a project whose path cannot be typed, and writes nothing", () =>
    Effect.gen(function* () {
      const { host, project } = yield* made()
      const root = join(project.root, "with space")
      mkdirSync(join(root, ".agents"), { recursive: true, mode: 0o700 })
      writeFileSync(join(root, ".agents", "team.yaml"), TEAM)
      const ran = yield* runTeam(["send", "glass", "x"], { cwd: root, env: { HOME: project.home }, host })
      expect([ran.id, ran.code]).toEqual(["send.path", 1])
      expect(ran.err).toContain("nothing was sent")
      expect(existsSync(join(root, ".agents", "messages"))).toBe(false)
      expect(yield* host.inputs).toEqual([])
    })
  )

  it.scoped("follows no link where messages lie", () =>
    Effect.gen(function* () {
      const { project, team } = yield* made()
      const elsewhere = join(project.home, "elsewhere")
      mkdirSync(elsewhere)
      symlinkSync(elsewhere, join(project.root, ".agents", "messages"))
      const ran = yield* team(["send", "glass", "x"])
      expect([ran.id, ran.code]).toEqual(["send.mailbox", 2])
      expect(ran.err).toContain("messages")
      expect(readdirSync(elsewhere)).toEqual([])
    })
  )
})

describe("team messages", () => {
  it.scoped("shows a seat what waits for it, once, and marks it as read", () =>
    Effect.gen(function* () {
      const { composer, files, team } = yield* made()
      yield* composer.working
      const id = idIn((yield* team(["send", "glass", "run\n    the tests"])).out)
      const seen = yield* team(["messages"], { caller: GLASS })
      expect([seen.code, seen.out]).toEqual([
        0,
        `${id} from the owner, 2026-10-18T09:14:02.000Z (waiting, its line is held)\n    run\n        the tests\n`
      ])
      expect(seen.err).toBe("`team ack ID` says that you have one\n")
      // Its line is typed by nobody any more.
      expect(files()).toEqual([`${id}.json`, `${id}.md`, `${id}.read.json`])
      expect((yield* team(["messages"], { caller: GLASS })).out).toBe("nothing is waiting\n")
      expect((yield* team(["messages", "--all"], { caller: GLASS })).out).toContain(`${id} from the owner`)
    })
  )

  it.scoped("lets anybody look at any seat's, and marks nothing", () =>
    Effect.gen(function* () {
      const { composer, files, team } = yield* made()
      yield* composer.working
      const id = idIn((yield* team(["send", "glass", "x"], { caller: WICK })).out)
      for (const caller of [undefined, WICK, AGENT]) {
        const seen = yield* team(["messages", "--seat", "glass"], caller === undefined ? {} : { caller })
        expect(seen.out).toContain(`glass:\n${id} from wick, `)
      }
      expect((yield* team(["messages"])).out).toContain(`glass:\n${id} from wick, `)
      expect((yield* team(["messages", "--session", "lantern"], { caller: GLASS })).out).toContain(id)
      expect(files()).toContain(`${id}.pending.json`)
      expect((yield* team(["messages"], { caller: WICK })).out).toBe("nothing is waiting\n")
    })
  )

  it.scoped("prints one document", () =>
    Effect.gen(function* () {
      const { box, composer, team } = yield* made()
      yield* composer.working
      const id = idIn((yield* team(["send", "glass", "x"])).out)
      const seen = yield* team(["messages", "--json"], { caller: GLASS })
      expect(Schema.decodeUnknownSync(MessagesDocument)(oneDocument(seen.out))).toMatchObject({
        kind: "team.messages",
        received: [id],
        seats: [
          {
            seat: "glass",
            refused: [],
            messages: [
              {
                id,
                from: "owner",
                by: "owner",
                drop: box(`${id}.md`),
                body: "x",
                read: null,
                held: { tries: 0 }
              }
            ]
          }
        ]
      })
    })
  )

  it.scoped("names the files it refuses, and shows the good ones", () =>
    Effect.gen(function* () {
      const { box, composer, team } = yield* made()
      yield* composer.working
      const good = idIn((yield* team(["send", "glass", "good"])).out)
      const bad = idIn((yield* team(["send", "glass", "bad"])).out)
      const text = readFileSync(box(`${bad}.json`), "utf8")
      writeFileSync(box(`${bad}.json`), text.replace('"bad"', '"do it"'))
      writeFileSync(box("notes.txt"), "rm -rf /")
      chmodSync(box("notes.txt"), 0o600)
      const seen = yield* team(["messages"], { caller: GLASS })
      expect([seen.id, seen.code]).toEqual(["messages.refused", 1])
      expect(seen.out).toContain(good)
      expect(seen.out).not.toContain("do it")
      expect(seen.err).toContain(
        `refused: the mailbox of glass: ${bad}.json was changed, or not written by team here`
      )
      expect(seen.err).toContain("refused: the mailbox of glass: notes.txt is no file of a mailbox")
      expect(seen.err).not.toContain("rm -rf")
    })
  )

  it.scoped("forgets a message at the instant it expires", () =>
    Effect.gen(function* () {
      const { composer, team } = yield* made()
      yield* composer.working
      yield* team(["send", "glass", "x", "--expires", "1m"])
      yield* TestClock.adjust("1 minute")
      expect((yield* team(["messages", "--all"], { caller: GLASS })).out).toBe("there are no messages\n")
    })
  )
})

describe("team ack", () => {
  it.scoped("writes a seat's word beside its message, any number of times", () =>
    Effect.gen(function* () {
      const { composer, files, project, team } = yield* made()
      yield* composer.working
      const id = idIn((yield* team(["send", "glass", "x"])).out)
      const acked = yield* team(["ack", id.toLowerCase()], { caller: GLASS })
      expect([acked.code, acked.out, acked.err]).toEqual([0, `glass: acked message ${id}\n`, ""])
      expect(files()).toEqual([`${id}.ack.json`, `${id}.json`, `${id}.md`, `${id}.read.json`])
      const again = yield* team(["ack", id, id, "--json"], { caller: GLASS })
      expect(Schema.decodeUnknownSync(AckDocument)(oneDocument(again.out))).toMatchObject({
        kind: "team.ack",
        seat: "glass",
        acked: [id]
      })
      expect(project.readLog()).toContain(`ack [glass] glass: acked message ${id}`)
    })
  )

  it.scoped("is the seat's alone, and knows its own messages alone", () =>
    Effect.gen(function* () {
      const { composer, files, team } = yield* made()
      yield* composer.working
      const id = idIn((yield* team(["send", "glass", "x"])).out)
      const before = files()
      expect((yield* team(["ack", id])).id).toBe("ack.caller")
      expect((yield* team(["ack", id], { caller: AGENT })).id).toBe("ack.caller")
      expect((yield* team(["ack", id], { caller: WICK })).id).toBe("ack.unknown")
      expect((yield* team(["ack", "../../x"], { caller: GLASS })).id).toBe("ack.id")
      expect(files()).toEqual(before)
    })
  )
})
