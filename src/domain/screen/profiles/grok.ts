import type { Profile } from "../profile.ts"

const seen = { captured: true, versions: ["0.0.34"] } as const
const told = { captured: false } as const

const ghost = { faint: true, firstInverse: false } as const
const footer = {
  indent: 2,
  // a shell's prompt may stand right behind what a CLI that left drew last, so its signs are not taken
  anchors: ["^ {2}[⏸▶] +auto-[\\w:]*[ \\w():+/.≋⚒-]*$"],
  after: ["^ {2}[ \\w():+/.-]*$"],
  newer: [
    "^ {2}[⏺>╭╰│] ?",
    "^ {2}Do you want to proceed",
    "^ {3}1\\. Yes$",
    "^ {2,4}(?:Type your feedback|╭─)"
  ],
  required: true,
  // the row is the same with and without text; a frame without styles is never touchable anyway
  emptyHint: ["^ {2}[⏸▶] +auto-"]
} as const

/** grok-cli (the community's one, 0.0.x): a round box, a confirmation in its place, a spinner row with a timer. */
export const grok: Profile = {
  id: "grok",
  aliases: ["grok-cli"],
  composers: [
    {
      id: "box",
      ...seen,
      shape: "edges",
      top: "^ {2}╭─{4,}╮$",
      bottom: "^ {2}╰─{4,}╯$",
      sameWidth: true,
      left: "│",
      right: "│",
      glyphs: [{ char: "❯", mode: "prompt" }],
      glyphColumn: 4,
      textColumn: 6,
      neverBare: true,
      cursorHidden: true,
      ghost,
      placeholders: ["^Ask me anything\\.\\.\\.$"],
      footer
    },
    {
      // a text that wraps takes the gap behind the glyph
      id: "box-wrapped",
      ...told,
      shape: "edges",
      top: "^ {2}╭─{4,}╮$",
      bottom: "^ {2}╰─{4,}╯$",
      sameWidth: true,
      left: "│",
      right: "│",
      glyphs: [{ char: "❯", mode: "prompt" }],
      glyphColumn: 4,
      textColumn: 5,
      cursorHidden: true,
      ghost,
      footer
    },
    {
      // with more than one line the box loses its padding and every line has a bar of its own
      id: "box-lines",
      ...told,
      shape: "edges",
      top: "^ {2}╭─{4,}╮$",
      bottom: "^ {2}╰─{4,}╯$",
      sameWidth: true,
      left: "│",
      right: "│",
      glyphs: [{ char: "❯", mode: "prompt" }],
      glyphColumn: 3,
      textColumn: 5,
      cursorHidden: true,
      ghost,
      footer
    }
  ],
  openers: [],
  entries: ["^ {2}> ", "^ {2}⏺ (?!.{0,200}\\()"],
  choices: { ...seen, markers: "", styled: true },
  dialogs: [
    {
      id: "permission",
      ...seen,
      kind: "permission",
      says: ["do you want to proceed with this operation?"],
      rows: ["^ {3}1\\. Yes"],
      tail: ["Esc cancel$"]
    },
    {
      id: "permission-feedback",
      ...told,
      kind: "permission",
      says: ["type your feedback and press enter"],
      tail: ["╯$"]
    },
    {
      id: "key-needed",
      ...told,
      kind: "notice",
      says: ["grok api key required", "press enter to submit"]
    }
  ],
  marks: [
    {
      id: "spinner",
      ...seen,
      role: "working",
      // in a narrow pane the word, the timer and the hint wrap side by side
      row: "^ {2}[/\\\\|-] +\\S.{0,80}?\\(?\\d+[hms]\\b",
      block: "^[/\\\\|-] +[^(]{0,40}\\((?:\\d+[hms] ?){1,3} ?· (?:↑|.{0,40}\\bto interrupt)"
    },
    { id: "streaming", ...seen, role: "working", row: "^ {2,}(?:.{0,400} )?█$" },
    { id: "executing", ...told, role: "working", row: "^ {4}⎿ Executing\\.\\.\\.$" },
    {
      id: "error-auth",
      ...told,
      role: "error",
      row: "^ {2}⏺ (?:Sorry|Error)\\b",
      block:
        "^⏺ (?:Sorry, I encountered an error|Error): .{0,200}(?:\\b401\\b|\\b403\\b|API key|[Uu]nauthorized)",
      error: "auth"
    },
    {
      id: "error-overloaded",
      ...told,
      role: "error",
      row: "^ {2}⏺ (?:Sorry|Error)\\b",
      block:
        "^⏺ (?:Sorry, I encountered an error|Error): .{0,200}(?:\\b429\\b|\\b529\\b|\\b503\\b|[Oo]verloaded|[Rr]ate limit)",
      error: "overloaded"
    },
    {
      id: "error-server",
      ...told,
      role: "error",
      row: "^ {2}⏺ (?:Sorry|Error)\\b",
      block: "^⏺ (?:Sorry, I encountered an error|Error): .{0,200}(?:\\b5\\d\\d\\b|[Ss]erver error)",
      error: "server"
    },
    {
      id: "error-connection",
      ...told,
      role: "error",
      row: "^ {2}⏺ (?:Sorry|Error)\\b",
      block:
        "^⏺ (?:Sorry, I encountered an error|Error): .{0,200}(?:[Cc]onnection|ECONN|ENOTFOUND|ETIMEDOUT|fetch failed|[Nn]etwork|[Tt]imed? ?out)",
      error: "connection"
    },
    {
      id: "error",
      ...told,
      role: "error",
      row: "^ {2}⏺ Sorry\\b",
      block: "^⏺ Sorry, I encountered an error: ",
      error: "other"
    },
    { id: "result", ...seen, role: "detail", row: "^ {4}⎿ " },
    { id: "answer", ...seen, role: "content", row: "^ {2}⏺ " },
    { id: "sent", ...seen, role: "sent", row: "^ {2}> " }
  ],
  signs: [
    { id: "list-open", ...told, kind: "overlay", at: "footer", row: "^ {2}↑↓ navigate • " },
    { id: "model-list", ...told, kind: "overlay", at: "footer", row: "^ {2}Select Grok Model\\b" }
  ],
  exits: ["^❌ Error: "],
  extractors: [
    {
      id: "model",
      ...seen,
      at: "footer",
      row: "^ {2}[⏸▶] +auto-edit: .{2,4}\\(shift \\+ tab\\) {2,}≋ (\\S{1,80})(?: {2,}⚒ .*)?$",
      model: "{1}"
    }
  ],
  background: [],
  resets: []
}
