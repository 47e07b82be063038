import type { Composer, Profile } from "../profile.ts"
import { dialogs } from "./gemini-dialogs.ts"

const seen = { captured: true, versions: ["0.61.0"] } as const
const told = { captured: false } as const

/** The heads of the footer's columns; the directory's comes first unless its owner moved it. */
const COLUMNS =
  "workspace \\(/directory\\)|branch|sandbox|/model|context|quota|memory usage|session|code changes|tokens"

/** Rows of the key list that `?` opens above the status row. */
const HELP =
  "^ (?:Shortcuts See /help|! shell mode|@ select file|(?:Double Esc|Tab|(?:Ctrl|Alt|Cmd|Option)\\+\\w) [a-zA-Z]+ |Shift\\+Tab cycle)"

/** What every shape of the box has in common. */
const box = {
  glyphs: [
    { char: ">", mode: "prompt" },
    { char: "*", mode: "prompt" },
    { char: "!", mode: "shell" }
  ],
  // the status row, a rule, the mode row, then the box
  head: { edge: "^─{10,}$", rows: ["^ {1,3}[^ \\u2800-\\u28ff]", "^-{1,2} \\d"] },
  ghost: { faint: false, firstInverse: true },
  emptyWords: [
    "^Typeyourmessageor@path/to/file$",
    "^Typeyourshellcommand$",
    "^Press['’]i['’]forINSERTmode\\.?$",
    "^Press['’]Esc['’]forNORMALmode\\.?$"
  ],
  folds: ["\\[Pasted Text: \\d+ (?:lines|chars)(?: #\\d+)?\\]", "\\[Image [^\\]]{1,60}\\]"]
} satisfies Partial<Composer>

const table = {
  footer: {
    indent: 1,
    anchors: [`^ (?:${COLUMNS})(?: {2,}|$)`],
    after: ["^ \\S", "^ {12,}\\S"],
    required: true,
    exact: true
  },
  hints: [`^ (?:${COLUMNS})(?= {2,}|$)`]
} satisfies Partial<Composer>

/** Gemini CLI: a box between two half-block bands below a status row and a mode row, dialogs in its place. */
export const gemini: Profile = {
  id: "gemini",
  aliases: ["gemini-cli"],
  composers: [
    {
      id: "bands",
      ...seen,
      ...box,
      ...table,
      shape: "edges",
      top: "^[▄▀]{10,}$",
      bottom: "^[▄▀]{10,}$",
      sameWidth: true,
      glyphColumn: 1,
      textColumn: 3,
      margin: 2,
      wordWrap: true
    },
    {
      id: "rules",
      ...seen,
      ...box,
      ...table,
      shape: "edges",
      top: "^─{10,}$",
      bottom: "^─{10,}$",
      sameWidth: true,
      glyphColumn: 1,
      textColumn: 3,
      margin: 2,
      wordWrap: true
    },
    // with 16 colours the bands are blank rows
    {
      id: "bare",
      ...seen,
      ...box,
      ...table,
      shape: "blank",
      head: { ...box.head, required: true },
      glyphColumn: 1,
      textColumn: 3,
      margin: 2,
      wordWrap: true
    },
    {
      id: "frame",
      captured: true,
      versions: ["0.20.0"],
      ...box,
      shape: "edges",
      top: "^╭─{10,}╮$",
      bottom: "^╰─{10,}╯$",
      sameWidth: true,
      glyphColumn: 2,
      textColumn: 4,
      margin: 2,
      wordWrap: true,
      hints: ["\\(see /docs\\)", "\\(\\d{1,3}%(?: context left)?\\)", "^ ?/model(?= )"],
      footer: {
        indent: 0,
        anchors: [
          "^ ?(?:\\[[A-Z]+\\] )?(?:~|/|\\.\\.\\.)\\S*.{0,200}(?:no sandbox|untrusted|Seatbelt|gemini-\\d|/model )"
        ],
        after: ["^ {0,2}(?:\\(|gemini-|/model|no sandbox|\\|)"],
        required: true,
        exact: true
      }
    }
  ],
  sides: "│",
  sentOpens: true,
  openers: ["^ {0,1}╭─{8,}╮$"],
  entries: ["^[✦✕ℹ] ", "^[▄▀]{10,}$", "^ ?> \\S"],
  choices: { ...seen, markers: "●" },
  dialogs,
  marks: [
    { id: "spinner", ...seen, role: "working", row: "^ ?[⠀-⣿]" },
    {
      id: "spinner-ascii",
      ...told,
      role: "working",
      row: "^ ?[^ >*!✦✕ℹ│╭╰].{0,200}\\(esc to cancel(?:,|\\))"
    },
    { id: "shell-waits", ...told, role: "working", row: "^ {1,2}! Shell awaiting input\\b" },
    { id: "help-panel", ...seen, role: "chrome", row: HELP },
    {
      id: "mode-row",
      ...seen,
      role: "chrome",
      row: "^ {1,3}(?:(?:plan|auto-accept edits|YOLO|manual) )?(?:[Ss]hift\\+[Tt]ab to |[Cc]trl\\+[Yy](?: |$))"
    },
    { id: "aside", ...seen, role: "chrome", row: "^ {16,}\\S" },
    {
      id: "toast",
      ...seen,
      role: "chrome",
      row: "^ ?(?:Press (?:Ctrl|Esc|Tab|Alt|Cmd|Option)\\b|Context: |Using: |\\? for shortcuts$)"
    },
    { id: "queue-head", ...seen, role: "chrome", row: "^ {2}Queued \\(press .{1,20} to edit\\):" },
    { id: "queued", ...seen, role: "queued", row: "^ {4}\\S", whole: "^Queued \\(press " },
    { id: "failure-hint", ...seen, role: "chrome", row: "^ℹ This request failed\\b" },
    { id: "interrupted", ...seen, role: "interrupted", row: "^ℹ Request cancelled\\b" },
    {
      id: "limit-hit",
      ...told,
      role: "limit",
      row: "^✕ ",
      block:
        "^✕ .{0,200}(?:[Uu]sage limit reached|exceeded your current quota|quota limit|[Dd]aily (?:quota|limit)|Quota exceeded)"
    },
    {
      id: "error-auth",
      ...seen,
      role: "error",
      row: "^✕ ",
      block:
        '^✕ .{0,300}(?:API key not valid|API_KEY_INVALID|UNAUTHENTICATED|PERMISSION_DENIED|"code": ?40[13]\\b|status: ?40[13]\\b|[Aa]uthenticat|re-?authenticate)',
      error: "auth"
    },
    {
      id: "error-overloaded",
      ...told,
      role: "error",
      row: "^✕ ",
      block:
        '^✕ .{0,300}(?:overloaded|UNAVAILABLE|RESOURCE_EXHAUSTED|"code": ?(?:429|503|529)\\b|high demand)',
      error: "overloaded"
    },
    {
      id: "error-server",
      ...told,
      role: "error",
      row: "^✕ ",
      block: '^✕ .{0,300}(?:"code": ?5\\d\\d\\b|INTERNAL|[Ii]nternal (?:server )?error)',
      error: "server"
    },
    {
      id: "error-connection",
      ...told,
      role: "error",
      row: "^✕ ",
      block: "^✕ .{0,300}(?:fetch failed|ECONN|ENOTFOUND|ETIMEDOUT|[Nn]etwork|[Cc]onnection|timed out)",
      error: "connection"
    },
    { id: "error-api", ...seen, role: "error", row: "^✕ \\[API Error", error: "other" },
    { id: "notice-row", ...seen, role: "content", row: "^[ℹ⚠✕] " },
    { id: "banner", ...seen, role: "start", row: "^ {0,2}(?:▝▜▄|Gemini CLI v\\d)" },
    {
      id: "sent-command",
      ...seen,
      role: "content",
      row: "^[▄▀]{10,}$",
      whole: "[▄▀]{10,} > [/?][^▄▀]{0,400}[▄▀]{10,}[^▄▀]*$"
    },
    { id: "sent-command-bare", ...seen, role: "content", row: "^ ?> [/?]" },
    { id: "answer", ...seen, role: "content", row: "^(?:✦ |[╭╰│]|Tips for getting started)" },
    { id: "sent", ...seen, role: "sent", row: "^(?:[▄▀]{10,}$| ?[>*!] \\S)" }
  ],
  signs: [
    { id: "help-panel", ...seen, kind: "overlay", at: "above", row: HELP },
    // the failure itself may have scrolled out
    {
      id: "failure-hint",
      ...seen,
      kind: "error",
      at: "above",
      row: "^ℹ This request failed\\b",
      error: "other"
    },
    {
      id: "vim-normal",
      ...told,
      kind: "idle",
      at: "ghost",
      row: "^ *Press ['’]i['’] for"
    },
    { id: "vim-footer", ...told, kind: "idle", at: "anchor", row: "^ ?\\[NORMAL\\]" },
    {
      id: "exit-asked",
      ...told,
      kind: "idle",
      at: "above",
      row: "^ ?Press (?:Ctrl\\+[CD]|Esc) again\\b"
    }
  ],
  titles: { working: ["^[✦⏲] "], idle: ["^◇ "], overlay: ["^✋ "], turnHidden: false },
  exits: ["^│? *To resume this session: ", "^│? *Agent powering down\\b", "^│? *Interaction Summary\\b"],
  extractors: [
    {
      id: "footer-auto",
      ...seen,
      at: "footer",
      row: "/model\\b.* {3,}(Auto)(?: \\([^)]{1,30}\\))?(?: {2,}|$)",
      model: "Gemini {1}"
    },
    {
      id: "footer-model",
      ...told,
      at: "footer",
      row: "(?: {2,}|/model )gemini-(\\d[\\d.]{0,8})-(pro|flash-lite|flash)(?:-[a-z\\d-]{1,30})?(?:[ ]|$)",
      model: "Gemini {2:title}",
      version: "{1}"
    },
    {
      id: "context-used",
      ...told,
      at: "footer",
      row: "(?: {2,}|\\()(\\d{1,3})% (?:context )?used(?:\\)| {2,}|$)",
      contextUsed: "{1}"
    },
    {
      id: "context-left",
      ...told,
      at: "footer",
      row: "(?: {2,}|\\(|/model \\S+ )(\\d{1,3})% (?:context )?left(?:\\)| |$)",
      contextLeft: "{1}"
    }
  ],
  background: ["\\b([1-9]\\d*) [Bb]ackground (?:shell|task|process(?:es)?|command)s?\\b"],
  resets: ["[Rr]esets? (?:at|in) ([^.│]{1,40}?)(?:\\.|│|$| {2})", "Access resets at ([^.]{1,40})\\."]
}
