import { existsSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { RestoreDocument } from "../../src/cli/render/approve.ts"
import { setupApprove } from "../support/approve.ts"
import { oneDocument, TEAM, teamEvery } from "../support/cli.ts"

describe("team init --restore", () => {
  const aside = (file: string) => `${file}.before-restore`

  it.scoped("puts the approved file back and keeps what was there", () =>
    Effect.gen(function* () {
      const { plain, project, team } = yield* setupApprove()
      yield* team("approve")
      const same = yield* team("init --restore")
      expect([same.code, plain(same.out)]).toEqual([
        0,
        "/lantern/.agents/team.yaml is as approved (#1) already; nothing was written\n"
      ])
      writeFileSync(project.file, Buffer.from([0xff, 0x00, 0x0a]))
      const ran = yield* team("init --restore")
      expect([ran.code, ran.err, plain(ran.out)]).toEqual([
        0,
        "",
        "kept what was there as /lantern/.agents/team.yaml.before-restore\nrestored /lantern/.agents/team.yaml from approval #1\n"
      ])
      expect(readFileSync(project.file, "utf8")).toBe(TEAM)
      expect(statSync(project.file).mode & 0o777).toBe(0o600)
      expect([...readFileSync(aside(project.file))]).toEqual([0xff, 0x00, 0x0a])

      project.write(teamEvery("1m"))
      const taken = yield* team("init --restore")
      expect([taken.code, taken.id]).toEqual([1, "init.refused"])
      expect(readFileSync(project.file, "utf8")).toBe(teamEvery("1m"))
      expect([...readFileSync(aside(project.file))]).toEqual([0xff, 0x00, 0x0a])
    })
  )

  it.scoped("makes the file, and its folder, where they are gone", () =>
    Effect.gen(function* () {
      const { plain, project, team } = yield* setupApprove()
      yield* team("approve")
      rmSync(dirname(project.file), { recursive: true })
      const ran = yield* team("init --restore --json")
      expect([ran.code, ran.err]).toEqual([0, ""])
      expect(Schema.decodeUnknownSync(RestoreDocument)(oneDocument(plain(ran.out)))).toEqual({
        format: 1,
        kind: "team.restore",
        path: "/lantern/.agents/team.yaml",
        generation: 1,
        restored: true,
        moved_to: null
      })
      expect(readFileSync(project.file, "utf8")).toBe(TEAM)
      expect((yield* team("approve")).out).toMatch(/^already approved/)
    })
  )

  it.scoped("has nothing to give without an approval that counts", () =>
    Effect.gen(function* () {
      const { project, store, team } = yield* setupApprove()
      const none = yield* team("init --restore")
      expect([none.code, none.id]).toEqual([1, "init.nothing"])
      expect(none.err).toBe(
        "team init: the file was never approved on this machine: there is nothing to restore\n"
      )
      yield* team("approve")
      const path = join(store, "approval.json")
      writeFileSync(path, readFileSync(path, "utf8").replace("interval: 2m", "interval: 9m"))
      rmSync(project.file)
      const changed = yield* team("init --restore")
      expect([changed.code, changed.id]).toEqual([1, "init.nothing"])
      expect(existsSync(project.file)).toBe(false)
    })
  )

  it.scoped("refuses a link, and everybody but the owner", () =>
    Effect.gen(function* () {
      const { base, project, team } = yield* setupApprove()
      yield* team("approve")
      const seat = { _tag: "Seat", name: "glass", pane: "p2", role: "operator" } as const
      project.write(teamEvery("1m"))
      const called = yield* team("init --restore", {}, { caller: seat })
      expect([called.code, called.id]).toEqual([1, "init.caller"])
      expect(readFileSync(project.file, "utf8")).toBe(teamEvery("1m"))
      renameSync(project.file, join(base, "other.yaml"))
      symlinkSync(join(base, "other.yaml"), project.file)
      const linked = yield* team("init --restore")
      expect([linked.code, linked.id]).toEqual([1, "init.refused"])
      expect(existsSync(aside(project.file))).toBe(false)
      expect(readFileSync(join(base, "other.yaml"), "utf8")).toBe(teamEvery("1m"))
    })
  )
})
