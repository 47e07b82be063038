import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import { parse } from "jsonc-parser"
import { describe, expect, it } from "vitest"
import { isOurCommand } from "../../../src/domain/hook/settings-command.ts"
import { wantedEntries } from "../../../src/domain/hook/settings-record.ts"
import type { HookVendor } from "../../../src/domain/hook/vendor.ts"
import { claudeCode } from "../../../src/domain/hook/vendors/claude-code.ts"
import { codex } from "../../../src/domain/hook/vendors/codex.ts"
import { cursor } from "../../../src/domain/hook/vendors/cursor.ts"
import { HOOK_VENDORS } from "../../../src/domain/hook/vendors/index.ts"
import { compareText, installText, removeText } from "../../../src/services/hook-settings/edit.ts"

const PROGRAM = "'/opt/bin/team'"

const edit = (vendor: HookVendor, program = PROGRAM) => {
  const wanted = wantedEntries(vendor, program)
  return {
    install: (text: string) => Either.getOrThrow(installText(vendor, text, wanted)),
    remove: (text: string) => Either.getOrThrow(removeText(vendor, text, wanted)),
    compare: (text: string) => Either.getOrThrow(compareText(vendor, text, wanted)),
    refused: (text: string) =>
      Either.match(installText(vendor, text, wanted), {
        onLeft: ({ message, reason }) => `${reason}: ${message}`,
        onRight: () => "taken"
      })
  }
}

/** Prints JSON with comments in many styles; `bits` choose each blank, comment and comma. */
const jsonc = (value: unknown, bits: ReadonlyArray<number>): string => {
  let next = 0
  const pick = (of: number): number => (bits[next++ % bits.length] ?? 0) % of
  const eol = pick(3) === 0 ? "\r\n" : "\n"
  const unit = ["  ", "    ", "\t"][pick(3)] ?? "  "
  const print = (item: unknown, indent: string, inline: boolean): string => {
    if (typeof item !== "object" || item === null) return JSON.stringify(item)
    const [open, close] = Array.isArray(item) ? ["[", "]"] : ["{", "}"]
    const entries: ReadonlyArray<readonly [string | null, unknown]> = Array.isArray(item)
      ? item.map((one) => [null, one] as const)
      : Object.entries(item)
    if (entries.length === 0) return `${open}${close}`
    const flat = inline || pick(4) === 0
    const inner = indent + unit
    const comment = (): string => (pick(5) === 0 ? " /* c */" : "")
    const lines = entries.map(([key, one], index) => {
      const name = key === null ? "" : `${JSON.stringify(key)}:${pick(3) === 0 ? "" : " "}`
      const last = index === entries.length - 1
      const comma = last ? (pick(4) === 0 ? "," : "") : ","
      const own = !flat && pick(6) === 0 ? `${inner}// above${eol}` : ""
      const after = !flat && pick(5) === 0 ? " // beside" : comment()
      const lead = flat ? (index === 0 || pick(2) === 0 ? "" : " ") : own + inner
      return lead + name + print(one, inner, flat) + comment() + comma + after
    })
    if (flat) return open + lines.join("") + close
    const tail = pick(6) === 0 ? `${inner}// tail${eol}` : ""
    return `${open}${pick(6) === 0 ? " // head" : ""}${eol}${lines.join(eol)}${eol}${tail}${indent}${close}`
  }
  return `${pick(8) === 0 ? "\ufeff" : ""}${pick(6) === 0 ? `// top${eol}` : ""}${print(value, "", false)}${pick(4) === 0 ? "" : eol}`
}

const scalar = FastCheck.oneof(
  FastCheck.string(),
  FastCheck.integer(),
  FastCheck.boolean(),
  FastCheck.constant(null)
)
const key = FastCheck.string({ maxLength: 6 }).filter((name) => name !== "hooks" && name !== "__proto__")
const settings = FastCheck.dictionary(
  key,
  FastCheck.oneof(scalar, FastCheck.array(scalar), FastCheck.dictionary(key, scalar, { minKeys: 1 })),
  { minKeys: 1, maxKeys: 5 }
)
const bits = FastCheck.array(FastCheck.nat(60), { minLength: 7, maxLength: 40 })
const foreignHandler = FastCheck.record({ type: FastCheck.constant("command"), command: FastCheck.string() })
const foreignGroups = FastCheck.array(
  FastCheck.record(
    { matcher: FastCheck.string(), hooks: FastCheck.array(foreignHandler, { minLength: 1, maxLength: 3 }) },
    { requiredKeys: ["hooks"] }
  ),
  { minLength: 1, maxLength: 3 }
)
const foreignHooks = FastCheck.dictionary(
  FastCheck.constantFrom("Stop", "SessionStart", "UserPromptSubmit", "PreToolUse", "Other"),
  foreignGroups,
  { minKeys: 1, maxKeys: 4 }
)

const comments = (text: string): number =>
  (text.match(/\/\* c \*\/|\/\/ (?:above|beside|tail|head|top)/g) ?? []).length

describe("editing the text", () => {
  it.each(HOOK_VENDORS.map((vendor) => [vendor.cli, vendor] as const))(
    "%s: an install is found again, changes nothing twice, and its removal gives every byte back",
    (_, vendor) => {
      const { compare, install, remove } = edit(vendor)
      FastCheck.assert(
        FastCheck.property(settings, bits, (value, style) => {
          const text = jsonc({ ...value, ...vendor.required }, style)
          const installed = install(text)
          expect(compare(installed)).toEqual({ state: "installed", differences: [] })
          expect(install(installed)).toBe(installed)
          expect(parse(installed)).toMatchObject(parse(text))
          expect(remove(installed)).toBe(text)
          expect(remove(text)).toBe(text)
        }),
        { numRuns: 300 }
      )
    }
  )

  it("keeps other people's hooks, in their order, byte for byte", () => {
    const { compare, install, remove } = edit(claudeCode)
    FastCheck.assert(
      FastCheck.property(settings, foreignHooks, bits, (value, hooks, style) => {
        const text = jsonc({ ...value, hooks }, style)
        const installed = install(text)
        expect(compare(installed).state).toBe("installed")
        const left: Record<string, ReadonlyArray<unknown>> = parse(installed).hooks
        const foreign = Object.fromEntries(
          Object.entries(left)
            .map(
              ([event, groups]) =>
                [
                  event,
                  groups.filter((group) => !JSON.stringify(group).includes(" hook claude-code "))
                ] as const
            )
            .filter(([, groups]) => groups.length > 0)
        )
        expect(foreign).toEqual(hooks)
        expect(remove(installed)).toBe(text)
      }),
      { numRuns: 300 }
    )
  })

  it("replaces what another version wrote, wherever it stands, and nothing else", () => {
    const now = edit(claudeCode)
    FastCheck.assert(
      FastCheck.property(
        settings,
        foreignHooks,
        bits,
        FastCheck.array(
          FastCheck.tuple(
            FastCheck.constantFrom("Stop", "SessionStart", "Notification"),
            FastCheck.nat(3),
            FastCheck.nat(3)
          ),
          {
            minLength: 1,
            maxLength: 4
          }
        ),
        (value, hooks, style, old) => {
          const mixed: Record<string, Array<unknown>> = Object.fromEntries(
            Object.entries(hooks).map(([event, groups]) => [event, [...groups]])
          )
          for (const [event, at, kind] of old) {
            const handler = { type: "command", command: `/old/team hook claude-code ${event}`, async: true }
            const group =
              kind === 0
                ? { hooks: [handler, { type: "command", command: "theirs" }] }
                : { matcher: "*", hooks: [handler] }
            mixed[event] = [...(mixed[event] ?? []).slice(0, at), group, ...(mixed[event] ?? []).slice(at)]
          }
          const text = jsonc({ ...value, hooks: mixed }, style)
          expect(now.compare(text).state).toBe("differs")
          const installed = now.install(text)
          expect(now.compare(installed)).toEqual({ state: "installed", differences: [] })
          const removed = now.remove(installed)
          // What is left is the file without the old entries.
          const theirs = Object.fromEntries(
            Object.entries(mixed)
              .map(
                ([event, groups]) =>
                  [
                    event,
                    groups.flatMap((group) => {
                      const left: ReadonlyArray<{ command: string }> = JSON.parse(
                        JSON.stringify(group)
                      ).hooks.filter((one: { command: string }) => !isOurCommand(one.command, "claude-code"))
                      return left.length === 0 ? [] : [{ ...JSON.parse(JSON.stringify(group)), hooks: left }]
                    })
                  ] as const
              )
              .filter(([, groups]) => groups.length > 0)
          )
          const { hooks: rest = {}, ...others } = parse(removed)
          const kept = Object.fromEntries(
            Object.entries(rest).filter(([, groups]) => !Array.isArray(groups) || groups.length > 0)
          )
          expect(kept).toEqual(theirs)
          expect(others).toEqual(value)
          expect(now.compare(removed).state).toBe("absent")
        }
      ),
      { numRuns: 300 }
    )
  })

  it("keeps comments that stand outside of our entries", () => {
    const { install, remove } = edit(claudeCode)
    FastCheck.assert(
      FastCheck.property(settings, bits, (value, style) => {
        const text = jsonc(value, style)
        expect(comments(install(text))).toBe(comments(text))
      })
    )
    const text = '{\n  "hooks": {\n    // mine\n    "Stop": [\n      // why\n    ]\n  }\n}\n'
    const installed = install(text)
    expect(installed).toContain("// why\n")
    expect(remove(installed)).toBe(text)
  })

  it("writes as the file is written", () => {
    const { install } = edit({ ...cursor, without: ["beforeSubmitPrompt", "sessionStart"] })
    const command = "'/opt/bin/team' hook cursor stop"
    expect(install('{"version":1,"x":[]}')).toBe(
      `{"version":1,"x":[], "hooks": {"stop":[{"command":"${command}","timeout":10}]}}`
    )
    expect(install('{\r\n\t"version": 1, // one\r\n\t"hooks": {}\r\n}')).toBe(
      `{\r\n\t"version": 1, // one\r\n\t"hooks": {\r\n\t\t"stop": [\r\n\t\t\t{\r\n\t\t\t\t"command": "${command}",\r\n\t\t\t\t"timeout": 10\r\n\t\t\t}\r\n\t\t]\r\n\t}\r\n}`
    )
    for (const empty of ["", " \n", "\ufeff"]) {
      expect(parse(install(empty))).toEqual({
        version: 1,
        hooks: { stop: [{ command, timeout: 10 }] }
      })
    }
  })

  it("says which fields of which event differ, and never a value", () => {
    const { compare, install } = edit(codex)
    const old = install("{}").replace('"timeout": 10', '"timeout": 77, "async": true')
    expect(compare(old)).toEqual({
      state: "differs",
      differences: ["UserPromptSubmit has another timeout, async"]
    })
    const other = edit(codex, "'/elsewhere/team'").install("{}")
    expect(compare(other).differences).toContain("Stop has another command")
    expect(install(other)).toBe(install("{}"))
  })

  it("refuses what it could not edit without guessing, and names the place", () => {
    const { refused } = edit(claudeCode)
    expect(refused('{\n  "a": 1\n  "b": 2\n}')).toBe(
      "Unparsed: is not JSON at line 3, column 3: a comma is missing"
    )
    expect(refused('{"a": ')).toMatch(/^Unparsed: is not JSON at line 1, column/)
    expect(refused("[".repeat(300_000))).toMatch(/^Unparsed: /)
    expect(refused("[]")).toBe("Shape: must hold one JSON object, and does not")
    expect(refused('{"hooks": []}')).toBe('Shape: has no object under "hooks" (line 1, column 11)')
    expect(refused('{"hooks": {"Stop": "x"}}')).toBe(
      'Shape: has no array under "hooks.Stop" (line 1, column 20)'
    )
    expect(refused('{"hooks": {}, "hooks": {}}')).toBe('Shape: has "hooks" twice')
    // What no hook of ours goes into is nobody's business.
    expect(refused('{"hooks": {"enabled": true, "Stop": [7, {"hooks": 3}]}}')).toBe("taken")
  })
})
