import type { Dialog } from "../profile.ts"

const seen = { captured: true, versions: ["0.15.10"] } as const
const told = { captured: false } as const

/** The selected option of a choice. */
const CHOSEN = "^ *[›❯●] ?(?:\\[.\\] )?\\d{1,2}\\. +\\S"

/** What ends the screen while a choice stands open: its frame, or the row of the turn that waits for it. */
const OPEN = [
  "╰─+╯$",
  "^(?:.{0,200} )?⠏ ?\\S.{0,80}(?:\\.\\.\\.|…)$",
  "╰─+╯ Press ctrl-s to show more lines(?: .{0,120})?$"
]

/** Qwen Code's dialogs: a rounded frame in the place of the box, with a row below it that looks like a spinner. */
export const dialogs: ReadonlyArray<Dialog> = [
  {
    id: "trust-folder",
    ...told,
    kind: "trust",
    any: ["do you trust this folder?", "do you trust the files in this", "trust parent folder"],
    rows: [CHOSEN]
  },
  {
    id: "plan-approval",
    ...told,
    kind: "plan",
    any: ["would you like to proceed?", "no, keep planning", "yes, and auto-accept edits"],
    rows: [CHOSEN],
    tail: OPEN
  },
  {
    id: "question",
    ...seen,
    kind: "question",
    rows: ["^ *❯ ?(?:\\[.\\] )?\\d{1,2}\\. +\\S"],
    anyRow: ["^ *↑/↓ ?: .{1,80}: ", "^ *↑/↓.{1,40} \\| "],
    tail: OPEN
  },
  {
    id: "question-head",
    ...told,
    kind: "question",
    says: ["askuserquestion"],
    any: ["esc: cancel", "enter: select", "enter: confirm", "submit answers", "ready to submit"],
    tail: OPEN
  },
  {
    id: "permission",
    ...seen,
    kind: "permission",
    any: ["allow execution of", "apply this change?", "do you want to proceed?", "yes, allow once"],
    rows: [CHOSEN],
    tail: OPEN
  },
  {
    id: "permission-shape",
    ...told,
    kind: "permission",
    rows: [CHOSEN, "^ *\\d{1,2}\\. .{1,120}\\(esc\\)$"],
    tail: OPEN
  },
  {
    id: "permission-waits",
    ...told,
    kind: "permission",
    rows: ["^ {2}\\? {1,2}\\S", "^ {2}⠏ ?\\S.{0,80}(?:\\.\\.\\.|…)$"]
  },
  {
    id: "limit-options",
    ...told,
    kind: "limit",
    any: ["quota exceeded", "usage limit reached", "quota limit"],
    rows: [CHOSEN],
    tail: OPEN,
    dialog: true
  },
  {
    id: "notice-auth",
    ...told,
    kind: "notice",
    any: [
      "how would you like to authenticate",
      "select authentication method",
      "openai configuration required",
      "qwen oauth",
      "terms of service",
      "do you want to connect"
    ],
    tail: OPEN
  },
  {
    id: "picker",
    ...told,
    kind: "overlay",
    any: [
      "press esc to close",
      "esc to close",
      "use enter to select",
      "enter to select",
      "esc to cancel",
      "esc to go back"
    ],
    tail: OPEN
  }
]
