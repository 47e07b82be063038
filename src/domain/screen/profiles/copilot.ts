import type { Profile } from "../profile.ts"

const seen = { captured: true, versions: ["1.0.102"] } as const
const told = { captured: false } as const

/** The selected choice, with its number; narrow windows leave no space between. */
const CHOICE = "^ *❯ ?\\d{1,2}\\."

/** What may follow a dialog's last words: its bottom edge. */
const EDGE = "(?: [╰─╯]+)?$"

/** Words of a failed request, as against those of a tool that failed or was refused. */
const failed = (words: string): string => `^✗ .{0,300}(?:${words})`

/** GitHub Copilot: a box between two rules, a footer that says turn and model, bordered dialogs in their place. */
export const copilot: Profile = {
  id: "copilot",
  aliases: ["github-copilot", "copilot-cli"],
  scrollbar: "┃█",
  sides: "│",
  composers: [
    {
      id: "box",
      ...seen,
      shape: "edges",
      top: "^─{10,}$",
      bottom: "^─{10,}$",
      sameWidth: true,
      glyphs: [
        { char: "❯", mode: "prompt" },
        { char: ">", mode: "prompt" },
        { char: "!", mode: "shell" },
        { char: "#", mode: "other" }
      ],
      glyphColumn: 0,
      textColumn: 2,
      cursorShown: true,
      ghost: { faint: true, firstInverse: false },
      placeholders: ["^(?:Enter|Type|Describe|Use) .{0,80}/ for commands"],
      folds: ["\\[Paste[^\\]]{0,60}\\]", "\\[(?:Image|File)[^\\]]{0,60}\\]"],
      footer: {
        indent: 1,
        // hints without a model behind them are those of a CLI that nobody signed in to
        anchors: [
          "^ (?:← open sidebar · )?(?:Interactive|Plan|Autopilot)(?: (?!.*(?:[/@#]|commands|next tab|files|issues)$).*)?$"
        ],
        after: ["^ "],
        emptyHint: ["/ commands"]
      }
    }
  ],
  openers: ["^╭─{10,}╮$", "^─{10,}$"],
  entries: ["^ [●○◉◎✗✓$!] ", "^ ❯ .{0,400} \\d{1,2}:\\d\\d(?: ?[AaPp][Mm])?$"],
  choices: { ...seen, markers: "❯" },
  dialogs: [
    {
      id: "trust-folder",
      ...seen,
      kind: "trust",
      any: ["do you trust the files in this folder", "confirm folder trust"],
      rows: [CHOICE]
    },
    {
      id: "plan-approval",
      ...seen,
      kind: "plan",
      any: ["plan ready for review", "accept plan and "],
      rows: [CHOICE]
    },
    {
      id: "question",
      ...seen,
      kind: "question",
      any: ["copilot needs information", "ctrl+d decline"],
      tail: [`esc cancel${EDGE}`]
    },
    {
      id: "permission",
      ...seen,
      kind: "permission",
      any: ["do you want to ", "do you want copilot to ", "tell copilot what to do differently"],
      rows: [CHOICE],
      tail: [`esc to cancel${EDGE}`, `\\(esc(?: to stop)?\\)${EDGE}`]
    },
    {
      id: "choice",
      ...told,
      kind: "question",
      rows: ["^╭─{10,}╮$", CHOICE],
      tail: [`enter to (?:select|confirm|submit) · esc to cancel${EDGE}`]
    },
    {
      id: "menu",
      ...seen,
      kind: "overlay",
      tail: [`\\b[Ee]sc (?:to )?(?:cancel|close|exit|go back|back|dismiss)${EDGE}`]
    }
  ],
  marks: [
    { id: "folder", ...seen, role: "chrome", row: "^ (?:/|~|[A-Z]:\\\\).{0,300}$" },
    { id: "login", ...seen, role: "chrome", row: "^ ?Please use /login\\b" },
    { id: "queued", ...seen, role: "queued", row: "^ {3}└ \\[pending\\b" },
    { id: "list", ...seen, role: "chrome", row: "^┃ [❯ ] [/@#]" },
    { id: "interrupted", ...seen, role: "interrupted", row: "^ [●○] Operation cancelled by user$" },
    {
      id: "limit-hit",
      ...told,
      role: "limit",
      row: "^ ✗ ",
      block: failed(
        "usage limit|quota|premium request|monthly limit|[Ww]eekly limit|hit your .{0,20}limit|reached your .{0,20}limit"
      )
    },
    {
      id: "error-auth",
      ...seen,
      role: "error",
      row: "^ ✗ ",
      block: failed("[Aa]uthenticat|[Uu]nauthorized|HTTP 40[13]|\\b401\\b|[Nn]ot logged in|/login"),
      error: "auth"
    },
    {
      id: "error-overloaded",
      ...told,
      role: "error",
      row: "^ ✗ ",
      block: failed("[Oo]verloaded|[Rr]ate.limit|HTTP 429|HTTP 529|Too Many Requests|at capacity"),
      error: "overloaded"
    },
    {
      id: "error-server",
      ...told,
      role: "error",
      row: "^ ✗ ",
      block: failed("HTTP 5\\d\\d|\\b50[0234]\\b|[Ii]nternal [Ss]erver|[Ss]erver had an error"),
      error: "server"
    },
    {
      id: "error-connection",
      ...seen,
      role: "error",
      row: "^ ✗ ",
      block: failed(
        "[Cc]onnection|error sending request|[Uu]nable to connect|ECONN|ENOTFOUND|ETIMEDOUT|[Tt]imed out|[Nn]etwork"
      ),
      error: "connection"
    },
    {
      id: "error",
      ...seen,
      role: "error",
      row: "^ ✗ ",
      block: failed("[Ff]ailed to get (?:a )?response|Execution failed|API [Ee]rror|AI model|[Pp]rovider"),
      error: "other"
    },
    {
      id: "working-line",
      ...told,
      role: "working",
      row: "^ ?\\S .{1,120}\\([Ee]sc to (?:cancel|interrupt|stop)\\b"
    },
    { id: "entry", ...seen, role: "content", row: "^ [●○◉◎✗✓$!] " },
    { id: "sent", ...seen, role: "sent", row: "^ ❯ " },
    { id: "banner", ...seen, role: "start", row: "^ {2}(?:[╭╰]─[╮╯]|█ .{2,4} █| ▔{3,})" }
  ],
  signs: [
    { id: "login", ...seen, kind: "notice", at: "above", row: "^ ?Please use /login\\b" },
    {
      id: "other-tab",
      ...told,
      kind: "overlay",
      at: "head",
      row: "^ \\S.* \\[(?!Current)[A-Z][A-Za-z ]+\\]"
    },
    { id: "spinner", ...seen, kind: "working", at: "footer", row: "^ [○◉◎●◌◍◯](?: |$)" },
    {
      id: "interrupt-hint",
      ...seen,
      kind: "working",
      at: "footer",
      row: "\\besc (?:esc )?(?:to )?(?:interrupt|edit prompt|stop)\\b"
    },
    { id: "shell-mode", ...told, kind: "overlay", at: "footer", row: "^ (?:← open sidebar · )?Shell\\b" },
    {
      id: "key-hints",
      ...told,
      kind: "overlay",
      at: "footer",
      row: "\\b(?:enter to select|esc to (?:cancel|close|exit)|ctrl\\+d decline|esc cancel)\\b"
    }
  ],
  exits: ["\\bcopilot --resume[= ]\\S"],
  extractors: [
    {
      id: "footer",
      ...seen,
      at: "footer",
      row: "(?:^| )([a-z][a-z\\d]*(?:-[a-z\\d.]+){1,4})(?: \\([^)]{1,20}\\))?(?: · [A-Z][a-z]+)?$",
      model: "{1}"
    },
    {
      id: "footer-claude",
      ...seen,
      at: "footer",
      row: "(?:^| )claude-(opus|sonnet|haiku|fable)-(\\d[\\d.]{0,11})(?: \\([^)]{1,20}\\))?(?: · [A-Z][a-z]+)?$",
      model: "Claude {1:title}",
      version: "{2}"
    },
    {
      id: "footer-gpt",
      ...seen,
      at: "footer",
      row: "(?:^| )gpt-(\\d[\\d.]{0,11})(?:-([a-z]{2,20}))?(?: \\([^)]{1,20}\\))?(?: · [A-Z][a-z]+)?$",
      model: "GPT {2:title}",
      version: "{1}"
    },
    {
      id: "footer-effort",
      ...seen,
      at: "footer",
      row: " [a-z][a-z\\d]*(?:-[a-z\\d.]+){1,4}(?: \\([^)]{1,20}\\))? · (None|Minimal|Low|Medium|High|Xhigh|Max)$",
      effort: "{1}"
    }
  ],
  background: [],
  resets: ["\\bresets? (?:at|in|on) ([^.]{1,40}[^.\\s])\\."]
}
