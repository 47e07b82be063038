import { describe, expect, it } from "@effect/vitest"
import { explainScreen, readRows } from "../../../src/domain/screen/explain.ts"
import { profileOf } from "../../../src/domain/screen/profiles/index.ts"
import { readScreen } from "../../../src/domain/screen/read.ts"
import { CAPTURES } from "./corpus.ts"

const explained = (name: string) => {
  const found = CAPTURES.find((capture) => capture.name === name)
  if (found === undefined) throw new Error(`no capture ${name}`)
  const { rules } = explainScreen(profileOf(found.label.cli), found.frame)
  return (rule: string, kind?: string) =>
    rules.find((note) => note.rule === rule && (kind === undefined || note.kind === kind))
}

describe("explainScreen", () => {
  it("reads as the reader does, names every rule once, and fires the one that decided", () => {
    for (const { frame, label, name } of CAPTURES) {
      const profile = profileOf(label.cli)
      const { reading, rules } = explainScreen(profile, frame)
      expect([name, reading]).toEqual([name, readScreen(frame)])
      const count = [profile.composers, profile.dialogs, profile.marks, profile.signs, profile.extractors]
      const titles = profile.titles === undefined ? 0 : 3
      expect(rules.length).toBe(count.reduce((sum, list) => sum + list.length, 1 + titles))
      for (const note of rules)
        expect([name, note.rule, note.fired]).toEqual([name, note.rule, note.lacked === null])
      const decided = rules.filter(({ kind, rule }) => rule === reading.rule && kind !== "extractor")
      // a rule of the engine's own (box-empty, no-footer) is none of the profile's
      if (decided.length > 0)
        expect([name, reading.rule, decided.some(({ fired }) => fired)]).toEqual([name, reading.rule, true])
      const box = rules.filter(({ kind, fired }) => kind === "composer" && fired)
      if (reading.kind === "idle" || reading.kind === "unsent") expect([name, box.length]).toEqual([name, 1])
    }
  })

  it("says what a dialog, a box, a mark and a sign lack", () => {
    const open = explained("claude-code/2.1.332/permission-bash-long-80x24")
    expect(open("permission")).toMatchObject({ fired: true, kind: "dialog" })
    expect(open("trust-folder")?.lacked).toBe("says none of its phrases")
    expect(open("question")?.lacked).toContain("footer row missing")
    const second = explained("claude-code/2.1.332/permission-bash-down1-80x24")
    expect(second("menu")?.lacked).toBe('it holds, but "permission" does first')
    expect(open("box", "composer")?.lacked).toMatch(/^no (?:closing|opening) edge/)
    expect(open("spinner")?.lacked).toBe("no live box to read upward from")
    const idle = explained("claude-code/2.1.332/idle-afterturn-80x24")
    expect(idle("box", "composer")).toMatchObject({ fired: true, lacked: null })
    expect(idle("spinner")?.lacked).toBe("no row matches")
    expect(idle("turn-end")).toMatchObject({ fired: true, kind: "mark" })
    expect(idle("footer-working")?.lacked).toBe("the box's own footer row does not match")
    expect(idle("shell-prompt")?.lacked).toBe("a live box stands on the screen")
    expect(idle("title-working")?.lacked).toBe("the title does not match")
  })

  it("says which condition of a mark failed on a row whose own words are right", () => {
    const queued = explained("opencode/1.18.33/working-hang-queued-80x24")
    expect(queued("error")?.lacked).toMatch(/^row \d+ matches, but /)
  })

  it("never repeats what a row shows", () => {
    for (const { frame, label, name } of CAPTURES.filter(
      (c) => c.label.kind === "unsent" && (c.label.text ?? "").length > 12
    )) {
      const said = explainScreen(profileOf(label.cli), frame)
        .rules.map((note) => note.lacked ?? "")
        .join("\n")
      expect([name, said.includes((label.text ?? "").slice(0, 12))]).toEqual([name, false])
    }
  })

  it("numbers the rows from the screen's first", () => {
    const found = CAPTURES.find(({ name }) => name === "gemini/0.61.0/permission-bash-80x24")
    const rows = found === undefined ? [] : readRows(profileOf("gemini"), found.frame)
    expect(rows[18]).toMatch(/● 1\. Allow once$/)
    expect(explainScreen(profileOf("lark"), { cli: "lark", ansi: "" })).toMatchObject({
      reading: { kind: "unknown" }
    })
  })
})
