import type { Profile } from "../profile.ts"
import { dialogs } from "./qwen-dialogs.ts"

const seen = { captured: true, versions: ["0.15.10"] } as const
const told = { captured: false } as const

/** What the banner's picture is made of. */
const PICTURE = "[ █▄▀▌▐╔╗╚╝═║░▒▓]*"

/** The banner's row above the one that names the model: its title, or its blank row beside the picture. */
const BANNER = `^(?:${PICTURE}│? *>_ Qwen Code \\(v|[ █▄▀╔╗╚╝═║]{12,}│ +│$)`

/** Qwen Code: a box between two rules, a spinner row above it while a turn runs, dialogs in its place. */
export const qwen: Profile = {
  id: "qwen",
  aliases: ["qwen-code"],
  composers: [
    {
      id: "box",
      ...seen,
      shape: "edges",
      top: "^─{10,}(?: .{1,60} ─{1,4})?$",
      bottom: "^─{10,}$",
      sameWidth: true,
      glyphs: [
        { char: ">", mode: "prompt" },
        { char: "*", mode: "prompt" },
        { char: "!", mode: "shell" }
      ],
      glyphColumn: 0,
      textColumn: 2,
      share: 0.9,
      margin: 3,
      wordWrap: true,
      ghost: { faint: false, firstInverse: true },
      hints: [
        "^ {2}(?:\\? for shortcuts|Enter to steer|-- [A-Z]+ --)",
        "\\((?:shift ?\\+ ?)?tab to cycle\\)",
        "^ {2}.{1,60}\\(esc to disable\\)"
      ],
      emptyWords: [
        "^Typeyourmessageor@path/to/file$",
        "^Press['’]i['’]forINSERTmode\\.?$",
        "^Press['’]Esc['’]forNORMALmode\\.?$"
      ],
      folds: ["\\[Pasted (?:Text|Content):? ?[^\\]]{1,40}\\]", "\\[Image [^\\]]{1,60}\\]"],
      footer: {
        indent: 2,
        anchors: [
          "^ {2}\\? for shortcuts(?: |$)",
          "^ {2}\\S.{0,60}\\((?:shift ?\\+ ?)?tab to cycle\\)",
          "^ {2}\\S.{0,60}\\(esc to disable\\)",
          "^ {2}-- (?:INSERT|NORMAL) --",
          "^ {2}Enter to steer · ",
          "^ {2}Press (?:Ctrl\\+[CD]|Esc) again to "
        ],
        after: ["^ {2}\\S.{0,80}\\d%", "^ {2}(?:docker|seatbelt|Debug Mode|⚠ )", "^ {12,}\\S"]
      }
    },
    {
      id: "older-box",
      captured: true,
      versions: ["0.5.0"],
      shape: "edges",
      top: "^(?:─{10,}|╭─{10,}╮)$",
      bottom: "^(?:─{10,}|╰─{10,}╯)$",
      sameWidth: true,
      glyphs: [
        { char: ">", mode: "prompt" },
        { char: "*", mode: "prompt" },
        { char: "!", mode: "shell" }
      ],
      glyphColumn: 1,
      textColumn: 3,
      ghost: { faint: false, firstInverse: true },
      emptyWords: ["^Typeyourmessageor@path/to/file$"],
      footer: {
        indent: 0,
        anchors: ["^(?:~|/|\\.\\.\\.).{0,200} {2,}\\S.{0,120}\\(\\d{1,3}%(?: context left)?\\)"],
        after: ["^\\|", "^ {12,}\\S"],
        required: true,
        exact: true
      }
    }
  ],
  sides: "│",
  sentOpens: true,
  openers: ["^ {2}╭─{8,}╮$"],
  entries: ["^ {0,2}[✦◆✕ℹ●✓]\\ufe0e? ", "^ {0,2}[>$] \\S"],
  choices: { ...seen, markers: "›❯" },
  dialogs,
  marks: [
    { id: "spinner", ...seen, role: "working", row: "^ {0,2}[⠀-⣿] ?\\S" },
    {
      id: "spinner-timer",
      ...seen,
      role: "working",
      row: "^ {2}\\((?:\\d+[hms] ?){1,3}(?:· .{1,30} )?· [^()]{2,40}\\)$"
    },
    {
      id: "spinner-ascii",
      ...told,
      role: "working",
      row: "^ {2}(?:\\.{1,3}|[^\\s\\p{L}\\p{N}>│╭╰✦✕!?•-]) +\\S.{0,200}\\((?:\\d+[hms] ?){1,3}(?:· .{1,30} )?· [^()]{2,40}\\)$"
    },
    { id: "spinner-wrapped", ...seen, role: "working", row: "^ {12,}[^ ()]{1,20}\\)$" },
    { id: "scroll-bar", ...seen, role: "chrome", row: "^ {20,}[│█]$" },
    { id: "context-files", ...seen, role: "chrome", row: "^Using:" },
    { id: "queue-hint", ...seen, role: "chrome", row: "^ {2}Press ↑ to edit\\b" },
    {
      id: "queued",
      ...seen,
      role: "queued",
      row: "^ {2}\\S",
      whole: "Press ↑ to edit queued messages(?: ─|$)"
    },
    { id: "todo", ...told, role: "chrome", row: "^ {2,4}[○◐☐☒✓] .{1,200}$" },
    { id: "interrupted", ...seen, role: "interrupted", row: "^ {0,2}[ℹ●]\\ufe0e? ?Request cancelled\\b" },
    {
      id: "limit-hit",
      ...told,
      role: "limit",
      row: "^ {0,2}✕\\ufe0e? ",
      block:
        "^✕\\ufe0e? .{0,200}(?:[Qq]uota exceeded|[Uu]sage limit|exceeded your current quota|insufficient_quota|[Dd]aily (?:quota|limit))"
    },
    {
      id: "error-auth",
      ...seen,
      role: "error",
      row: "^ {0,2}✕\\ufe0e? ",
      block:
        "^✕\\ufe0e? .{0,160}(?:\\b40[13]\\b|[Ii]ncorrect API key|[Ii]nvalid API|[Uu]nauthorized|[Aa]uthenticat|[Tt]oken expired)",
      error: "auth"
    },
    {
      id: "error-overloaded",
      ...told,
      role: "error",
      row: "^ {0,2}✕\\ufe0e? ",
      block: "^✕\\ufe0e? .{0,160}(?:\\b429\\b|\\b503\\b|\\b529\\b|[Rr]ate limit|[Oo]verloaded|[Tt]hrottl)",
      error: "overloaded"
    },
    {
      id: "error-connection",
      ...seen,
      role: "error",
      row: "^ {0,2}✕\\ufe0e? ",
      block:
        "^✕\\ufe0e? .{0,160}(?:[Cc]onnection|fetch failed|ECONN|ENOTFOUND|ETIMEDOUT|[Nn]etwork|timed? ?out)",
      error: "connection"
    },
    {
      id: "error-server",
      ...told,
      role: "error",
      row: "^ {0,2}✕\\ufe0e? ",
      block: "^✕\\ufe0e? .{0,160}(?:\\b5\\d\\d\\b|[Ii]nternal server error)",
      error: "server"
    },
    { id: "error-api", ...seen, role: "error", row: "^ {0,2}✕\\ufe0e? \\[?API Error", error: "other" },
    { id: "banner", ...seen, role: "start", row: `^${PICTURE}[┌└│] ?(?:─|>_ )` },
    { id: "answer", ...seen, role: "content", row: "^ {0,2}(?:[✦◆✕ℹ●⚠]\\ufe0e? |[╭╰│])" },
    { id: "sent-command", ...told, role: "content", row: "^ {0,2}(?:> [/?]|\\$ )" },
    { id: "sent", ...seen, role: "sent", row: "^ {0,2}> " },
    // a message that waits, a tip: neither is an answer, so what stands above decides
    { id: "loose", ...seen, role: "chrome", row: "^ {2}[^ ]" }
  ],
  signs: [
    { id: "steer", ...told, kind: "working", at: "footer", row: "^ {2}Enter to steer · " },
    {
      id: "starting",
      ...told,
      kind: "working",
      at: "footer",
      row: "^ {2}[⠀-⣿] \\S"
    },
    {
      id: "exit-asked",
      ...told,
      kind: "idle",
      at: "footer",
      row: "^ {2}Press (?:Ctrl\\+[CD]|Esc) again to "
    },
    { id: "vim-normal", ...told, kind: "idle", at: "footer", row: "^ {2}-- NORMAL --" },
    { id: "vim-ghost", ...told, kind: "idle", at: "ghost", row: "^ *Press ['’]i['’] for" }
  ],
  titles: { working: ["^[◐◓◑◒]\\ufe0e? "], idle: [], overlay: ["^✳\\ufe0e? "], turnHidden: false },
  exits: [
    "^ *│? *To (?:resume|continue) this session\\b",
    "^ *│? *Agent powering down\\b",
    "^ *│? *Interaction Summary\\b"
  ],
  extractors: [
    {
      id: "banner",
      ...seen,
      at: "banner",
      under: BANNER,
      row: `^${PICTURE}│? *[^|│]{2,40} \\| ([A-Za-z][\\w.:/-]{1,60}) *(?:\\(/model\\b|$)`,
      model: "{1}"
    },
    {
      id: "banner-qwen",
      ...seen,
      at: "banner",
      under: BANNER,
      row: `^${PICTURE}│? *[^|│]{2,40} \\| [Qq]wen-?(\\d[\\d.]{0,8})-([a-z]+)(?:-([a-z]+))?[\\w.-]{0,40} *(?:\\(/model\\b|$)`,
      model: "Qwen {2:title} {3:title}",
      version: "{1}"
    },
    {
      id: "older-footer",
      ...seen,
      at: "footer",
      row: " {2,}([A-Za-z][\\w.:/-]{1,60}) \\((\\d{1,3})%(?: context left)?\\)",
      model: "{1}",
      contextLeft: "{2}"
    },
    {
      id: "older-footer-qwen",
      ...seen,
      at: "footer",
      row: " {2,}[Qq]wen-?(\\d[\\d.]{0,8})-([a-z]+)(?:-([a-z]+))?[\\w.-]{0,40} \\(\\d{1,3}%",
      model: "Qwen {2:title} {3:title}",
      version: "{1}"
    },
    {
      id: "context-used",
      ...told,
      at: "footer",
      row: "(?:^| )\\(?(\\d{1,3}(?:\\.\\d)?)% (?:context )?used\\b",
      contextUsed: "{1}"
    },
    {
      id: "context-left",
      ...told,
      at: "footer",
      row: "(?:^| )\\(?(\\d{1,3}(?:\\.\\d)?)% (?:context )?left\\b",
      contextLeft: "{1}"
    }
  ],
  background: ["(?:^ {2}| )([1-9]\\d*) (?:background )?(?:shell|agent|task|monitor)s?\\b"],
  resets: ["[Rr]esets? (?:at|in) ([^.│]{1,40}?)(?:\\.|│|$| {2})"]
}
