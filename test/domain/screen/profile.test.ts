import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { patternFault } from "../../../src/domain/screen/pattern.ts"
import { Profile } from "../../../src/domain/screen/profile.ts"
import { generic } from "../../../src/domain/screen/profiles/generic.ts"
import { PROFILES, profileOf } from "../../../src/domain/screen/profiles/index.ts"
import { readScreen, readWith } from "../../../src/domain/screen/read.ts"
import { claude, codex, raw } from "./build.ts"

describe("profiles", () => {
  it("are data that their schema accepts after a trip through JSON", () => {
    for (const profile of [...PROFILES, generic]) {
      const decoded = Schema.decodeUnknownEither(Profile)(JSON.parse(JSON.stringify(profile)))
      expect(Either.isRight(decoded), profile.id).toBe(true)
    }
  })

  it("have distinct names, and ids that are distinct within a list", () => {
    const names = PROFILES.flatMap((profile) => [profile.id, ...profile.aliases])
    expect(new Set(names).size).toBe(names.length)
    for (const profile of PROFILES) {
      for (const list of [
        profile.composers,
        profile.dialogs,
        profile.marks,
        profile.signs,
        profile.extractors
      ]) {
        const ids = list.map((rule) => rule.id)
        expect(new Set(ids).size, `${profile.id}: ${ids.join(" ")}`).toBe(ids.length)
      }
    }
  })

  it("refuse patterns whose time can explode, and say why", () => {
    for (const bad of [
      "(a+)+$",
      "(?:a*b?)*",
      "(a|b+)*c",
      "((a+)b)+",
      "(a)\\1",
      "(?<=x)y",
      "[",
      "a".repeat(401),
      "(?:x{2,}y)+"
    ]) {
      expect(patternFault(bad), bad).toBeDefined()
    }
    for (const good of [
      "^─{10,}$",
      "(?:a|b)+",
      "a+b+",
      "(?:ab)*c",
      "[+*(]+",
      "\\(a+\\)+",
      "(?:x{2}y){1,3}"
    ]) {
      expect(patternFault(good), good).toBeUndefined()
    }
    const bad = { ...generic, exits: ["(a+)+$"] }
    expect(Either.isLeft(Schema.decodeUnknownEither(Profile)(bad))).toBe(true)
  })

  it("are found by id and alias; any other CLI gets the generic one", () => {
    expect(profileOf("claude").id).toBe("claude-code")
    expect(profileOf("nobody").id).toBe("generic")
  })
})

describe("a CLI without a profile", () => {
  it("is never idle, and a shell at its prompt is a shell", () => {
    expect(readScreen({ ...claude({}), cli: "other" }).kind).toBe("unknown")
    expect(readScreen({ ...codex({}), cli: "other" }).kind).toBe("unknown")
    expect(readScreen(raw("other", ["make: done", "dev@box:~/proj$ "])).kind).toBe("shell")
    expect(readScreen(raw("other", ["$ "])).kind).toBe("shell")
    expect(readScreen(raw("other", [])).kind).toBe("unknown")
  })
})

describe("a profile of one's own", () => {
  it("reads a bordered box and a box without a glyph", () => {
    const own = Schema.decodeUnknownSync(Profile)({
      id: "own",
      aliases: [],
      composers: [
        {
          id: "box",
          captured: true,
          shape: "edges",
          top: "^╭─+╮$",
          bottom: "^╰─+╯$",
          sameWidth: true,
          left: "│",
          right: "│",
          glyphs: [{ char: ">", mode: "prompt" }],
          glyphColumn: 2,
          textColumn: 4,
          ghost: { faint: false, firstInverse: false, colours: ["rgb:128,128,128", "palette:8"] },
          footer: { indent: 1, anchors: ["^ ready"], after: [] }
        }
      ],
      openers: [],
      entries: [],
      dialogs: [],
      marks: [],
      signs: [],
      exits: [],
      extractors: [],
      background: [],
      resets: []
    })
    const frame = (content: string) =>
      raw("own", ["Done.", "", "╭────────────╮", `│ > ${content}│`, "╰────────────╯", " ready"])
    expect(readWith(own, frame("          "))).toMatchObject({ kind: "idle", touchable: true })
    expect(readWith(own, frame("\u001b[90mask me   \u001b[0m "))).toMatchObject({
      kind: "idle",
      rule: "box-ghost"
    })
    expect(readWith(own, frame("\u001b[38;2;128;128;128mask me   \u001b[0m "))).toMatchObject({
      kind: "idle",
      rule: "box-ghost"
    })
    expect(readWith(own, frame("ask me    "))).toMatchObject({
      kind: "unsent",
      text: "ask me",
      touchable: false
    })
  })
})
