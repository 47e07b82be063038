import type { Composer, Dialog, Extractor, Mark, Profile, Sign } from "../profile.ts"

/** Which releases of a CLI the shared rules were seen on. */
type Seen = { readonly captured: true; readonly versions: ReadonlyArray<string> }

const told = { captured: false } as const

/** The moving bar of a running turn, at the left end of the row below the box; its still form. */
const SPIN = "[■⬝⬥◆⬩⬪]"

/** The line that closes an answer: agent and model, then how long it took. */
const CLOSE = "^ {3,5}▣ +\\S"

/** The keys of a permission that older releases ask for inside the conversation. */
const INLINE = "^ *┃? +(?:enter )?accept\\b.{0,40}\\bdeny\\b"

/** A duration as the closing line writes it. */
const TOOK = "(?:\\d+[dhm] ){0,3}\\d+(?:\\.\\d+)?(?:ms|[smhd])"

const composers = (seen: Seen): ReadonlyArray<Composer> => [
  {
    id: "box",
    ...seen,
    shape: "column",
    // a second stretch of the edge behind a gap is what a window over the box leaves of it
    bottom: "^ *╹▀{5,}(?: +[^▀ ][^▀]*)?$",
    left: "┃",
    glyphs: [],
    glyphColumn: 0,
    textColumn: 3,
    cursorShown: true,
    ghost: { faint: false, firstInverse: false, worded: true },
    quiet: "·",
    shellStatus: ["^Shell$"],
    placeholders: ['^Ask anything(?:…|\\.\\.\\.) "'],
    folds: ["\\[Pasted ~?\\d+ lines?[^\\]]{0,20}\\]", "\\[Image \\d+\\]"],
    footer: {
      indent: 2,
      anchors: [
        "(?:^|[ )\\d])ctrl\\+p(?: |$)",
        " (?:tab|shift\\+tab|ctrl\\+\\S{1,3}|alt\\+\\S{1,3}) (?:agents|commands|variants|switch agent|switch mode)(?: |$)"
      ],
      after: ["^ {2}"],
      never: ["^ *┃(?: {2,}|$)"],
      emptyHint: ["ctrl\\+p"]
    }
  }
]

const dialogs = (seen: Seen): ReadonlyArray<Dialog> => [
  { id: "permission", ...seen, kind: "permission", rows: ["^ *┃ {2}△ \\S"] },
  {
    id: "permission-buttons",
    ...told,
    kind: "permission",
    rows: ["^ *┃ {2,}(?:Allow once|Allow always|Confirm) {2,}\\S"]
  },
  {
    id: "plan-approval",
    ...seen,
    kind: "plan",
    any: ["switch to the build agent", "switch to build agent", "start implementing", "implement this plan"],
    rows: ["^ *┃ {2,}\\d{1,2}\\. ", "^ *┃.*\\b(?:dismiss|esc)\\b"]
  },
  {
    id: "question",
    ...seen,
    kind: "question",
    rows: ["^ *┃ .*\\b(?:dismiss|cancel)(?: |$)"],
    anyRow: ["^ *┃ .*↑↓", "^ *┃ .*\\benter +(?:submit|confirm|toggle|esc)\\b", "^ *┃ {2,}\\d{1,2}\\. "]
  }
]

/** An error stands behind a bar of its own, right above the closing line. */
const failure = (id: string, words: string, error: NonNullable<Mark["error"]>): Mark => ({
  id,
  ...told,
  role: "error",
  row: "^ *┃ {2}\\S",
  barred: true,
  whole: words,
  error
})

const marks = (seen: Seen): ReadonlyArray<Mark> => [
  { id: "permission-row", ...told, role: "chrome", row: INLINE },
  { id: "bar", ...seen, role: "chrome", row: "^ *┃$" },
  { id: "queued", ...seen, role: "queued", row: "^ *┃ {2,4}QUEUED$" },
  { id: "interrupted", ...seen, role: "interrupted", row: `${CLOSE}.* · interrupted$` },
  { id: "closed", ...seen, role: "content", row: `${CLOSE}.* · ${TOOK}$` },
  { id: "closing", ...seen, role: "chrome", row: CLOSE },
  { id: "queued-text", ...seen, role: "detail", row: "^ *┃ {2}\\S", whole: " QUEUED(?: ┃)*$" },
  {
    id: "limit-hit",
    ...told,
    role: "limit",
    row: "^ *┃ {2}\\S",
    barred: true,
    whole:
      "[Uu]sage limit|current quota|[Qq]uota exceeded|[Ii]nsufficient (?:quota|balance|credit)|out of credits"
  },
  failure(
    "error-auth",
    "\\b40[13]\\b|[Uu]nauthori[sz]ed|[Ff]orbidden|(?:[Ii]ncorrect|[Ii]nvalid) (?:API|api|x-api)|api-keys|[Aa]uthenticat|not logged in",
    "auth"
  ),
  failure(
    "error-overloaded",
    "[Oo]verloaded|[Rr]ate limit|Too Many Requests|\\b429\\b|\\b529\\b",
    "overloaded"
  ),
  failure(
    "error-connection",
    "ECONN|ENOTFOUND|ETIMEDOUT|[Cc]onnection|[Uu]nable to connect|[Cc]annot connect|fetch failed|[Tt]imed out",
    "connection"
  ),
  failure("error-server", "\\b5\\d\\d\\b|[Ss]erver error|[Ss]erver had an error|Bad Gateway", "server"),
  { id: "error", ...seen, role: "error", row: "^ *┃ {2}\\S", barred: true, error: "other" },
  { id: "sent", ...seen, role: "sent", row: "^ *┃ {2}\\S" }
]

/** The words of a retry that lasts until a limit resets. */
const LIMITED = "(?:[Uu]sage.limit|current.quota|[Qq]uota.exceeded|insufficient.quota|limit.will.reset)"

const signs = (seen: Seen): ReadonlyArray<Sign> => [
  { id: "permission-inline", ...told, kind: "permission", at: "above", row: INLINE },
  { id: "shell-mode", ...seen, kind: "overlay", at: "footer", row: "\\besc exit shell\\b" },
  {
    id: "window",
    ...seen,
    kind: "overlay",
    at: "screen",
    row: "^ {4,}[A-Z]\\S.{0,80} {3,}esc(?:/enter)?$"
  },
  {
    id: "spinner",
    ...seen,
    kind: "working",
    at: "footer",
    row: `^ {2,4}.{0,7}${SPIN}`,
    footer: `^(?!.*${LIMITED})`
  },
  { id: "spinner-still", ...told, kind: "working", at: "footer", row: "^ {2,4}\\[(?:⋯|\\.\\.\\.)\\]" },
  { id: "interrupt-hint", ...seen, kind: "working", at: "footer", row: "\\besc (?:again to )?interr" },
  {
    id: "interrupt-wrapped",
    ...told,
    kind: "working",
    at: "footer",
    row: "\\besc\\b",
    footer: "\\besc\\b.{0,60}\\binterr"
  },
  {
    id: "retrying-limit",
    ...seen,
    kind: "limit",
    at: "footer",
    row: `^ {2,4}.{0,7}${SPIN}|retrying|attempt #|#\\d{1,3}\\]$`,
    footer: LIMITED
  },
  {
    id: "retrying",
    ...seen,
    kind: "working",
    at: "footer",
    row: "(?:^|[ \\[])(?:retrying (?:in|attempt)\\b|attempt #\\d|#\\d{1,3}\\]$)",
    footer: `^(?!.*${LIMITED})`
  }
]

const EFFORTS = "none|minimal|low|medium|high|xhigh|max|default|auto|ultra|thinking"

const extractors = (seen: Seen): ReadonlyArray<Extractor> => [
  {
    id: "status",
    ...seen,
    at: "status",
    row: "^[^\\t]{1,40}\\t?·\\t([^\\t·]{1,60})(?:\\t|$)",
    model: "{1}"
  },
  {
    id: "status-claude",
    ...told,
    at: "status",
    row: "\\t?·\\tClaude (Opus|Sonnet|Haiku|Fable) (\\d[\\d.]{0,11})(?: |\\t|$)",
    model: "Claude {1}",
    version: "{2}"
  },
  {
    id: "status-gpt",
    ...told,
    at: "status",
    row: "\\t?·\\tGPT[- ](\\d[\\d.]{0,11})(?:[- ]([A-Za-z]{1,20}))?(?:\\t|$)",
    model: "GPT {2:title}",
    version: "{1}"
  },
  { id: "status-effort", ...told, at: "status", row: `[\\t ]·\\t(${EFFORTS})$`, effort: "{1}" },
  {
    id: "context",
    ...seen,
    at: "footer",
    row: "(?:^|[ \\w-])\\d[\\d.,]{0,9}[KM]? \\((\\d{1,3})%\\)(?: |$)",
    contextUsed: "{1}"
  }
]

/** What a fork of OpenCode calls itself. */
interface Fork {
  readonly id: string
  readonly aliases: ReadonlyArray<string>
  readonly versions: ReadonlyArray<string>
  readonly command: string
}

/**
 * The screens of OpenCode and its forks: a column box with agent and model in it, a row below that says turn, retry and
 * context, dialogs behind the same bar in the box's place.
 */
export const grammar = ({ aliases, command, id, versions }: Fork): Profile => {
  const seen: Seen = { captured: true, versions }
  return {
    id,
    aliases,
    composers: composers(seen),
    openers: [],
    // a dialog is one stretch of bar rows: every other row ends it
    entries: ["^(?! *┃)"],
    dialogs: dialogs(seen),
    choices: {
      ...seen,
      markers: "",
      styled: true,
      buttons: [" {2}(Allow once) {2,}(Allow always) {2,}(Reject)\\b", " {2}(Confirm) {2,}(Cancel)\\b"]
    },
    marks: marks(seen),
    signs: signs(seen),
    exits: [`^ *Continue +${command} `, `^ *(?:\\S+ )?${command} (?:-s|--session|-c|--continue) `],
    extractors: extractors(seen),
    background: [],
    resets: [
      "\\breset (?:at|in) (\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d(?::\\d\\d)?)(?:\\D|$)",
      "\\breset (?:at|in) (\\d+ ?[hm]\\S{0,20})"
    ]
  }
}
