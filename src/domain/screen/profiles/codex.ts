import type { Profile } from "../profile.ts"

const seen = { captured: true, versions: ["0.171.0"] } as const
const told = { captured: false } as const

const EFFORTS = "none|minimal|low|medium|high|xhigh|max|default|auto|ultra"

/** Codex: a box of blank rows above a status row, dialogs in its place, a streaming turn only in the title. */
export const codex: Profile = {
  id: "codex",
  aliases: ["codex-cli", "openai-codex"],
  composers: [
    {
      id: "box",
      ...seen,
      shape: "blank",
      glyphs: [
        { char: "›", mode: "prompt" },
        { char: "!", mode: "shell" }
      ],
      glyphColumn: 0,
      textColumn: 2,
      cursorShown: true,
      neverBare: true,
      ghost: { faint: true, firstInverse: false },
      placeholders: ["^Ask Codex to do anything$"],
      folds: ["\\[Pasted Content \\d+ chars\\]", "\\[Image #?\\d*\\]"],
      footer: {
        indent: 2,
        anchors: [
          `^ {2}(?:[Gg][Pp][Tt]-|o\\d|codex-)\\S*(?: [A-Za-z]+)? (?:${EFFORTS})(?: |$)`,
          "^ {2}(?:[Gg][Pp][Tt]-|codex-)\\S+",
          "^ {2}\\S.* · (?:~|/)",
          "^ {2}(?:› )?/[a-z][\\w:-]* {2,}\\S",
          "^ {2}.{0,200}\\b[Cc]ontext \\d{1,3}% (?:left|used)",
          "^ {2}(?:.*(?:← for agents|\\? for shortcuts|f2 to view| · f2$|Plan mode|context left))",
          // transient hints take the status row's place
          "^ {2}(?:esc (?:again|esc) to edit|ctrl ?\\+ ?c again to)\\b",
          "^ {2}(?:/ for commands|@ for file paths)"
        ],
        after: ["^ {2}"],
        required: true,
        emptyHint: ["← for a", "\\? for sh"],
        // Esc would have ended a turn
        atRest: ["^ {2}esc (?:again|esc) to edit\\b"]
      }
    }
  ],
  openers: [],
  entries: ["^[•◦■] ", "^› (?!\\d+\\. )", "^ {2}Worked for ", "^─ Worked for "],
  choices: { ...seen, markers: "›>", styled: true },
  dialogs: [
    {
      id: "trust-folder",
      ...seen,
      kind: "trust",
      any: [
        "trust this folder?",
        "do you trust the contents of this",
        "do you trust the files in this",
        "allow codex to work in this folder"
      ],
      rows: ["^ *[›>❯] ?\\d+\\. "]
    },
    {
      id: "trust-hooks",
      ...told,
      kind: "trust",
      any: ["hooks need review", "hook needs review"],
      rows: ["^ *[›>❯] ?\\d+\\. "]
    },
    {
      id: "permission",
      ...seen,
      kind: "permission",
      any: [
        "would you like to run the following",
        "would you like to make the following",
        "would you like to grant",
        "would you like to allow",
        "do you want to approve",
        "allow command?",
        "needs your approval"
      ],
      rows: ["^ *[›❯] ?\\d+\\. "],
      tail: ["(?:[Ee]nter to confirm or (?:esc.{0,10})?|\\(esc\\)|\\((?:y|n|a|p)\\))$"]
    },
    {
      id: "permission-options",
      ...seen,
      kind: "permission",
      says: ["yes, proceed", "tell codex what to do differently"],
      rows: ["^ *[›❯] ?\\d+\\. "],
      tail: ["[Ee]nter to confirm or (?:esc.{0,10})?$"]
    },
    {
      id: "plan-approval",
      ...seen,
      kind: "plan",
      says: ["implement this plan?"],
      rows: ["^ *[›❯] ?\\d+\\. "]
    },
    {
      id: "question",
      ...seen,
      kind: "question",
      any: ["enter to submit answer", "enter to submit all", "to clear notes"],
      anyRow: ["^ *[›❯]? ?\\d+\\. ", "^ {2}Question \\d+/\\d+", "^ {2}option \\d+/\\d+", "^ +› "]
    },
    {
      id: "question-unanswered",
      ...told,
      kind: "question",
      any: ["submit with unanswered questions", "unanswered question"],
      rows: ["^ *[›❯] ?\\d+\\. "]
    },
    {
      id: "notice-update",
      ...told,
      kind: "notice",
      any: ["update available", "update now"],
      rows: ["^ *[›>❯] ?\\d+\\. "],
      tail: ["(?:[Pp]ress )?enter (?:to )?continue.{0,60}$"]
    },
    {
      id: "notice-login",
      ...seen,
      kind: "notice",
      any: [
        "sign in with chatgpt",
        "sign in another way",
        "use an openai api key",
        "device code",
        "paste or type your api key"
      ],
      anyRow: ["^ *[›>❯] ?\\d+\\. ", "^ {2}Press (?:enter|esc) to "]
    },
    {
      id: "notice-warnings",
      ...seen,
      kind: "notice",
      rows: ["^ {2}Warnings · \\d+ of \\d+"],
      tail: ["esc dismiss"]
    },
    {
      id: "notice-model",
      ...told,
      kind: "notice",
      any: ["approaching rate limits", "codex just got an upgrade", "introducing gpt", "try new model"],
      rows: ["^ *[›>❯] ?\\d+\\. "]
    },
    {
      id: "menu",
      ...seen,
      kind: "overlay",
      tail: [
        "(?:enter|↵) (?:select|open|confirm).{0,60}esc (?:back|close|cancel)$",
        "esc (?:back|close|cancel|quit)$",
        "[Ee]sc to (?:go back|close|cancel|dismiss)\\.?$",
        "q (?:to quit|close).{0,120}$",
        "customize shortcuts with /keymap$",
        "[Ee]nter to confirm.{0,40}$"
      ]
    },
    {
      id: "command-center",
      ...seen,
      kind: "overlay",
      any: ["agent command center"],
      not: ["trust this folder"]
    }
  ],
  marks: [
    { id: "background-row", ...seen, role: "chrome", row: "^ {2}[1-9]\\d* background terminals? running\\b" },
    {
      id: "queue-hint",
      ...seen,
      role: "chrome",
      row: "^ {4}(?:shift|alt|ctrl|⌥|⇧)?\\+?\\S{1,3} edit (?:last )?queued"
    },
    { id: "queued", ...seen, role: "queued", row: "^ {2}↳ " },
    {
      id: "queue-head",
      ...seen,
      role: "chrome",
      row: "^• (?:Queued follow-up inputs|Messages to be submitted after)"
    },
    {
      id: "working",
      ...seen,
      role: "working",
      row: '^[•◦] [^("“]{1,60}\\((?:\\d+[hms] ?){1,3} •',
      block: '^[•◦] [^("“]{1,60}\\((?:\\d+[hms] ?){1,3} • esc to interrupt\\)(?:$| [·└]| \\d+ background)'
    },
    {
      id: "servers-start",
      ...told,
      role: "working",
      row: '^[•◦] [^("“]{1,40}\\(\\d{1,3}/\\d{1,3}\\)',
      block: '^[•◦] [^("“]{1,40}\\(\\d{1,3}/\\d{1,3}\\).{0,200}\\((?:\\d+[hms] ?){1,3} • esc to interrupt\\)$'
    },
    { id: "turn-end", ...seen, role: "end", row: "^ {2}Worked for [<\\d]", faint: true },
    { id: "turn-end-rule", ...told, role: "end", row: "^─+ Worked for [<\\d]" },
    { id: "interrupted", ...seen, role: "interrupted", row: "^■ Conversation interrupted\\b" },
    {
      id: "limit-hit",
      ...seen,
      role: "limit",
      row: "^■ ",
      block:
        "^■ (?:You['’]ve (?:hit|reached) your (?:\\S+ )?(?:usage )?limit|Quota exceeded|You['’]re out of)"
    },
    {
      id: "error-auth",
      ...seen,
      role: "error",
      row: "^■ ",
      block:
        "^■ .{0,80}(?:\\b401\\b|\\b403\\b|[Uu]nauthorized|[Ii]ncorrect API key|[Ss]igned out|log in again|[Rr]efresh token)",
      error: "auth"
    },
    {
      id: "error-overloaded",
      ...seen,
      role: "error",
      row: "^■ ",
      block: "^■ .{0,120}(?:at capacity|high demand|overloaded|429 Too Many|\\b529\\b|\\b503\\b)",
      error: "overloaded"
    },
    {
      id: "error-connection",
      ...told,
      role: "error",
      row: "^■ ",
      block: "^■ .{0,120}(?:[Cc]onnection|stream disconnected|error sending request|timed out|[Nn]etwork)",
      error: "connection"
    },
    {
      id: "error-server",
      ...seen,
      role: "error",
      row: "^■ ",
      block: "^■ .{0,120}(?:\\b5\\d\\d\\b|[Ii]nternal server error)",
      error: "server"
    },
    {
      id: "error-capacity",
      ...seen,
      role: "error",
      row: "^⚠ ",
      block: "^⚠ (?:Selected model is at capacity|.{0,60}\\bexceeded retry limit)",
      error: "overloaded"
    },
    { id: "error", ...seen, role: "error", row: "^■ ", error: "other" },
    { id: "result", ...seen, role: "detail", row: "^ {2}└ " },
    { id: "banner", ...seen, role: "start", row: "^ {2}>_ OpenAI Codex \\(" },
    { id: "banner-box", ...told, role: "start", row: "^│ >_ OpenAI Codex \\(" },
    { id: "answer", ...seen, role: "content", row: "^[•◦] " },
    { id: "sent", ...seen, role: "sent", row: "^[›!] " }
  ],
  signs: [
    { id: "browsing", ...seen, kind: "overlay", at: "footer", row: "^ {2}Browsing\\b" },
    {
      id: "key-hints",
      ...seen,
      kind: "overlay",
      at: "footer",
      row: "^ {2}\\S.{0,120}(?:[↑↓]/?[↑↓]| · ↵ |\\besc (?:back|close|cancel|exit|quit|clear)\\b| · esc$)"
    },
    {
      id: "transcript",
      ...told,
      kind: "overlay",
      at: "footer",
      row: "^ {2}(?:↑/↓ to scroll|q to quit|esc to edit prev)"
    },
    { id: "search", ...told, kind: "overlay", at: "footer", row: "^ {2}reverse-i-search\\b" },
    {
      id: "help-list",
      ...seen,
      kind: "overlay",
      at: "footer",
      row: "^ {2}(?:/ for commands|! for shell|@ for file paths)"
    },
    {
      id: "command-center",
      ...told,
      kind: "overlay",
      at: "head",
      row: "^ {0,4}Agent [Cc]ommand [Cc]enter\\b"
    },
    {
      id: "list-below",
      ...told,
      kind: "overlay",
      at: "footer",
      emptyOnly: true,
      row: "^ {2}(?:› )?/[a-z][\\w:-]* {2,}\\S"
    },
    { id: "shell-mode", ...seen, kind: "overlay", at: "footer", row: "(?:^| )(?:Shell|Bash) mode(?: ·|$)" },
    { id: "queue-footer", ...seen, kind: "working", at: "footer", row: "^ {2}tab to queue message\\b" }
  ],
  titles: {
    working: ["^[⠀-⣿] "],
    idle: ["^(?!\\[ .? ?\\]|[^\\p{L}\\p{N}~/.] )[^⠀-⣿]+$"],
    own: [" \\| \\S"],
    place: ["(?:^|[\\s·])((?:~|/)[^·]{0,200}?)(?: ·|$| {2}| ←| \\?)"],
    overlay: ["^\\[ .? ?\\] Action Required\\b"],
    turnHidden: true
  },
  exits: ["^To continue this session, run", "^ {0,2}codex resume ", "^Token usage: total="],
  extractors: [
    {
      id: "status-row",
      ...seen,
      at: "footer",
      row: `^ {2}[Gg][Pp][Tt]-(\\d[\\d.]{0,11})(?:[- ](?!(?:${EFFORTS})\\b)([A-Za-z][\\w-]{0,30}))?(?: (${EFFORTS}))?(?: |$)`,
      model: "GPT {2:title}",
      version: "{1}",
      effort: "{3}"
    },
    {
      id: "context",
      ...seen,
      at: "footer",
      row: "(?:^ {2}| · )[Cc]ontext (\\d{1,3})% left(?: ·|$)",
      contextLeft: "{1}"
    },
    {
      id: "context-hint",
      ...told,
      at: "footer",
      row: "(?:^ {2}| )(\\d{1,3})% context left(?: |$)",
      contextLeft: "{1}"
    },
    {
      id: "plan-context",
      ...seen,
      at: "dialog",
      row: "\\d\\. Yes, clear context and implement\\b.{0,60}\\(current context: (\\d{1,3})% used\\)",
      contextUsed: "{1}"
    },
    {
      id: "quota",
      ...told,
      at: "footer",
      row: "(?:^ {2}| · )(5h|weekly|monthly) (\\d{1,3})%(?: left)?(?: ·| \\(|$)",
      quota: "{1}",
      quotaLeft: "{2}"
    }
  ],
  background: ["\\b([1-9]\\d*) background terminals? running"],
  resets: ["[Tt]ry again (?:at|in) ([^.]{1,40}[^.\\s])\\."]
}
