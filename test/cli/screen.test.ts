import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { makeMemoryHostFor } from "../../src/services/herdr/memory.ts"
import { makeProject, oneDocument, paneShowing, runTeam, SCREENS, seatPanes } from "../support/cli.ts"

const setup = Effect.gen(function* () {
  const project = yield* makeProject()
  const host = yield* makeMemoryHostFor("lantern")
  const panes = yield* seatPanes(host)
  const team = (...argv: ReadonlyArray<string>) =>
    runTeam(argv, { cwd: project.root, env: { HOME: project.home }, host })
  return { project, host, panes, team }
})

const save = (folder: string, name: string, label: object, ansi: string) => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(label))
  writeFileSync(join(folder, `${name}.ansi`), ansi)
}

describe("team screen test", () => {
  it.scoped("scores a folder of captures and says what was taken for what", () =>
    Effect.gen(function* () {
      const { project, team } = yield* setup
      const folder = join(project.root, "captures")
      const { ansi, cursor, title } = SCREENS.claudeIdle
      const label = {
        cli: "claude-code",
        cursor_x: cursor.x,
        cursor_y: cursor.y,
        cursor_visible: false,
        pane_title: title
      }
      save(folder, "idle", { ...label, kind: "idle" }, ansi)
      save(folder, "wrong", { ...label, kind: "plan" }, ansi)
      const ran = yield* team("screen", "test", "captures")
      expect(ran.out).toMatchInlineSnapshot(`
        "CLI          SCREENS  RIGHT   UNSAFE  TEXTS
        claude-code  2        50.0 %  1       -
        all          2        50.0 %  1       -

        TRUTH  idle
        idle   1
        plan   1

        UNSAFE wrong: plan read idle
        "
      `)
      expect([ran.code, ran.id]).toEqual([1, "screen.unsafe"])
      const json = yield* team("screen", "test", "captures", "--json")
      expect(oneDocument(json.out)).toMatchObject({
        kind: "team.screen-score",
        all: { screens: 2, right: 1, unsafe: 1 }
      })
    })
  )

  it.scoped("scores any program that speaks the frames protocol", () =>
    Effect.gen(function* () {
      const { project, team } = yield* setup
      save(join(project.root, "captures"), "a", { cli: "lark", kind: "idle" }, "> ")
      const reader = join(project.root, "reader.mjs")
      writeFileSync(
        reader,
        `import { createInterface } from "node:readline"
for await (const line of createInterface({ input: process.stdin })) console.log(JSON.stringify({ kind: JSON.parse(line).cli === "lark" ? "idle" : "unknown" }))`
      )
      const ran = yield* Effect.promise(() =>
        Effect.runPromise(team("screen", "test", "captures", "--reader", `${process.execPath} ${reader}`))
      )
      expect(ran.out).toContain("100.0 %")
      expect(ran.code).toBe(0)
      const missing = yield* Effect.promise(() =>
        Effect.runPromise(team("screen", "test", "captures", "--reader", "/nonexistent/reader"))
      )
      expect([missing.code, missing.id]).toEqual([2, "screen.reader"])
    })
  )

  it.scoped("refuses a folder without captures, and a label it cannot read, by name", () =>
    Effect.gen(function* () {
      const { project, team } = yield* setup
      const folder = join(project.root, "captures")
      mkdirSync(folder)
      expect((yield* team("screen", "test", "captures")).err).toContain("holds no captures")
      expect((yield* team("screen", "test", "nowhere")).err).toContain("is no folder that can be read")
      save(folder, "odd", { cli: "lark", kind: "sleepy" }, "")
      const ran = yield* team("screen", "test", "captures")
      expect([ran.code, ran.id]).toEqual([2, "screen.file"])
      expect(ran.err).toContain("odd.json is no label")
    })
  )
})

describe("team screen capture", () => {
  it.scoped("saves a live pane with its truth, masked, and never over a file that is there", () =>
    Effect.gen(function* () {
      const { host, panes, project, team } = yield* setup
      const shown = paneShowing("glass", SCREENS.claudePermission)
      const ansi = `lantern: ${project.root}/x.ts\n${SCREENS.claudePermission.ansi}`
      yield* host.setPane({
        ...shown,
        pane: panes.glass,
        screen: { ansi, cursor: SCREENS.claudePermission.cursor }
      })
      const ran = yield* team("screen", "capture", "glass", "--kind", "permission")
      expect(ran.err).toBe("")
      expect(ran.out).toContain("glass shows permission; this version reads permission")
      const base = join(project.root, `claude-code-permission-${shown.cols}x${shown.rows}`)
      const saved = readFileSync(`${base}.ansi`, "utf8")
      expect(saved).not.toContain("lantern")
      expect(saved).not.toContain(project.root)
      expect(saved.split("\n")[0]?.length).toBe(ansi.split("\n")[0]?.length)
      expect(JSON.parse(readFileSync(`${base}.json`, "utf8"))).toMatchObject({
        cli: "claude-code",
        kind: "permission"
      })
      const again = yield* team("screen", "capture", "glass", "--kind", "permission")
      expect([again.code, again.id]).toEqual([1, "screen.exists"])
    })
  )

  it.scoped("saves nothing it cannot mask, and names a seat near the one asked for", () =>
    Effect.gen(function* () {
      const { host, panes, team } = yield* setup
      yield* host.setPane({
        ...paneShowing("glass", SCREENS.claudeIdle),
        pane: panes.glass,
        screen: "lan\u001b[1mtern\u001b[0m"
      })
      const ran = yield* team("screen", "capture", "glass", "--kind", "idle")
      expect([ran.code, ran.id]).toEqual([1, "screen.private"])
      expect(ran.err).toContain("the project folder's name")
      const typo = yield* team("screen", "capture", "glas", "--kind", "idle")
      expect([typo.code, typo.id]).toEqual([2, "screen.seat"])
      expect(typo.err).toContain('did you mean "glass"?')
    })
  )
})
