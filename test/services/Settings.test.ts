import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { afterEach, beforeEach, describe, expect } from "vitest"
import { resolveThresholds } from "../../src/domain/threshold/resolve.ts"
import { NOTHING } from "../../src/domain/threshold/words.ts"
import { configFolder, Settings } from "../../src/services/Settings.ts"

let folder = ""
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "settings-"))
  mkdirSync(join(folder, "projects"))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const write = (name: string, text: string): void => writeFileSync(join(folder, name), text)
const load = (project = "lantern") =>
  Effect.flatMap(Settings, (settings) => settings.load(project)).pipe(
    Effect.provide(Settings.layerAt(folder))
  )
const word = (seconds: number) => ({ seconds, written: null })

describe("the machine's settings", () => {
  it.effect("declare nothing when there are none", () =>
    Effect.gen(function* () {
      expect(yield* load()).toEqual({
        machine: NOTHING,
        entity: NOTHING,
        project: NOTHING,
        host: null,
        entityName: null,
        problems: []
      })
    })
  )

  it.effect("are read from the three files, words in a map or on their own", () =>
    Effect.gen(function* () {
      write("settings.yaml", "host: tmux\nliveness:\n  idle_lead_seconds: 240\nblind_after_seconds: 100\n")
      write(
        "entities.yaml",
        "quarry:\n  note: not ours\n  liveness: { idle_owner_seconds: 800 }\nother: {}\n"
      )
      write(
        "projects/lantern.yaml",
        "entity: quarry\nowner: not ours\nliveness: { trace_window_seconds: 300 }\nhook_working_seconds: 90\n"
      )
      expect(yield* load()).toEqual({
        machine: { ...NOTHING, idle_lead_seconds: word(240), blind_after_seconds: word(100) },
        entity: { ...NOTHING, idle_owner_seconds: word(800) },
        project: { ...NOTHING, trace_window_seconds: word(300), hook_working_seconds: word(90) },
        host: "tmux",
        entityName: "quarry",
        problems: []
      })
    })
  )

  it.effect("keep their valid words beside a bad one, which is said with its line", () =>
    Effect.gen(function* () {
      write("settings.yaml", "host: screen\nidle_lead_seconds: 240\nidle_owner_second: 1\nzebra: 1\n")
      const read = yield* load()
      expect(read.machine).toEqual({ ...NOTHING, idle_lead_seconds: word(240) })
      expect(read.host).toBeNull()
      const path = join(folder, "settings.yaml")
      expect(read.problems).toEqual([
        `${path} line 1: host must be one of: herdr, tmux`,
        `${path} line 3: unknown field "idle_owner_second" in the file: did you mean "idle_owner_seconds"?`,
        `${path} line 4: unknown field "zebra" in the file: the fields are host, idle_lead_seconds, idle_owner_seconds, blind_after_seconds, liveness`
      ])
    })
  )

  it.effect("a bad file never takes a good level with it", () =>
    Effect.gen(function* () {
      write("settings.yaml", "liveness: { idle_lead_seconds: 200 }\n")
      write("entities.yaml", "quarry: [\n")
      write("projects/lantern.yaml", "entity: quarry\nliveness: { blind_after_seconds: 600 }\n")
      const read = yield* load()
      expect(read.problems).toEqual([
        `${join(folder, "entities.yaml")} line 1: a bracket is opened here and never closed`
      ])
      const { lines, team } = resolveThresholds({ ...read, team: NOTHING, seats: [], tempo: 1 })
      expect([team.idleLead, team.blindAfter, lines]).toEqual([200_000, 600_000, []])
    })
  )

  it.effect("an invalid word is handed on raw and set aside by the chain", () =>
    Effect.gen(function* () {
      write("settings.yaml", 'idle_lead_seconds: 1.5\nidle_owner_seconds: "5m"\nblind_after_seconds: 0\n')
      const read = yield* load()
      expect(read.problems).toEqual([])
      const { lines } = resolveThresholds({ ...read, team: NOTHING, seats: [], tempo: 1 })
      expect(lines).toEqual([
        "liveness_idle_lead_seconds: the machine declared 1.5s, which is not a whole number of seconds; it is set aside",
        "liveness_idle_owner_seconds: the machine declared 5m, which is not a whole number of seconds; it is set aside",
        "state_blind_after_seconds: the machine declared 0s, which is not a whole number of seconds, at least one; it is set aside"
      ])
    })
  )

  it.effect("only the record and the levels inside it know the two windows", () =>
    Effect.gen(function* () {
      write("settings.yaml", "trace_window_seconds: 60\n")
      const read = yield* load()
      expect(read.machine).toEqual(NOTHING)
      expect(read.problems[0]).toContain('line 1: unknown field "trace_window_seconds" in the file')
    })
  )

  it.effect("say an entity that has no entry, with the nearest", () =>
    Effect.gen(function* () {
      write("entities.yaml", "quarry: {}\n")
      write("projects/lantern.yaml", "entity: quary\n")
      expect((yield* load()).problems).toEqual([
        `${join(folder, "entities.yaml")} line 1: no entry is named "quary" (did you mean "quarry"?)`
      ])
    })
  )

  it.effect("follow a person's own link, and name what can't be read", () =>
    Effect.gen(function* () {
      mkdirSync(join(folder, "dotfiles"))
      write("dotfiles/s.yaml", "host: herdr\n")
      symlinkSync(join(folder, "dotfiles/s.yaml"), join(folder, "settings.yaml"))
      mkdirSync(join(folder, "projects/lantern.yaml"))
      const read = yield* load()
      expect([read.host, read.problems]).toEqual([
        "herdr",
        [`${join(folder, "projects/lantern.yaml")} is not a regular file`]
      ])
      const host = yield* Effect.flatMap(Settings, (settings) => settings.host).pipe(
        Effect.provide(Settings.layerAt(folder))
      )
      expect(host).toBe("herdr")
    })
  )

  it.effect("never leave their folder for a project's name", () =>
    Effect.gen(function* () {
      write("outside.yaml", "entity: x\n")
      expect((yield* load("../outside")).entityName).toBeNull()
    })
  )

  it.effect("list the projects that have a record, by name, with a bad one's problem beside it", () =>
    Effect.gen(function* () {
      write("projects/quay.yaml", "root: /srv/quay\n")
      write("projects/barn.yaml", "root: [\n")
      write("projects/notes.txt", "")
      write("projects/.hidden.yaml", "")
      const listed = yield* Effect.flatMap(Settings, (settings) => settings.projects).pipe(
        Effect.provide(Settings.layerAt(folder))
      )
      expect(listed).toEqual([
        {
          project: "barn",
          root: null,
          problems: [
            `${join(folder, "projects/barn.yaml")} line 1: a bracket is opened here and never closed`
          ]
        },
        { project: "quay", root: "/srv/quay", problems: [] }
      ])
    })
  )

  it.effect("survive an empty file", () =>
    Effect.gen(function* () {
      for (const name of ["settings.yaml", "projects/lantern.yaml"]) write(name, "# nothing yet\n")
      expect((yield* load()).problems).toEqual([])
    })
  )
})

describe("the folder of settings", () => {
  it("is XDG's when that is absolute", () => {
    expect(configFolder({ XDG_CONFIG_HOME: "/x" }, "/home/u")).toBe("/x/team")
    expect(configFolder({ XDG_CONFIG_HOME: "x" }, "/home/u")).toBe("/home/u/.config/team")
    expect(configFolder({ XDG_CONFIG_HOME: "" }, "/home/u")).toBe("/home/u/.config/team")
    expect(configFolder({}, "/home/u")).toBe("/home/u/.config/team")
  })
})
