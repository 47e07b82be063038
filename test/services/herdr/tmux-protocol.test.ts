import { describe, expect, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { changeOf } from "../../../src/services/herdr/tmux-client.ts"
import { commandLine, displayText, literal, quote } from "../../../src/services/herdr/tmux-command.ts"
import { isSupported, tmuxError } from "../../../src/services/herdr/tmux-errors.ts"
import { type Frame, FrameParser } from "../../../src/services/herdr/tmux-frames.ts"
import { parseList, parseRead } from "../../../src/services/herdr/tmux-parse.ts"
import { readScript } from "../../../src/services/herdr/tmux-script.ts"

const parse = (bytes: Uint8Array, size: number) => {
  const frames: Array<Frame> = []
  const notes: Array<string> = []
  const parser = new FrameParser({
    frame: (frame) => frames.push(frame),
    notification: (line) => notes.push(line)
  })
  for (let at = 0; at < bytes.length; at += size) parser.push(bytes.subarray(at, at + size))
  return { frames, notes }
}

const STREAM = new TextEncoder().encode(
  [
    "%begin 1700000000 265 0",
    "%end 1700000000 265 0",
    "%session-changed $0 team",
    "%begin 1700000001 270 1",
    "❯ 漢字 %end",
    "%end 1700000001 271 1",
    "%begin 1700000001 270 1",
    "",
    "%error 1700000001 270",
    "%end 1700000001 270 1",
    "%window-close @3",
    "%begin 1700000002 272 1",
    "can't find pane: %9",
    "%error 1700000002 272 1",
    ""
  ].join("\n")
)

describe("tmux frames", () => {
  it("are the same whatever the chunks, and end only at their own end", () => {
    for (const size of [1, 2, 3, 7, 64, 10_000]) {
      expect(parse(STREAM, size)).toEqual({
        frames: [
          { at: 1_700_000_000, ours: false, error: false, lines: [] },
          {
            at: 1_700_000_001,
            ours: true,
            error: false,
            lines: [
              "❯ 漢字 %end",
              "%end 1700000001 271 1",
              "%begin 1700000001 270 1",
              "",
              "%error 1700000001 270"
            ]
          },
          { at: 1_700_000_002, ours: true, error: true, lines: ["can't find pane: %9"] }
        ],
        notes: ["%session-changed $0 team", "%window-close @3"]
      })
    }
  })

  it("hint at the pane a notification names, or at any", () => {
    expect(changeOf("%subscription-changed seats $0 @1 2 %7 : anything %9")).toEqual({ pane: "%7" })
    expect(changeOf("%pane-mode-changed %3")).toEqual({ pane: "%3" })
    expect(changeOf("%unlinked-window-close @3")).toEqual({ pane: null })
    expect(changeOf("%session-window-changed $0 @1")).toBeUndefined()
  })
})

describe("tmux commands", () => {
  it("leave no quote open and no control character or line break bare", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.string({ unit: "binary" }), (text) => {
        const quoted = quote(text)
        expect(quoted).not.toMatch(/[\u0000-\u001f\u007f]/u)
        // Reads the quoting back by tmux's rules: single quotes are literal, octal stands in double quotes.
        let read = ""
        for (const [, single, double] of quoted.matchAll(/'([^']*)'|"([^"]*)"/gu)) {
          read += single ?? ""
          read += (double ?? "").replace(/\\([0-7]{3})/gu, (_, code: string) =>
            String.fromCodePoint(Number.parseInt(code, 8))
          )
        }
        expect(read).toBe(text)
      })
    )
    expect(commandLine([["a", "b;"], ["c"]])).toBe("'a' 'b;' ; 'c'")
  })

  it("take formats and styles out of force", () => {
    expect(literal("#{x} ##")).toBe("##{x} ####")
    expect(displayText("a#[fg=red]#{x}#(y) #1\n\u009b")).toBe("a# [fg=red]# {x}# (y) #1  ")
  })
})

describe("tmux answers", () => {
  const facts = (fields: Partial<Record<"dead" | "mode" | "scroll" | "rows", string>>) =>
    ["%1", "80", fields.rows ?? "2", fields.dead ?? "0", fields.mode ?? "0", fields.scroll ?? "0"]
      .concat(["3", "1", "1", "0", "box", "title"])
      .join("\u001f")

  it("are a screen only when rows and facts agree", () => {
    expect(parseRead("%1", ["a", "b", facts({})])).toEqual({
      _tag: "Screen",
      ansi: "a\nb",
      styled: true,
      cols: 80,
      rows: 2,
      cursor: { x: 3, y: 1, visible: true },
      title: "title",
      altScreen: false
    })
    expect(parseRead("%1", ["a", "b", facts({ dead: "1" })])).toMatchObject({ reason: "dead" })
    expect(parseRead("%1", ["a", "b", facts({ mode: "1" })])).toMatchObject({ reason: "scrolled" })
    expect(parseRead("%1", ["a", "b", facts({ scroll: "4" })])).toMatchObject({ reason: "scrolled" })
    for (const lines of [["a", facts({})], ["a", "b", "c", facts({})], ["a", "b"], []]) {
      expect(parseRead("%1", lines)).toMatchObject({ reason: "failed" })
    }
    expect(parseRead("%2", ["a", "b", facts({})])).toMatchObject({ reason: "failed" })
  })

  it("give no token to a pane active in this very second", () => {
    const line = (activity: string) =>
      [facts({}), "@1", "77", activity, "0", "team", "lead", ""].join("\u001f")
    const token = (activity: string, now: number | null) =>
      parseList([line(activity)], "team", now)?.panes[0]?.changed
    expect(token("100", 100)).toBeNull()
    expect(token("100", null)).toBeNull()
    expect(token("100", 101)).toEqual(token("100", 102))
    expect(token("101", 102)).not.toEqual(token("100", 102))
    expect(parseList(["no such line"], "team", 1)).toBeNull()
  })

  it("of a script belong to their groups; one cut short is none", () => {
    const stdout = "row\nn.0.ok\nn.0.end\nn.1.end\n"
    expect(readScript(2, "n", { stdout, stderr: "can't find pane: %9" })).toEqual([
      { ok: true, lines: ["row"], said: "", at: null },
      { ok: false, lines: [], said: "can't find pane: %9", at: null }
    ])
    expect(readScript(3, "n", { stdout, stderr: "" })).toBeNull()
  })

  it("become reasons without their text", () => {
    const reasons = [
      ["no server running on /tmp/x", "NotRunning"],
      ["error connecting to /tmp/x (No such file or directory)", "NotRunning"],
      ["can't find session: team", "NotRunning"],
      ["can't find pane: %9", "NoPane"],
      ["can't find window: @9", "NoPane"],
      ["server exited unexpectedly", "Lost"],
      ["parse error: zebra", "Refused"]
    ] as const
    for (const [said, reason] of reasons) {
      const error = tmuxError("list", said)
      expect(error.reason).toBe(reason)
      expect(error.message).not.toMatch(/zebra|%9|\/tmp/)
    }
  })

  it("tell an old tmux from a new or unnamed one", () => {
    for (const version of ["tmux 3.2", "3.3a", "tmux next-3.6", "4.0", "master", "openbsd-7.5", ""]) {
      expect(isSupported(version)).toBe(true)
    }
    for (const version of ["tmux 3.1c", "2.9a", "next-3.1", "1.8"]) expect(isSupported(version)).toBe(false)
  })
})
