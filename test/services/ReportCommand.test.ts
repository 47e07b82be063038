import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Ref from "effect/Ref"
import * as Schema from "effect/Schema"
import type { ApprovedCommand } from "../../src/domain/approval/record.ts"
import { ReportDocument, reportDocuments } from "../../src/domain/report/document.ts"
import type { Report } from "../../src/domain/report/report.ts"
import { ProcessRunner } from "../../src/services/ProcessRunner.ts"
import { ReportCommand } from "../../src/services/ReportCommand.ts"

const report = (key: string): Report => ({
  key,
  text: `${key} is at a rate limit`,
  to: "owner",
  check: "provider-error"
})
const about = { at: Date.UTC(2026, 11, 1, 9), project: "harbour", session: "harbour" }
const documents = (...keys: ReadonlyArray<string>) =>
  reportDocuments(
    keys.map(report),
    keys.map((key) => ({ ...report(key), since: about.at - 60_000 })),
    about
  )

/** A program of the test's own and what an approval records of it. */
const program = (body: string) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const folder = realpathSync(mkdtempSync(join(tmpdir(), "sw-notify-")))
      const path = join(folder, "notify")
      writeFileSync(path, `#!/bin/sh\n${body}\n`)
      chmodSync(path, 0o755)
      const sha256 = createHash("sha256").update(readFileSync(path)).digest("hex")
      const got = () => (existsSync(join(folder, "got")) ? readFileSync(join(folder, "got"), "utf8") : "")
      return { folder, path, got, approved: { path, sha256 } satisfies ApprovedCommand }
    }),
    ({ folder }) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
  )

/** Tells reports, ends the layer, and answers the troubles that were said. */
const telling = (
  approved: Effect.Effect<ApprovedCommand | null>,
  home: string,
  tell: (command: ReportCommand["Type"]) => Effect.Effect<void>
) =>
  Effect.gen(function* () {
    const troubles = yield* Ref.make<ReadonlyArray<string | null>>([])
    const layer = ReportCommand.layerWith({
      approved,
      home,
      path: "/usr/bin:/bin",
      trouble: (problem) => Ref.update(troubles, (all) => [...all, problem])
    }).pipe(Layer.provide(ProcessRunner.layer))
    yield* Effect.flatMap(ReportCommand, tell).pipe(Effect.provide(layer))
    return yield* Ref.get(troubles)
  })

describe("the owner's program for reports", () => {
  it.scopedLive("gets each report as one document, in order, with nothing else of this process", () =>
    Effect.gen(function* () {
      const made = yield* program(
        'cat >> "$HOME/got"; env >> "$HOME/env"; pwd >> "$HOME/env"; echo "$#" >> "$HOME/env"'
      )
      const troubles = yield* telling(Effect.succeed(made.approved), made.folder, (command) =>
        Effect.zipRight(command.tell(documents("a", "b")), command.tell(documents("c")))
      )
      const lines = made.got().trimEnd().split("\n")
      const decode = Schema.decodeUnknownSync(Schema.parseJson(ReportDocument))
      expect(lines.map((line) => decode(line).key)).toEqual(["a", "b", "c"])
      expect(decode(lines[0] ?? "")).toEqual({
        format: 1,
        kind: "team.report",
        at: "2026-12-01T09:00:00.000Z",
        since: "2026-12-01T08:59:00.000Z",
        project: "harbour",
        session: "harbour",
        check: "provider-error",
        to: "owner",
        key: "a",
        text: "a is at a rate limit"
      })
      const seen = readFileSync(join(made.folder, "env"), "utf8").split("\n")
      const names = seen.filter((line) => line.includes("=")).map((line) => line.split("=")[0])
      // The shell itself adds the last three.
      expect(
        [...new Set(names)].filter((name) => !["PWD", "OLDPWD", "SHLVL", "_"].includes(name ?? "")).sort()
      ).toEqual(["HOME", "PATH"])
      expect(seen).toContain("/")
      expect(seen).toContain("0")
      expect(troubles).toEqual([null, null, null])
    })
  )

  it.scopedLive("is not run while none is approved, changed after its approval, or a link", () =>
    Effect.gen(function* () {
      const made = yield* program('cat >> "$HOME/got"')
      expect(yield* telling(Effect.succeed(null), made.folder, (one) => one.tell(documents("a")))).toEqual([])
      writeFileSync(made.path, '#!/bin/sh\ncat >> "$HOME/got"; true\n')
      const changed = yield* telling(Effect.succeed(made.approved), made.folder, (one) =>
        one.tell(documents("b"))
      )
      expect(changed).toEqual(["the notify command is not the approved one; nothing is sent to it"])
      const link = join(made.folder, "link")
      symlinkSync(made.path, link)
      const sha256 = createHash("sha256").update(readFileSync(made.path)).digest("hex")
      const linked = yield* telling(Effect.succeed({ path: link, sha256 }), made.folder, (one) =>
        one.tell(documents("c"))
      )
      expect(linked).toEqual(changed)
      expect(made.got()).toBe("")
    })
  )

  it.scopedLive("that fails, reads nothing or floods is said and harms nothing", () =>
    Effect.gen(function* () {
      const failing = yield* program("exit 3")
      expect(
        yield* telling(Effect.succeed(failing.approved), failing.folder, (one) => one.tell(documents("a")))
      ).toEqual(["the notify command ended with an error"])
      const deaf = yield* program("exec 0<&-; exit 0")
      expect(
        yield* telling(Effect.succeed(deaf.approved), deaf.folder, (one) => one.tell(documents("a", "b")))
      ).toEqual([null, null])
      const loud = yield* program("yes")
      expect(
        yield* telling(Effect.succeed(loud.approved), loud.folder, (one) => one.tell(documents("a")))
      ).toEqual(["the notify command could not be run to its end"])
    })
  )

  it.scopedLive(
    "that hangs is killed with what it started, after its ten seconds",
    () =>
      Effect.gen(function* () {
        const made = yield* program('sleep 987654 & echo $! > "$HOME/child"; wait')
        const troubles = yield* telling(Effect.succeed(made.approved), made.folder, (one) =>
          Effect.zipRight(one.tell(documents("a")), Effect.sleep("10500 millis"))
        )
        expect(troubles).toEqual(["the notify command did not end within 10 s"])
        const child = readFileSync(join(made.folder, "child"), "utf8").trim()
        // An ended process that nobody has waited for yet is listed as a zombie.
        const state = spawnSync("ps", ["-o", "stat=", "-p", child], { encoding: "utf8" }).stdout.trim()
        expect(["", "Z"]).toContain(state.slice(0, 1))
      }),
    30_000
  )
})
