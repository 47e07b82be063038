import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Ref from "effect/Ref"
import { Approvals, type StoredApproval } from "../../src/services/Approvals.ts"
import { Profiles } from "../../src/services/Profiles.ts"
import { Settings } from "../../src/services/Settings.ts"
import { decodeText, TeamFile, TeamFileInvalid } from "../../src/services/TeamFile.ts"
import { openTeam, shortProblem } from "../../src/services/TeamSource.ts"
import { makeProject, TEAM, teamEvery } from "../support/cli.ts"

const open = (text: string = TEAM) =>
  Effect.gen(function* () {
    const project = yield* makeProject(text)
    const config = join(project.home, "team")
    mkdirSync(config)
    const layer = Layer.mergeAll(
      TeamFile.layerLive,
      Settings.layerAt(config),
      Profiles.layerAt(join(config, "profiles")),
      Approvals.layerMemory(yield* Ref.make<ReadonlyMap<string, StoredApproval>>(new Map()))
    )
    const team = yield* openTeam({ command: "watch", cwd: project.root, file: Option.none() }).pipe(
      Effect.provide(layer)
    )
    return { project, config, team }
  })

describe("the team as a pass finds it", () => {
  it.scopedLive("is read again each time, and a file that broke gives the last valid one and why", () =>
    Effect.gen(function* () {
      const { project, team } = yield* open()
      expect(team.now).toMatchObject({ fileProblem: null, remarks: [], team: { interval: 120_000 } })
      project.write(teamEvery("30s"))
      expect(yield* team.refresh).toMatchObject({ fileProblem: null, team: { interval: 30_000 } })
      project.write(teamEvery("soon"))
      const broken = yield* team.refresh
      expect(broken.team.interval).toBe(30_000)
      expect(broken.fileProblem).toMatch(/^line 6: watch\.interval /)
      project.write("")
      expect((yield* team.refresh).fileProblem).not.toBe(null)
      project.write(teamEvery("40s"))
      expect(yield* team.refresh).toMatchObject({ fileProblem: null, team: { interval: 40_000 } })
    })
  )

  it.scopedLive("waits a moment for a file that is just being written", () =>
    Effect.gen(function* () {
      const { project, team } = yield* open()
      project.write(TEAM.slice(0, 40))
      const refreshing = yield* Effect.fork(team.refresh)
      yield* Effect.sleep(10)
      project.write(teamEvery("30s"))
      expect(yield* refreshing).toMatchObject({ fileProblem: null, team: { interval: 30_000 } })
    })
  )

  it.scopedLive("takes the thresholds of the levels outside the file, and says what is wrong with them", () =>
    Effect.gen(function* () {
      const { config, team } = yield* open()
      writeFileSync(join(config, "settings.yaml"), "liveness:\n  idle_lead_seconds: 120\n")
      const now = yield* team.refresh
      expect(now.team.seats.map((seat) => seat.idleWindow)).toEqual([120_000, 120_000, 120_000])
      writeFileSync(join(config, "settings.yaml"), "livenes: 3\n")
      const wrong = yield* team.refresh
      expect(wrong.remarks.length).toBeGreaterThan(0)
      expect(wrong.remarks[0]).toContain(join(config, "settings.yaml"))
      expect(wrong.fileProblem).toBe(null)
      expect(wrong.team.seats[0]?.idleWindow).toBe(300_000)
    })
  )

  it.scopedLive("reads a person's own screen profiles freshly, and says a bad one once", () =>
    Effect.gen(function* () {
      const { config, team } = yield* open()
      const frame = { cli: "lark", ansi: "lark has stopped: press y to go on\n" }
      expect((yield* team.refresh).read?.(frame).kind).toBe("unknown")
      const path = join(config, "profiles", "lark.yaml")
      mkdirSync(join(config, "profiles"), { recursive: true })
      writeFileSync(path, "entries: 3\n")
      expect((yield* team.refresh).remarks[0]).toMatch(/lark\.yaml line 1: /)
      writeFileSync(
        path,
        "dialogs:\n  - { id: stop, kind: permission, captured: false, versions: [], rows: ['^lark has stopped'] }\n"
      )
      const now = yield* team.refresh
      expect(now.remarks).toEqual([])
      expect(now.read?.(frame).kind).toBe("permission")
    })
  )

  it.scopedLive("is opened only from a valid file", () =>
    Effect.gen(function* () {
      expect(yield* Effect.flip(open("format: 1\n"))).toMatchObject({ _tag: "TeamFileInvalid" })
    })
  )

  it("has its problem told in few words, the first and how many more", () => {
    const invalid = (text: string) =>
      new TeamFileInvalid({
        path: "/p",
        text,
        problems: Either.match(decodeText(text), { onLeft: (problems) => problems, onRight: () => [] })
      })
    expect(shortProblem(invalid(teamEvery("soon")))).toMatch(/^line 6: [^\n]*$/)
    expect(shortProblem(invalid(teamEvery("soon").replace("operator: wick", "operator: nobody")))).toMatch(
      /^line \d+: .*, and 1 more$/
    )
  })
})
