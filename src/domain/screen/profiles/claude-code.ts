import type { Profile } from "../profile.ts"
import { dialogs } from "./claude-code-dialogs.ts"

const seen = { captured: true, versions: ["2.1.332"] } as const
const told = { captured: false } as const

/** The spinner's frames, and the mark that stays when a turn is over. */
const SPIN = "[·✢✳✶✻✽*∗]"

/** What the banner's picture is made of. */
const BLOCK = "[▐▝▛▜█▘▀▄▌▖▗▙▟▚▞]"

const WORDS = "low|medium|high|xhigh|max|minimal|auto|ultra|none|default"

/** Claude Code: a box between two rules, dialogs in its place, a turn also in the title. */
export const claudeCode: Profile = {
  id: "claude-code",
  aliases: ["claude"],
  composers: [
    {
      id: "box",
      ...seen,
      shape: "edges",
      top: "^─{10,}(?: .{1,60} ─{1,})?$",
      topClipped: "^─{1,6} ↑ \\d+ more ─+$",
      bottom: "^─{10,}$",
      sameWidth: true,
      glyphs: [
        { char: "❯", mode: "prompt" },
        { char: "!", mode: "shell" },
        { char: "#", mode: "other" }
      ],
      glyphColumn: 0,
      textColumn: 2,
      ghost: { faint: true, firstInverse: true },
      placeholders: [
        '^Try "',
        "^Press up to edit queued messages$",
        "^(?:Once fixed, r|R)esend your message(?: to try again)?$"
      ],
      folds: [
        "\\[Pasted text #\\d+(?: \\+\\d+ lines?)?\\]",
        "\\[Image #\\d+\\]",
        "\\[\\.\\.\\.Truncated text #\\d+"
      ],
      footer: {
        indent: 2,
        anchors: [
          "^ {2}(?:-- [A-Z ]+ -- ?)?(?:⏸|⏵⏵|⏵)(?: |$)",
          "^ {2}(?:-- [A-Z ]+ -- ?)?(?:\\? for(?: sh| {2}|$)|esc to in|← for a|ctrl\\+t to (?:hide|show)|\\d+ (?:shell|monitor|agent|task)s?\\b)",
          "^ {2}-- [A-Z ]+ --$",
          `(?:^ {2}| {3,})(?:[◐◓◑◒●◯○◉◕◔] )?(?:${WORDS}) · /effort$`,
          "^ {2}! for (?:shell|bash) mode$"
        ],
        after: [
          "^ {2}[●◯○◉⏺] ",
          "^ {6,}\\S",
          "^ {2}(?:shortcuts|interrupt)\\b",
          "^ {2}[↑↓] ",
          "^ {2,}(?:✗ )?(?:Claude Code has |Failed to |Update |Auto-update|Context (?:left|low)|Approaching |You['’]ve used |\\d+ MCP |MCP )"
        ],
        never: ["^ {1,4}Enter to confirm · Esc to (?:cancel|exit)$"],
        emptyHint: ["\\? for sh", "esc to in"],
        status: ["^ {2}\\S.*(?:\\d%|\\$\\d|(?:Opus|Sonnet|Haiku|Fable) \\d)"],
        hidesTurn: ["^ {2}-- [A-Z ]+ --"]
      }
    }
  ],
  openers: ["^─{10,}$", "^▔{10,}$", "^╭─{10,}╮$"],
  entries: ["^[●⏺] ", "^❯ (?!\\d+\\. |[☐☒✔←])", "^[✢✳✶✻✽] "],
  choices: { ...seen, markers: "❯" },
  dialogs,
  marks: [
    { id: "effort-row", ...seen, role: "chrome", row: `^ {4,}(?:[◐◓◑◒●◯○◉◕◔] )?(?:${WORDS}) · /effort$` },
    { id: "aside", ...seen, role: "chrome", row: "^ {30,}\\S" },
    { id: "editor-hint", ...seen, role: "chrome", row: "^ {6,}ctrl\\+g to edit in " },
    { id: "warning", ...seen, role: "chrome", row: "^ {2}⚠ " },
    { id: "task-count", ...seen, role: "chrome", row: "^ {2}\\d+(?:/\\d+)? tasks?\\b" },
    { id: "task", ...seen, role: "chrome", row: "^ {2,6}(?:⎿ *)?[✔◼◻☐☒] " },
    { id: "more-tasks", ...told, role: "chrome", row: "^ {2,6}(?:…|\\.\\.\\.) ?\\+\\d+ " },
    { id: "tip", ...seen, role: "chrome", row: "^ {2}⎿ +(?:Tip|Next): " },
    { id: "queued-hint", ...seen, role: "chrome", row: "^ {2}⎿ +Queued · " },
    { id: "limit-command", ...told, role: "chrome", row: "^❯ /rate-limit-options" },
    { id: "queued-plain", ...seen, role: "queued", row: "^ {2}❯ (?!\\d+\\. )" },
    { id: "queued", ...seen, role: "queued", row: "^❯ ", block: "^❯ .{0,900} ⎿ +Queued · " },
    {
      id: "retry",
      ...seen,
      role: "working",
      row: `^(?:${SPIN}| {2}⎿) `,
      block: "^(?:.{0,200} )?[Rr]etrying in \\d+ ?s"
    },
    {
      id: "spinner",
      ...seen,
      role: "working",
      row: `^${SPIN} [^…]{1,120}… ?(?:\\d{1,4}/\\d{1,4} ?)?(?:\\(.{0,200})?$`
    },
    {
      id: "spinner-wrapped",
      ...told,
      role: "working",
      row: "^[✢✳✶✻✽] (?!\\S+ for \\d)[^…]{24,}$",
      block: "^[^…]{24,400}… ?\\((?:\\d|esc|ctrl)"
    },
    { id: "background-wait", ...seen, role: "working", row: `^${SPIN} Waiting for \\d+ .{1,60} to finish` },
    {
      id: "tool-timer",
      ...told,
      role: "working",
      row: "^ {2}⎿ +[^…]{1,80}… \\((?:\\d+[hms] ?){1,3}(?:[)·]| ·)"
    },
    { id: "turn-end", ...seen, role: "end", row: `^${SPIN} \\S+ for \\d+[hms]` },
    { id: "interrupted", ...seen, role: "interrupted", row: "^ {2}⎿ +Interrupted\\b" },
    {
      id: "limit-hit",
      ...seen,
      role: "limit",
      row: "^(?: {2}⎿ +|[●⏺] )(?:You['’]ve (?:hit|reached) your|You['’]re out of|.{1,30}limit reached\\b|Usage limit reached)",
      block: "(?:limit|usage|credits)\\b"
    },
    {
      id: "limit-429",
      ...seen,
      role: "limit",
      row: "^[●⏺] API Error: ",
      block: "^[●⏺] API Error: .{0,40}\\b429\\b.{0,80}\\b(?:account's rate limit|usage limit)"
    },
    {
      id: "error-connection",
      ...told,
      role: "error",
      row: "^(?:[●⏺]| {2}⎿) +(?:API Error: )?.{0,40}(?:[Cc]onnection (?:error|refused|reset|closed)|ECONN|ENOTFOUND|ETIMEDOUT|fetch failed|[Uu]nable to connect|Request timed out)",
      error: "connection"
    },
    {
      id: "error-overloaded",
      ...seen,
      role: "error",
      row: "^(?:[●⏺]| {2}⎿) +API Error: ",
      block: "API Error: .{0,60}(?:529|[Oo]verloaded|429)",
      error: "overloaded"
    },
    {
      id: "error-auth",
      ...seen,
      role: "error",
      row: "^(?:[●⏺]| {2}⎿) +(?:API Error: (?:401|403)|Invalid API key|Please run /login|OAuth (?:token|session)|Not logged in|Invalid auth|Authentication)",
      error: "auth"
    },
    {
      id: "error-server",
      ...seen,
      role: "error",
      row: "^(?:[●⏺]| {2}⎿) +API Error: ?(?:\\()?5\\d\\d\\b",
      error: "server"
    },
    { id: "error-api", ...seen, role: "error", row: "^(?:[●⏺]| {2}⎿) +API [Ee]rror\\b", error: "other" },
    {
      id: "error-request",
      ...seen,
      role: "error",
      row: "^ {2}⎿ +(?:Credit balance (?:is )?too low|Prompt is too long|Context limit reached)",
      error: "other"
    },
    { id: "result", ...seen, role: "detail", row: "^ {2}⎿ " },
    { id: "banner", ...seen, role: "start", row: `^ ?${BLOCK}{2,}(?: |$)` },
    { id: "answer", ...seen, role: "content", row: "^[●⏺] " },
    { id: "sent", ...seen, role: "sent", row: "^[❯>!#] " }
  ],
  signs: [
    { id: "agent-timer", ...seen, kind: "working", at: "footer", row: "^ {2}[◯○◉●] .*\\d[hms] · [↑↓]" },
    {
      id: "footer-working",
      ...seen,
      kind: "working",
      at: "anchor",
      row: "(?:^ {2}| · )(?:(?:esc|ctrl\\+c) to interrupt\\b|esc[a-z ]{0,14}…$)"
    },
    {
      id: "help-list",
      ...seen,
      kind: "overlay",
      at: "footer",
      row: "^ {2}(?:! for|/ for c|@ for f).{1,60}(?:esc to|shift\\+tab|ctrl\\+|double tap|tab to)"
    },
    {
      id: "search",
      ...seen,
      kind: "overlay",
      at: "footer",
      row: "^ {2}(?:(?:search )?(?:prompts|history):|search(?: {3}|$)|no matching prompt:)"
    },
    {
      id: "list-open",
      ...told,
      kind: "overlay",
      at: "footer",
      emptyOnly: true,
      row: "^ {2}(?:❯ )?/[a-z][\\w:-]*(?: {2,}|…)"
    },
    {
      id: "agents-composer",
      ...seen,
      kind: "overlay",
      at: "footer",
      row: "^ {2}enter to (?:return|open|reply)"
    },
    {
      id: "key-hints",
      ...told,
      kind: "overlay",
      at: "footer",
      row: "(?:^ {2}| · )(?:[Ee]sc to (?:close|go back|exit|dismiss)|Enter to (?:select|confirm|use))\\b"
    },
    {
      id: "limit-footer",
      ...seen,
      kind: "limit",
      at: "footer",
      row: "^ {2}⚠ (?:Usage|Session|Weekly) limit reached"
    },
    {
      id: "queue-ghost",
      ...seen,
      kind: "working",
      at: "ghost",
      row: "^Press up to edit queued messages"
    },
    { id: "error-ghost", ...seen, kind: "error", at: "ghost", row: "[Rr]esend your message", error: "other" },
    { id: "vim-normal", ...told, kind: "idle", at: "anchor", row: "-- (?!INSERT)[A-Z ]+ --" }
  ],
  titles: { working: ["^[⠀-⣿◐-◓] "], idle: ["^✳ "], overlay: [" · claude agents$"], turnHidden: false },
  exits: ["^Resume this session with:", "^claude .{0,80}--resume "],
  extractors: [
    {
      id: "banner",
      ...seen,
      at: "banner",
      row: `^ ?${BLOCK}{2,} +(?:[^·]{0,40} )?(Opus|Sonnet|Haiku|Fable) (\\d[\\d.]{0,11})(?: with (\\w+) effort)?(?: |$)`,
      model: "Claude {1}",
      version: "{2}",
      effort: "{3}"
    },
    {
      id: "model-command",
      ...seen,
      at: "banner",
      under: "^❯ /model\\b",
      clears: true,
      row: "^ {2}⎿ +(?:.{0,60}?\\b(Opus|Sonnet|Haiku|Fable) (\\d[\\d.]{0,11}))?",
      model: "Claude {1}",
      version: "{2}"
    },
    {
      id: "status-line",
      ...seen,
      at: "footer",
      row: "^ {2}.{0,80}?\\b(Opus|Sonnet|Haiku|Fable) (\\d[\\d.]{0,11})\\b",
      model: "Claude {1}",
      version: "{2}"
    },
    {
      id: "banner-box",
      ...told,
      at: "banner",
      row: "^│ {1,40}(Opus|Sonnet|Haiku|Fable) (\\d[\\d.]{0,11})(?: with (\\w+) effort)? · ",
      model: "Claude {1}",
      version: "{2}",
      effort: "{3}"
    },
    { id: "effort-row", ...seen, at: "above", row: `(?:^|\\s)(${WORDS}) · /effort$`, effort: "{1}" },
    { id: "effort-footer", ...seen, at: "footer", row: `\\s(${WORDS}) · /effort$`, effort: "{1}" },
    {
      id: "context-line",
      ...seen,
      at: "footer",
      row: "\\b(?:ctx|[Cc]ontext)(?: left)?(?: until auto-compact)?:? \\(?(\\d{1,3})%(?= left| remaining|[ )|]|$)(?! used)",
      contextLeft: "{1}"
    }
  ],
  background: [
    `^${SPIN} Waiting for ([1-9]\\d*) background (?:agent|task|shell|command)s? `,
    "(?:^ {2}| · )([1-9]\\d*) (?:shell|monitor|agent|MCP task|background task|task)s?\\b(?! done)"
  ],
  resets: [
    "\\bresets? (?:at )?([^·|]{1,40}?\\([^)]{1,40}\\))",
    "\\bresets? (?:at )?([^·|●]{1,40}?(?:[ap]m|\\d:\\d\\d))\\b"
  ]
}
