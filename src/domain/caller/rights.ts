import { cleanText } from "../text/clean.ts"
import type { Who } from "./caller.ts"

/** What a caller may be kept from. `look` is every reading command and every dry run. */
export type Action =
  | "look"
  | "watch"
  | "approve"
  | "init"
  | "up"
  | "down"
  | "add"
  | "remove"
  | "restart"
  | "hold"
  | "register"
  | "send"
  | "ack"
  | "watch-flags"
  | "other-file"
  | "abandon"

/** `stranger` is an agent in a pane of the team's own session that no seat of the file claims. */
type Standing = "owner" | "owner-no-tty" | "orchestrator" | "operator" | "seat" | "unplaced" | "stranger"

const EVERYONE: ReadonlyArray<Standing> = [
  "owner",
  "owner-no-tty",
  "orchestrator",
  "operator",
  "seat",
  "unplaced",
  "stranger"
]
/** Whoever starts the watch decides how long it lives: nobody knows whom a stranger answers to. */
const NO_STRANGER: ReadonlyArray<Standing> = EVERYONE.filter((standing) => standing !== "stranger")
const LEADERS: ReadonlyArray<Standing> = ["owner", "owner-no-tty", "orchestrator", "operator"]
/** Whose word a message is has to be known. */
const SENDERS: ReadonlyArray<Standing> = [...LEADERS, "seat"]
/** Only a seat can say that it has a message. */
const SEATS: ReadonlyArray<Standing> = ["orchestrator", "operator", "seat"]
/** Nobody to ask is not somebody else: a script, cron or CI of the owner runs without a terminal. */
const OWNERS: ReadonlyArray<Standing> = ["owner", "owner-no-tty"]
/** What a person has to say in person. */
const IN_PERSON: ReadonlyArray<Standing> = ["owner"]

/** Who may do what: the one place that says so. */
const RIGHTS: Readonly<Record<Action, ReadonlyArray<Standing>>> = {
  look: EVERYONE,
  watch: NO_STRANGER,
  approve: IN_PERSON,
  init: OWNERS,
  up: OWNERS,
  down: LEADERS,
  add: LEADERS,
  remove: LEADERS,
  restart: LEADERS,
  hold: LEADERS,
  register: LEADERS,
  send: SENDERS,
  ack: SEATS,
  "watch-flags": OWNERS,
  "other-file": OWNERS,
  abandon: IN_PERSON
}

const standingOf = (who: Who): Standing => {
  switch (who._tag) {
    case "Owner":
      return "owner"
    case "OwnerNoTty":
      return "owner-no-tty"
    case "Seat":
      return who.role
    case "Unplaced":
      return who.why._tag === "NamelessPane" ? "stranger" : "unplaced"
  }
}

/** Whether this caller may do this. */
export const may = (who: Who, action: Action): boolean => RIGHTS[action].includes(standingOf(who))

const NAME_MAX = 60

/** The caller as a refusal names it, after "this call". One line, fit to print. */
export const sentenceOf = (who: Who): string => {
  switch (who._tag) {
    case "Owner":
      return "is the owner's"
    case "OwnerNoTty":
      return "is the owner's, without a terminal"
    case "Seat": {
      const role = who.role === "seat" ? "" : `, the ${who.role},`
      const pane = who.pane === null ? "" : ` in pane ${cleanText(who.pane, NAME_MAX)}`
      return `comes from the seat ${cleanText(who.name, NAME_MAX)}${role}${pane}`.replace(/,$/, "")
    }
    case "Unplaced":
      return whyOf(who.why)
  }
}

const whyOf = (why: Extract<Who, { readonly _tag: "Unplaced" }>["why"]): string => {
  switch (why._tag) {
    case "Unreadable":
      return "has parent processes that cannot be read to the top"
    case "Agent":
      return `is run by an agent (${cleanText(why.program, NAME_MAX)})`
    case "NamelessPane":
      return `runs in pane ${cleanText(why.pane, NAME_MAX)}, whose agent (${cleanText(why.program, NAME_MAX)}) is no seat of the team`
    case "Unattended":
      return "has AGENT_UNATTENDED set"
  }
}

/** Who may do it, as a refusal says it. */
export const allowedTo = (action: Action): string => {
  const allowed = RIGHTS[action]
  if (allowed === IN_PERSON) return "the owner at a terminal"
  if (allowed === NO_STRANGER || allowed === SENDERS) return "the owner and the seats of the team"
  if (allowed === SEATS) return "the seat that the message is for"
  return allowed === OWNERS ? "the owner" : "the owner, the orchestrator or the operator"
}
