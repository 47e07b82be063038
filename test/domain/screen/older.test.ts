import { describe, expect, it } from "@effect/vitest"
import { parseAnsi } from "../../../src/domain/screen/ansi.ts"
import { readScreen } from "../../../src/domain/screen/read.ts"
import { acceptedKinds, CAPTURES, type Capture, rowsOf, withRows } from "./corpus.ts"

/** Every capture redrawn by the grammar of an older version, as far as that is known; what it then reads wrong. */
const misread = (
  newest: string,
  redraw: (capture: Capture, rows: Array<string>, texts: ReadonlyArray<string>) => string
) => {
  const own = CAPTURES.filter(({ name }) => name.startsWith(newest))
  expect(own.length).toBeGreaterThan(100)
  return own.flatMap((capture) => {
    const rows = [...rowsOf(capture.frame.ansi)]
    const texts = parseAnsi(capture.frame.ansi).rows.map((row) => row.text)
    const title = redraw(capture, rows, texts)
    const { kind } = readScreen({ ...withRows(capture.frame, rows), title })
    return acceptedKinds(capture).includes(kind) ? [] : [`${capture.name}: ${kind}`]
  })
}

describe("older versions", () => {
  it("of Claude Code: no footer beside text, no ghost after an error, shorter end marks, another title glyph", () => {
    const wrong = misread("claude-code/2.1.332/", ({ label, frame }, rows, texts) => {
      for (const [at, text] of texts.entries()) {
        if (/^ {2}⏸ manual mode on/.test(text)) {
          const hint = text.includes("esc to interrupt") ? "esc to interrupt" : "? for shortcuts"
          const effort = (label.cols ?? 80) > 60 ? "      ● high · /effort" : ""
          rows[at] = label.text && label.kind !== "shell-cmd" ? "" : `  ${hint} · ← for agents${effort}`
        } else if (/^[✻✢] \S+ for .* · done/.test(text)) rows[at] = text.replace(/ · done [\d:]+ [AP]M/, "")
        else if (/· \/effort$/.test(text)) rows[at] = ""
        else if (/^[✻✽✶✢·] .*retrying/.test(text)) rows[at] = text.replace("retrying", "Retrying")
      }
      if (label.kind === "error") {
        const box = texts.findLastIndex((text) => text.startsWith("❯"))
        rows[box] = "❯\u00a0\u001b[7m \u001b[0m"
        const end = texts.findLastIndex(
          (text, at) => at < box - 1 && text !== "" && !text.endsWith("/effort")
        )
        rows[end + 2] = "✻ Cogitated for 0s"
      }
      return (frame.title ?? "").replace(/^[◐◑]/, "⠐")
    })
    expect(wrong).toEqual([])
  })

  it("of Codex: one footer row, no end mark, other ghosts, a spinner over dialogs", () => {
    const wrong = misread("codex/0.171.0/", ({ frame }, rows, texts) => {
      for (const [at, text] of texts.entries()) {
        if (/^ {2}(?:GPT-6.2-Sol|gpt-5-codex) /.test(text))
          rows[at] = text.replace(/GPT-6.2-Sol|gpt-5-codex/, "gpt-5.4")
        else if (at > texts.length - 4 && /← for agents|tab to queue|⚠ \d/.test(text)) rows[at] = ""
        else if (/^ {2}Worked for/.test(text)) rows[at] = ""
        else if (text === "› Ask Codex to do anything" && rows[at]?.includes("\u001b[0;2m")) {
          rows[at] = "\u001b[1m›\u001b[0m \u001b[2mExplain this codebase\u001b[0m"
        }
      }
      return (frame.title ?? "").replace(/^\[ . \] Action Required \| /, "⠋ ")
    })
    expect(wrong).toEqual([])
  })
})
