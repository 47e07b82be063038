import type { Profile } from "../profile.ts"

const seen = { captured: true, versions: ["0.73.1"] } as const
const told = { captured: false } as const

/** The figures that begin the last row below the box: tokens, cache, cost. */
const FIGURE = "(?:[↑↓RW]\\d\\S* |\\$\\d\\S* (?:\\(sub\\) )?)"
const FIGURES = `${FIGURE}{0,3}${FIGURE}{0,3}`

/** pi: a box without a glyph between two rules, pickers between the same rules, a spinner row while a turn runs. */
export const pi: Profile = {
  id: "pi",
  aliases: ["pi-coding-agent"],
  composers: [
    {
      id: "box",
      ...seen,
      shape: "edges",
      top: "^─{10,}$",
      topClipped: "^─── ↑ \\d+ more ─*$",
      bottom: "^(?:─{10,}|─── ↓ \\d+ more ─*)$",
      sameWidth: true,
      glyphs: [{ char: "!", mode: "shell" }],
      glyphColumn: 0,
      textColumn: 0,
      glyphOptional: true,
      cursorHidden: true,
      cursorCell: true,
      // what a picker, an input or a question draws between the rules
      pickerRows: [
        "^ ?[→›❯] \\S",
        "^ {0,2}> ",
        "^ {0,3}\\S.{0,200}\\b(?:enter|escape|esc|ctrl\\+\\S) (?:select|submit|cancel|to (?:select|submit|cancel))\\b",
        "^ {1,3}\\(\\d+/\\d+\\)$"
      ],
      ghost: { faint: false, firstInverse: false },
      folds: ["\\[paste #\\d+(?: \\+\\d+ lines| \\d+ chars)?\\]"],
      footer: {
        indent: 0,
        anchors: [`^${FIGURES}(?:\\d{1,3}\\.\\d%|\\?)/\\d`, "^[↑↓]\\d\\S* .{0,80}\\.\\.\\.$"],
        after: [],
        newer: ["^─{3}"],
        required: true
      }
    }
  ],
  openers: ["^─{10,}$"],
  entries: [],
  dialogs: [
    {
      id: "question",
      ...told,
      kind: "question",
      not: ["select authentication method", "select provider to"],
      rows: ["^ ?→ \\S", "^ ?↑↓ navigate {2}"]
    },
    {
      id: "question-input",
      ...told,
      kind: "question",
      rows: ["^> ", "^ ?(?:enter submit|.{0,60} {2}(?:escape|esc) cancel)"]
    },
    {
      id: "picker",
      ...seen,
      kind: "overlay",
      anyRow: [
        "^ ?[→›] \\S",
        "^> ",
        "^ {2}\\(\\d+/\\d+\\)$",
        "^ {2}No (?:matching|models|sessions|entries)\\b"
      ]
    }
  ],
  marks: [
    { id: "queued-hint", ...seen, role: "chrome", row: "^ ?↳ .{1,40} to edit all queued messages" },
    { id: "queued", ...seen, role: "queued", row: "^ ?(?:Steering|Follow-up): ", coloured: true },
    { id: "retry", ...seen, role: "working", row: "^ ?[⠀-⣿] Retrying \\(" },
    { id: "spinner", ...seen, role: "working", row: "^ ?[⠀-⣿] \\S" },
    {
      id: "spinner-other",
      ...told,
      role: "working",
      row: "^ ?[^\\s\\p{L}\\p{N}>#|*•│-] (?:Working|Running|Retrying)\\b.{0,40}(?:\\.\\.\\.|…)"
    },
    { id: "interrupted", ...seen, role: "interrupted", row: "^ ?Operation aborted$", coloured: true },
    {
      id: "limit-hit",
      ...told,
      role: "limit",
      row: "^ ?Error: ",
      coloured: true,
      block:
        "(?:[Uu]sage limit|[Qq]uota (?:exceeded|reached)|exceeded your current quota|insufficient_quota|[Cc]redit balance)"
    },
    {
      id: "error-auth",
      ...seen,
      role: "error",
      row: "^ ?Error: ",
      coloured: true,
      block: "(?:\\b401\\b|\\b403\\b|API key|[Uu]nauthorized|[Aa]uthentication|\\blogin\\b)",
      error: "auth"
    },
    {
      id: "error-overloaded",
      ...seen,
      role: "error",
      row: "^ ?Error: ",
      coloured: true,
      block: "(?:\\b429\\b|\\b529\\b|\\b503\\b|[Oo]verloaded|[Rr]ate limit|[Tt]oo many requests)",
      error: "overloaded"
    },
    {
      id: "error-server",
      ...seen,
      role: "error",
      row: "^ ?Error: ",
      coloured: true,
      block: "(?:\\b5\\d\\d\\b|[Ss]erver error)",
      error: "server"
    },
    {
      id: "error-connection",
      ...told,
      role: "error",
      row: "^ ?Error: ",
      coloured: true,
      block:
        "(?:[Cc]onnection|ECONN|ENOTFOUND|ETIMEDOUT|fetch failed|socket hang up|[Nn]etwork|[Tt]imed? ?out|terminated)",
      error: "connection"
    },
    { id: "error", ...seen, role: "error", row: "^ ?Error: ", coloured: true, error: "other" },
    { id: "banner", ...seen, role: "start", row: "^ ?pi v\\d" }
  ],
  signs: [
    { id: "list-open", ...told, kind: "overlay", at: "footer", row: "^ {0,3}(?:→ \\S|\\(\\d+/\\d+\\)$)" }
  ],
  exits: [],
  extractors: [
    {
      id: "model",
      ...seen,
      at: "footer",
      // the model is cut off where only two columns part it from the figures
      row: `^${FIGURES}(?:\\d{1,3}\\.\\d%|\\?)/\\d\\S*(?: \\(auto\\))? {3,}(?:\\(\\S{1,40}\\) )?(\\S{1,80})(?: • (?:thinking )?(\\w+))?$`,
      model: "{1}",
      effort: "{2}"
    },
    {
      id: "context",
      ...seen,
      at: "footer",
      row: `^${FIGURES}(\\d{1,3}\\.\\d)%/\\d`,
      contextUsed: "{1}"
    }
  ],
  background: [],
  resets: ["[Tt]ry again (?:at|in) ([^.]{1,40}[^.\\s])\\."]
}
