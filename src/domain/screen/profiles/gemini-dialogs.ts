import type { Dialog } from "../profile.ts"

const seen = { captured: true, versions: ["0.61.0"] } as const
const told = { captured: false } as const

/** The selected option of a choice. */
const CHOSEN = "^ *● ?\\d{1,2}\\. +\\S"

/** A frame that ends the screen, with what may stand below it. */
const CLOSED = "╰─+╯(?: Press Ctrl\\+O to show more lines)?$"

/** What older versions draw below a question that waits. */
const WAITING = "^(?:.{0,200} )?⠏ Waiting for user confirmation\\.\\.\\.(?: .{0,200})?$"

/** Gemini CLI's dialogs and pickers: rounded frames in the place of box and footer. */
export const dialogs: ReadonlyArray<Dialog> = [
  {
    id: "trust-folder",
    ...seen,
    kind: "trust",
    any: ["do you trust the files in this folder", "do you trust this folder", "trust parent folder"],
    rows: [CHOSEN],
    tail: [CLOSED]
  },
  {
    id: "limit-options",
    ...seen,
    kind: "limit",
    any: ["limit reached", "quota", "limit for"],
    rows: [CHOSEN],
    anyRow: ["^ *●? *\\d\\. +(?:Stop|Keep trying|Switch to |Try again later)"],
    tail: [CLOSED],
    dialog: true
  },
  {
    id: "capacity-options",
    ...told,
    kind: "notice",
    rows: [CHOSEN, "^ *●? *\\d\\. +Keep trying", "^ *●? *\\d\\. +Stop"],
    tail: [CLOSED]
  },
  {
    id: "plan-approval",
    ...seen,
    kind: "plan",
    any: ["ready to start implementation?", "yes, automatically accept edits", "yes, manually accept edits"],
    rows: ["^ *●? *\\d{1,2}\\. +\\S"],
    tail: ["Esc to cancel ╰─+╯$", CLOSED]
  },
  {
    id: "question",
    ...seen,
    kind: "question",
    tail: ["(?:^|[ ])Enter to (?:select|submit|continue|confirm|edit).{0,120}Esc to cancel ╰─+╯$"]
  },
  {
    id: "question-head",
    ...told,
    kind: "question",
    says: ["answer questions"],
    anyRow: [CHOSEN, "^ *> ", "^ *●"],
    tail: [CLOSED]
  },
  {
    id: "permission",
    ...seen,
    kind: "permission",
    any: [
      "allow execution of",
      "apply this change?",
      "do you want to proceed?",
      "allow once",
      "do you want to allow"
    ],
    rows: [CHOSEN],
    tail: [CLOSED, WAITING]
  },
  {
    id: "permission-shape",
    ...told,
    kind: "permission",
    rows: [CHOSEN, "^ *\\d{1,2}\\. .{1,80}\\(esc\\)$"],
    tail: [CLOSED, WAITING]
  },
  {
    id: "notice-auth",
    ...told,
    kind: "notice",
    any: [
      "how would you like to authenticate",
      "login with google",
      "enter gemini api key",
      "waiting for auth",
      "google cloud project",
      "privacy notice"
    ],
    tail: [CLOSED]
  },
  {
    id: "notice-connect",
    ...told,
    kind: "notice",
    any: [
      "do you want to connect",
      "terms of service",
      "update available",
      "modify in progress",
      "loop was detected"
    ],
    tail: [CLOSED]
  },
  {
    id: "picker",
    ...seen,
    kind: "overlay",
    any: [
      "press esc to close",
      "esc to close",
      "use enter to select",
      "press tab to toggle",
      "select theme",
      "settings"
    ],
    tail: [CLOSED]
  }
]
