import { createHash } from "node:crypto"
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import type { ApprovedCommand } from "../../src/domain/approval/record.ts"
import { resolveCommand } from "../../src/services/approved-command.ts"
import { BudgetChecks, CHECK_BYTES, readChecks } from "../../src/services/BudgetChecks.ts"
import { ProcessRunner } from "../../src/services/ProcessRunner.ts"
import { plan, purse } from "../domain/budget/support.ts"

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex")

/** A folder with `bin` and `home`, and a check command in `bin` with this body. */
const place = Effect.acquireRelease(
  Effect.sync(() => {
    const root = realpathSync(mkdtempSync(join(tmpdir(), "sw-check-")))
    mkdirSync(join(root, "bin"))
    mkdirSync(join(root, "home"))
    return { root, bin: join(root, "bin"), home: join(root, "home") }
  }),
  ({ root }) => Effect.sync(() => rmSync(root, { recursive: true, force: true }))
)
type Place = Effect.Effect.Success<typeof place>

const script = (path: string, text: string, mode = 0o700): ApprovedCommand => {
  writeFileSync(path, text)
  chmodSync(path, mode)
  return { path, sha256: sha256(text) }
}
const sh = (body: string) => `#!/bin/sh\n${body}\n`

const checks = ({ bin, home }: Place, timeout = 10_000) =>
  Effect.provide(
    BudgetChecks,
    BudgetChecks.layerWith({ path: `${bin}:/usr/bin:/bin`, home, timeout }).pipe(
      Layer.provide(ProcessRunner.layer)
    )
  )

const account = plan("plan", { sources: ["check"], check: "quota" })

const isGone = (pid: number) =>
  Effect.sync(() => {
    try {
      process.kill(pid, 0)
      return false
    } catch {
      return true
    }
  }).pipe(
    Effect.filterOrFail((gone) => gone),
    Effect.retry(Schedule.spaced("20 millis").pipe(Schedule.intersect(Schedule.recurs(100)))),
    Effect.orElseSucceed(() => false)
  )

/** The outcome of a check with this body, approved as it stands. */
const outcome = (body: string, of = account, timeout = 10_000) =>
  Effect.gen(function* () {
    const at = yield* place
    const approved = script(join(at.bin, "quota"), sh(body))
    return yield* (yield* checks(at, timeout)).run({ ...of, check: "quota" }, approved)
  })

describe("a check command", () => {
  it.scopedLive("is read when it ends well and every line is in order", () =>
    Effect.gen(function* () {
      const read = yield* outcome("echo 'session 10% used'; printf 'weekly 38%% left\\r\\n'; echo noise >&2")
      expect(read).toMatchObject({
        _tag: "Read",
        figures: [
          { window: "session", value: 90 },
          { window: "weekly", value: 38 }
        ]
      })
      const money = yield* outcome("echo 4.996 USD", purse("purse"))
      expect(money).toMatchObject({ _tag: "Read", figures: [{ value: 49_960, currency: "USD" }] })
    })
  )

  it.scopedLive("is unreadable when it fails, is killed, says anything else, or nothing", () =>
    Effect.gen(function* () {
      const bodies = [
        "echo 'weekly 38% left'; exit 1",
        "echo 'weekly 38% left'; kill -9 $$",
        "echo 'weekly 38% left'; echo done",
        "echo 4 USD",
        "true"
      ]
      for (const body of bodies) expect(yield* outcome(body)).toEqual({ _tag: "Unreadable" })
    })
  )

  it.scopedLive("may print so many bytes, and what it writes to stderr counts for nothing", () =>
    Effect.gen(function* () {
      const long = `head -c ${CHECK_BYTES + 1} /dev/zero; echo; exit 0`
      expect(yield* outcome(long)).toEqual({ _tag: "Unreadable" })
      expect(yield* outcome("yes")).toEqual({ _tag: "Unreadable" })
      const loud = "head -c 200000 /dev/zero >&2; echo 'weekly 38% left'"
      expect(yield* outcome(loud)).toMatchObject({ _tag: "Read" })
    })
  )

  it.scopedLive("that takes too long is killed with what it started", () =>
    Effect.gen(function* () {
      const at = yield* place
      const body = "(trap '' TERM; exec sleep 100) & echo $! > \"$HOME/pid\"; wait"
      const approved = script(join(at.bin, "quota"), sh(body))
      // Long enough to have written its file on a busy machine.
      const ended = yield* (yield* checks(at, 3_000)).run(account, approved)
      expect(ended).toEqual({ _tag: "Unreadable" })
      const pid = Number(readFileSync(join(at.home, "pid"), "utf8"))
      expect(pid).toBeGreaterThan(1)
      expect(yield* isGone(pid)).toBe(true)
    })
  )

  it.scopedLive("gets PATH and HOME, no arguments, no input, and starts in /", () =>
    Effect.gen(function* () {
      const at = yield* place
      const text = `#!${process.execPath}
const fs = require("node:fs")
fs.writeFileSync(process.env.HOME + "/seen", JSON.stringify({
  env: Object.entries(process.env).filter(([name]) => name !== "__CF_USER_TEXT_ENCODING"),
  args: process.argv.slice(2),
  cwd: process.cwd(),
  input: fs.readFileSync(0, "utf8")
}))
console.log("weekly 38% left")
`
      const approved = script(join(at.bin, "quota"), text)
      expect(yield* (yield* checks(at)).run(account, approved)).toMatchObject({ _tag: "Read" })
      const seen: unknown = JSON.parse(readFileSync(join(at.home, "seen"), "utf8"))
      expect(seen).toEqual({
        env: [
          ["PATH", `${at.bin}:/usr/bin:/bin`],
          ["HOME", at.home]
        ],
        args: [],
        cwd: "/",
        input: ""
      })
    })
  )
})

describe("the approval of a check", () => {
  const LEAVES = sh('echo ran > "$HOME/ran"; echo "weekly 38% left"')

  it.scopedLive("is of the very file: without one, or of other bytes or another place, nothing runs", () =>
    Effect.gen(function* () {
      const at = yield* place
      const approved = script(join(at.bin, "quota"), LEAVES)
      const { run } = yield* checks(at)
      const other = script(join(at.root, "copy"), LEAVES)
      for (const record of [null, { ...approved, sha256: sha256("other") }, other]) {
        expect(yield* run(account, record)).toEqual({ _tag: "Unapproved" })
      }
      expect(existsSync(join(at.home, "ran"))).toBe(false)
      expect(yield* run(account, approved)).toMatchObject({ _tag: "Read" })
      expect(existsSync(join(at.home, "ran"))).toBe(true)
    })
  )

  it.scopedLive("ends when the file changes, and when one comes before it on the PATH", () =>
    Effect.gen(function* () {
      const at = yield* place
      const early = join(at.root, "early")
      mkdirSync(early)
      const approved = script(join(at.bin, "quota"), LEAVES)
      const { run } = yield* checks({ ...at, bin: `${early}:${at.bin}` })
      expect(yield* run(account, approved)).toMatchObject({ _tag: "Read" })
      rmSync(join(at.home, "ran"))
      script(join(early, "quota"), LEAVES)
      expect(yield* run(account, approved)).toEqual({ _tag: "Unapproved" })
      rmSync(join(early, "quota"))
      script(join(at.bin, "quota"), `${LEAVES}# `)
      expect(yield* run(account, approved)).toEqual({ _tag: "Unapproved" })
      expect(existsSync(join(at.home, "ran"))).toBe(false)
    })
  )

  it.scopedLive("voids the answer of a file that is replaced while it runs", () =>
    Effect.gen(function* () {
      const at = yield* place
      const approved = script(join(at.bin, "quota"), sh('echo "weekly 38% left"; echo "# " >> "$0"'))
      expect(yield* (yield* checks(at)).run(account, approved)).toEqual({ _tag: "Unapproved" })
    })
  )

  it.scopedLive("follows a link to the real file once, and a link put elsewhere is another command", () =>
    Effect.gen(function* () {
      const at = yield* place
      const real = script(join(at.root, "real"), LEAVES)
      symlinkSync(real.path, join(at.bin, "quota"))
      const { resolve, run } = yield* checks(at)
      expect(yield* resolve("quota")).toEqual(Option.some(real))
      expect(yield* run(account, real)).toMatchObject({ _tag: "Read" })
      const other = script(join(at.root, "other"), LEAVES)
      rmSync(join(at.bin, "quota"))
      symlinkSync(other.path, join(at.bin, "quota"))
      expect(yield* run(account, real)).toEqual({ _tag: "Unapproved" })
    })
  )
})

describe("a command's name", () => {
  it.scopedLive("is looked up in absolute folders only, and must be a program", () =>
    Effect.gen(function* () {
      const at = yield* place
      const second = join(at.root, "second")
      mkdirSync(join(second, "nested"), { recursive: true })
      mkdirSync(join(at.bin, "quota"))
      script(join(second, "quota"), sh("true"))
      script(join(at.bin, "plain"), sh("true"), 0o600)
      symlinkSync(join(at.root, "nowhere"), join(at.bin, "dangling"))
      const find = (name: string, path = `:.:bin:${at.bin}:${second}`) => resolveCommand(name, path)
      expect(yield* find("quota")).toEqual(Option.some(join(second, "quota")))
      expect(yield* find(join(second, "quota"), "")).toEqual(Option.some(join(second, "quota")))
      for (const name of ["plain", "dangling", "nested", "missing", "./quota", "second/quota", "..", ""]) {
        expect(yield* find(name)).toEqual(Option.none())
      }
      expect(yield* find("quota", "")).toEqual(Option.none())
      // a program of the folder this runs in, by a relative folder
      expect(existsSync("node_modules/.bin/vitest")).toBe(true)
      expect(yield* find("vitest", "node_modules/.bin:./node_modules/.bin")).toEqual(Option.none())
    })
  )

  it.scopedLive("that is not there is missing, and so is an account without a check", () =>
    Effect.gen(function* () {
      const at = yield* place
      const { resolve, run } = yield* checks(at)
      const approved = { path: join(at.bin, "quota"), sha256: sha256("") }
      expect(yield* run(account, approved)).toEqual({ _tag: "Missing" })
      expect(yield* run({ ...account, check: null }, approved)).toEqual({ _tag: "Missing" })
      expect(yield* resolve("quota")).toEqual(Option.none())
    })
  )

  it.scopedLive("whose interpreter is not there is unreadable", () =>
    Effect.gen(function* () {
      const at = yield* place
      const approved = script(join(at.bin, "quota"), "#!/no/such/interpreter\n")
      expect(yield* (yield* checks(at)).run(account, approved)).toEqual({ _tag: "Unreadable" })
    })
  )
})

describe("a round of checks", () => {
  it.scopedLive("gives what was read and says what was not, in the file's order", () =>
    Effect.gen(function* () {
      const at = yield* place
      const command = (name: string, body: string) => script(join(at.bin, name), sh(body))
      const approved = {
        slow: command("slow", "sleep 0.2; echo 'weekly 38% left'"),
        bad: command("bad", "echo secret"),
        changed: { ...command("changed", "echo 'weekly 1% left'"), sha256: sha256("") },
        purse: command("purse", "echo 9 USD"),
        lost: { path: join(at.bin, "lost"), sha256: sha256("") }
      }
      command("constructor", "echo 'weekly 1% left'")
      const of = (name: string) => plan(name, { sources: ["check"], check: name })
      const accounts = [
        of("slow"),
        of("bad"),
        of("changed"),
        { ...purse("purse"), check: "purse" },
        of("lost"),
        of("constructor"),
        plan("screens")
      ]
      const { said, seen } = yield* Effect.provideService(
        readChecks({ accounts }, approved),
        BudgetChecks,
        yield* checks(at)
      )
      expect(seen.map(({ account, foldable, source, value }) => [account, value, source, foldable])).toEqual([
        ["slow", 38, "check", true],
        ["purse", 90_000, "check", true]
      ])
      expect(said).toEqual([
        "bad: its check is unreadable",
        "the check for changed is unapproved; that account reads unknown",
        "lost: its check lost is not on the PATH",
        "the check for constructor is unapproved; that account reads unknown"
      ])
    })
  )

  it.scopedLive("reads the script of the page about budgets", () =>
    Effect.gen(function* () {
      const at = yield* place
      const page = readFileSync(new URL("../../docs/budgets.md", import.meta.url), "utf8")
      const example = /```sh\n([\s\S]*?)```/u.exec(page)?.[1] ?? ""
      const approved = script(join(at.bin, "quota"), example)
      const { run } = yield* checks(at)
      const account = { ...purse("purse"), check: "quota" }
      expect(yield* run(account, approved)).toEqual({ _tag: "Unreadable" })
      mkdirSync(join(at.home, ".cache", "credits"), { recursive: true })
      writeFileSync(join(at.home, ".cache", "credits", "balance"), "12.34\n")
      expect(yield* run(account, approved)).toMatchObject({ _tag: "Read", figures: [{ value: 123_400 }] })
    })
  )
})
