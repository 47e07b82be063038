import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Fiber from "effect/Fiber"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { Listing, PaneRead } from "../../../src/domain/host/pane.ts"
import type { HerdrShape } from "../../../src/services/Herdr.ts"
import { plainText, styledText } from "../../support/ansi.ts"

/** What the contract needs of a host under test. Optional members leave out the cases that need them. */
export interface HostHarness {
  readonly host: HerdrShape
  /** Opens a pane that shows this text (rows end in LF) and takes what is typed into it. */
  readonly open: (ansi: string) => Effect.Effect<string>
  readonly kill: (pane: string) => Effect.Effect<void>
  /** Everything that reached the pane's program; Enter as CR. */
  readonly typed: (pane: string) => Effect.Effect<string>
  /** A person enters copy mode. */
  readonly scroll?: (pane: string) => Effect.Effect<void>
  /** The pane's program ends, the pane stays. */
  readonly end?: (pane: string) => Effect.Effect<void>
  /** Shows more text, in a way the host notices. */
  readonly draw?: (pane: string, text: string) => Effect.Effect<void>
  /** The host goes away. */
  readonly stop?: Effect.Effect<void>
  /** False where the host keeps no styling in what it reads. */
  readonly styled?: boolean
}

/** Runs a check until it passes, for what takes the host a moment; at most 5 s. */
export const eventually = <A, E>(check: Effect.Effect<A, E>): Effect.Effect<A, E> =>
  check.pipe(
    Effect.sandbox,
    Effect.retry(Schedule.spaced("20 millis").pipe(Schedule.intersect(Schedule.recurs(250)))),
    Effect.unsandbox
  )

/** Texts that multiplexers are known to change on their way. */
export const HARD_TEXTS = [
  "plain words",
  "one;",
  "two\\;",
  "three;;",
  ";",
  "\\",
  "-n starts with a dash",
  "--",
  "Enter",
  "C-c",
  `"double" 'single' \`back\``,
  // biome-ignore lint/suspicious/noTemplateCurlyInString: shell and tmux would fill this in, and must not
  "$HOME ${HOME} $(id) ~ *",
  "#{pane_id} #S #(id) ## #[fg=red]",
  "%0 %% %H {x} }",
  "trailing space ",
  "ünïcödé 漢字 ❯ 👍🏽 e\u0301"
]

const NEVER_TYPED = [
  "",
  "two\nlines",
  "cr\r",
  "esc\u001b[A",
  "tab\t",
  "nul\u0000",
  "c1\u009b",
  "x".repeat(513),
  "é".repeat(257)
]

const failure = <A, E>(effect: Effect.Effect<A, E>) => Effect.map(Effect.either(effect), Either.getLeft)

const reasonOf = (effect: Effect.Effect<unknown, { readonly reason: string }>) =>
  Effect.match(effect, { onSuccess: () => "none", onFailure: ({ reason }) => reason })

const screenOf = (host: HerdrShape, pane: string) =>
  Effect.map(host.read([pane]), (reads) => {
    const read = reads.get(pane)
    expect(read?._tag).toBe("Screen")
    return read?._tag === "Screen" ? read : { ansi: "", cols: null, rows: null, styled: false }
  })

const shows = (host: HerdrShape, pane: string, text: string) =>
  eventually(Effect.map(screenOf(host, pane), (screen) => expect(plainText(screen.ansi)).toContain(text)))

const paneOf = (host: HerdrShape, pane: string) =>
  Effect.map(host.list, ({ panes }) => panes.find((one) => one.pane === pane))

/** The one suite every host layer passes (design §3, Multiplexer). */
export const hostContract = (
  name: string,
  makeHarness: Effect.Effect<HostHarness, never, Scope.Scope>,
  options: { readonly skip?: boolean } = {}
): void => {
  describe.skipIf(options.skip === true)(`host contract: ${name}`, () => {
    const test = (title: string, body: (harness: HostHarness) => Effect.Effect<void, unknown, Scope.Scope>) =>
      it.scopedLive(title, () => Effect.flatMap(makeHarness, body))

    test("lists a pane under its own id, in a listing its schema accepts", ({ host, open }) =>
      Effect.gen(function* () {
        const first = yield* open("a")
        const second = yield* open("b")
        const listing = yield* host.list
        expect(Schema.is(Listing)(listing)).toBe(true)
        expect(listing.host).toBe(host.host)
        expect(listing.session).toBe(host.session)
        const ids = listing.panes.map(({ pane }) => pane)
        expect(new Set(ids).size).toBe(ids.length)
        expect(ids).toEqual(expect.arrayContaining([first, second]))
        expect((yield* paneOf(host, first))?.dead).toBe(false)
        expect((yield* host.list).server).toBe(listing.server)
      }))

    test("carries the seat name it was given", ({ host, open }) =>
      Effect.gen(function* () {
        const pane = yield* open("a")
        yield* host.nameSeat(pane, "worker-alpha")
        yield* eventually(Effect.map(paneOf(host, pane), (found) => expect(found?.name).toBe("worker-alpha")))
      }))

    test("reads what was drawn; a pane that is gone costs only its own answer", ({ host, open, kill }) =>
      Effect.gen(function* () {
        const first = yield* open("first pane\nsecond row")
        const gone = yield* open("soon gone")
        const last = yield* open("last pane 漢字 é ❯")
        yield* shows(host, first, "second row")
        yield* shows(host, last, "last pane 漢字 é ❯")
        yield* kill(gone)
        yield* eventually(
          Effect.map(host.read([first, gone, "no such pane", last]), (reads) => {
            expect(Array.from(reads.keys())).toEqual([first, gone, "no such pane", last])
            for (const read of reads.values()) expect(Schema.is(PaneRead)(read)).toBe(true)
            expect(reads.get(gone)).toEqual({ _tag: "Absent", reason: "gone" })
            expect(reads.get("no such pane")).toEqual({ _tag: "Absent", reason: "gone" })
            expect(reads.get(first)?._tag).toBe("Screen")
            expect(reads.get(last)?._tag).toBe("Screen")
          })
        )
        expect((yield* host.read([])).size).toBe(0)
      }))

    test("keeps the styling that was drawn", ({ host, open, styled }) =>
      Effect.gen(function* () {
        const drawn =
          "\u001b[31mred\u001b[0m \u001b[1mbold\u001b[0m \u001b[2;3mdim\u001b[0m \u001b[7mback\u001b[27m plain"
        const pane = yield* open(drawn)
        yield* shows(host, pane, "red bold dim back plain")
        const screen = yield* screenOf(host, pane)
        expect(screen.styled).toBe(styled ?? true)
        if (screen.styled) expect(styledText(screen.ansi)).toEqual(styledText(drawn))
      }))

    test("types every text as it is, and Enter only when pressed", ({ host, open, typed }) =>
      Effect.gen(function* () {
        const pane = yield* open("> ")
        let expected = ""
        for (const text of HARD_TEXTS) {
          yield* host.type(pane, text)
          expected += text
          yield* eventually(Effect.map(typed(pane), (got) => expect(got).toBe(expected)))
        }
        yield* host.press(pane, "Enter")
        yield* eventually(Effect.map(typed(pane), (got) => expect(got).toBe(`${expected}\r`)))
      }))

    test("types 512 bytes and refuses what is no short line, before anything is typed", ({
      host,
      open,
      typed
    }) =>
      Effect.gen(function* () {
        const pane = yield* open("> ")
        for (const text of NEVER_TYPED) expect(yield* reasonOf(host.type(pane, text))).toBe("Refused")
        const longest = `${"é".repeat(255)}xy`
        yield* host.type(pane, longest)
        yield* eventually(Effect.map(typed(pane), (got) => expect(got).toBe(longest)))
      }))

    test("says that a pane is gone, without the text that was to be typed", ({ host, open, kill }) =>
      Effect.gen(function* () {
        const pane = yield* open("> ")
        yield* open("another")
        yield* kill(pane)
        yield* eventually(Effect.map(paneOf(host, pane), (found) => expect(found).toBeUndefined()))
        const refused = yield* failure(host.type(pane, "zebra crossing"))
        expect(refused).toMatchObject({ value: { _tag: "HostError", reason: "NoPane" } })
        expect(JSON.stringify(refused)).not.toContain("zebra")
        expect(yield* reasonOf(host.press(pane, "Enter"))).toBe("NoPane")
        expect(yield* reasonOf(host.nameSeat(pane, "worker"))).toBe("NoPane")
        const lines = { label: "a", display: "b", ttl: 1000 }
        expect(yield* reasonOf(host.setDisplay(pane, lines))).toBe("NoPane")
        expect((yield* host.processes([pane])).get(pane)).toBeNull()
      }))

    test("makes, names and closes a workspace", ({ host, open }) =>
      Effect.gen(function* () {
        yield* open("another")
        const made = yield* host.createWorkspace({
          label: "core team",
          cwd: "/",
          seat: "lead",
          command: ["sleep", "1000"],
          env: { SW_WORD: "it's; #{x}" }
        })
        yield* eventually(
          Effect.map(paneOf(host, made.pane), (pane) =>
            expect(pane).toMatchObject({
              name: "lead",
              workspace: made.workspace,
              workspaceLabel: "core team"
            })
          )
        )
        yield* host.labelWorkspace(made.workspace, "other; name")
        yield* eventually(
          Effect.map(host.list, ({ workspaces }) =>
            expect(workspaces).toContainEqual({ workspace: made.workspace, label: "other; name" })
          )
        )
        yield* host.closeWorkspace(made.workspace)
        yield* eventually(Effect.map(paneOf(host, made.pane), (pane) => expect(pane).toBeUndefined()))
        expect(yield* reasonOf(host.closeWorkspace(made.workspace))).toBe("NoPane")
        expect(yield* reasonOf(host.labelWorkspace(made.workspace, "x"))).toBe("NoPane")
      }))

    test("answers for every pane asked about its processes, sets display lines, and says whether it could notify", ({
      host,
      open
    }) =>
      Effect.gen(function* () {
        const pane = yield* open("a")
        expect(Array.from((yield* host.processes([pane, "nowhere"])).keys())).toEqual([pane, "nowhere"])
        yield* host.setDisplay(pane, {
          label: "lead \u001b[31m",
          display: "working #[fg=red] 3m",
          ttl: 60_000
        })
        expect(typeof (yield* host.notify("title; 'x'", "body #(id)"))).toBe("boolean")
      }))

    test("reads 50 panes, each its own", ({ host, open }) =>
      Effect.gen(function* () {
        const panes = yield* Effect.forEach(Array.from({ length: 50 }), (_, index) =>
          open(`pane number ${index}.`)
        )
        yield* eventually(
          Effect.map(host.read(panes), (reads) => {
            expect(reads.size).toBe(50)
            panes.forEach((pane, index) => {
              const read = reads.get(pane)
              expect(read?._tag === "Screen" ? plainText(read.ansi) : "").toContain(`pane number ${index}.`)
            })
          })
        )
      }))

    test("a scrolled pane is absent and takes no keys", ({ host, open, scroll, typed }) =>
      Effect.gen(function* () {
        if (scroll === undefined) return
        const pane = yield* open("> ")
        const other = yield* open("live")
        yield* shows(host, other, "live")
        yield* scroll(pane)
        yield* eventually(Effect.map(paneOf(host, pane), (found) => expect(found?.scrolled).toBe(true)))
        const reads = yield* host.read([pane, other])
        expect(reads.get(pane)).toEqual({ _tag: "Absent", reason: "scrolled" })
        expect(reads.get(other)?._tag).toBe("Screen")
        expect(yield* reasonOf(host.type(pane, "hello"))).toBe("Refused")
        expect(yield* reasonOf(host.press(pane, "Enter"))).toBe("Refused")
        expect(yield* typed(pane)).toBe("")
      }))

    test("a pane whose program has ended is listed dead, absent, and takes no keys", ({ host, open, end }) =>
      Effect.gen(function* () {
        if (end === undefined) return
        const pane = yield* open("> ")
        yield* end(pane)
        yield* eventually(Effect.map(paneOf(host, pane), (found) => expect(found?.dead).toBe(true)))
        expect((yield* host.read([pane])).get(pane)).toEqual({ _tag: "Absent", reason: "dead" })
        expect(yield* reasonOf(host.type(pane, "hello"))).toBe("Refused")
      }))

    test("hints that a pane changed", ({ host, open, draw }) =>
      Effect.gen(function* () {
        if (draw === undefined) return
        const pane = yield* open("a")
        yield* shows(host, pane, "a")
        const heard = yield* host.changes.pipe(
          Stream.filter((change) => change.pane === pane),
          Stream.take(1),
          Stream.runCollect,
          Effect.timeout("10 seconds"),
          Effect.fork
        )
        yield* Effect.sleep("200 millis")
        yield* draw(pane, "more")
        expect((yield* Fiber.join(heard)).length).toBe(1)
      }))

    test("fails when the host is gone: silence is no empty listing", ({ host, open, stop }) =>
      Effect.gen(function* () {
        if (stop === undefined) return
        const pane = yield* open("a")
        yield* host.list
        yield* stop
        for (const call of [host.list, host.read([pane]), host.type(pane, "x"), host.processes([pane])]) {
          expect(yield* failure(Effect.asVoid(call))).toMatchObject({ value: { _tag: "HostError" } })
        }
      }))
  })
}
