import { copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/TestClock"
import { ExplanationDocument } from "../../src/cli/render/explanation.ts"
import { makeSignals } from "../../src/cli/Signals.ts"
import { breathe, oneDocument, paneShowing, SCREENS, setup } from "../support/cli.ts"

const FIXTURES = join(dirname(fileURLToPath(import.meta.url)), "..", "fixtures", "screens")
const ASK = "codex/0.171.0/permission-bash-down1-80x24"

describe("team screen explain", () => {
  it.scoped("shows the rows, the rule that decided, and what the others lacked", () =>
    Effect.gen(function* () {
      const { project, team } = yield* setup()
      copyFileSync(join(FIXTURES, `${ASK}.ansi`), join(project.root, "ask.ansi"))
      copyFileSync(join(FIXTURES, `${ASK}.json`), join(project.root, "ask.json"))
      const ran = yield* team("screen explain ask.ansi")
      expect([ran.code, ran.err]).toEqual([0, ""])
      expect(ran.out).toMatch(/^ask\.ansi: permission by \S+, rows \d+-\d+, with the codex rules\n/)
      expect(ran.out).toMatch(/^ \d+ > › 2\. Yes, and don't ask again/m)
      expect(ran.out).toMatch(/^decided +dialog +\S+ +rows \d+-\d+$/m)
      expect(ran.out).toMatch(/^ +mark +\S+ +no live box to read upward from$/m)

      const asJson = yield* team("screen explain ask.ansi --json")
      const document = Schema.decodeUnknownSync(ExplanationDocument)(oneDocument(asJson.out))
      expect(document.reading.choice?.index).toBe(2)
      expect(document.rules.filter(({ fired, kind }) => fired && kind === "dialog")).toHaveLength(1)
    })
  )

  it.scoped("takes a bare file with --cli, and says what is missing", () =>
    Effect.gen(function* () {
      const { project, team } = yield* setup()
      writeFileSync(join(project.root, "idle.ansi"), SCREENS.claudeIdle.ansi)
      const bare = yield* team("screen explain idle.ansi --cli claude-code")
      expect([bare.code, bare.err]).toEqual([0, ""])
      expect(bare.out).toMatch(/^holds +composer +box /m)
      expect(bare.out).toMatch(/title-idle +no title is known/)
      const unnamed = yield* team("screen explain idle.ansi")
      expect([unnamed.code, unnamed.id]).toEqual([2, "screen.invocation"])
      const missing = yield* team("screen explain nowhere.ansi --cli codex")
      expect([missing.code, missing.id]).toEqual([2, "screen.file"])
      writeFileSync(join(project.root, "idle.json"), "{")
      const broken = yield* team("screen explain idle.ansi --cli claude-code")
      expect(broken.err).toContain("is no label")
      expect(broken.out).toContain("idle.ansi: ")
    })
  )
})

describe("what a dialog asks", () => {
  const asked = "touch /tmp/zz-test"

  it.scoped("is told to the person who asks about the seat, and in no document of all seats", () =>
    Effect.gen(function* () {
      const { host, panes, team } = yield* setup()
      yield* host.setPane({ pane: panes.glass, ...paneShowing("glass", SCREENS.claudePermission) })
      const ran = yield* team("seats --explain glass")
      expect(ran.out).toMatch(/^ {2}asks Bash command \/ .*touch \/tmp\/zz-test.*Do you want to proceed\?$/m)
      expect(ran.out).toMatch(/^ {2}stands on 1\. Yes$/m)
      for (const other of [
        "seats",
        "seats --json",
        "seats --explain glass --json",
        "status",
        "status --json"
      ])
        expect([other, (yield* team(other)).out.includes(asked)]).toEqual([other, false])
    })
  )

  it.scoped("never enters what a watch prints, logs, remembers or keeps", () =>
    Effect.gen(function* () {
      const { host, panes, project, team } = yield* setup()
      yield* host.setPane({ pane: panes.glass, ...paneShowing("glass", SCREENS.claudePermission) })
      const signals = makeSignals()
      let said = ""
      const onOut = (text: string) => {
        said += text
      }
      const fiber = yield* Effect.fork(team("watch", { signals, onOut }))
      for (let turn = 0; turn < 5_000 && !project.readLog().includes("permission prompt"); turn++)
        yield* breathe
      for (let pass = 0; pass < 3; pass++) {
        yield* TestClock.adjust(120_000)
        for (let turn = 0; turn < 20; turn++) yield* breathe
      }
      signals.deliver("SIGTERM")
      yield* fiber
      expect(said).toContain("glass waits at a permission prompt")
      const folder = join(project.root, ".agents")
      const kept = readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"))
      expect(kept.length).toBeGreaterThan(1)
      for (const text of [said, ...kept])
        expect(text).not.toMatch(/zz-test|"words"|"choice"|Do you want to proceed/)
    })
  )
})
