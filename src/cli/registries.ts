import { CHECKS } from "../domain/check/all.ts"
import { type CheckName, isAlwaysOn } from "../domain/check/names.ts"
import { isBlockingKind, ScreenKind } from "../domain/screen/kinds.ts"
import { Source, StateWord } from "../domain/seat/words.ts"
import { SETTINGS, type SettingKey } from "../domain/threshold/words.ts"
import { EXITS } from "./exits.ts"

/** The version of the registries that every entry of spec 000 §6 came with; not a version of this program. */
const SINCE = "0.5.0"

const WORDS: Readonly<Record<StateWord, string>> = {
  working: "a turn is under way",
  idle: "at an empty prompt, with nothing behind it",
  done: "the process that was launched has left its pane",
  blocked: "the screen waits: a dialog, a question, an error, or text that was never sent",
  held: "the team is on hold",
  unreachable: "the host does not answer for the seat",
  unknown: "no source was certain; past the blind threshold it is blind"
}

const SOURCES: Readonly<Record<Source, string>> = {
  cli: "the pane's screen, read by the rules of its CLI",
  "cli-hook": "the CLI's own hooks at the start and the end of a turn; stands for a day",
  herdr: "the host's own status word, or its silence",
  trace: "a commit, an ack or a message inside the trace window",
  process: "the process recorded at launch, against the one in the pane",
  hold: "the team's hold note",
  none: "nothing was certain"
}

const FINDS: Readonly<Record<CheckName, string>> = {
  missing: "a seat of the file has no pane",
  restored: "another process than the launched one runs in the pane, and its conversation came back",
  "model-drift": "the screen shows another model or version than the file",
  attention: "a dialog, a question or a notice waits, or the status is blocked or unknown",
  "provider-error": "the provider's error or limit stands while the seat does not work",
  unsent: "the input box holds text that was never sent",
  idle: "nothing was done for longer than the lead's window, then the owner's",
  extra: "an agent of the session is no seat's",
  "team-idle": "every seat that is neither the lead nor parked was quiet past team_idle",
  approval: "the file is not as it was last approved, or the approval does not verify",
  load: "the load per core is past machine.load_max",
  memory: "free memory is under machine.memory_min",
  disk: "free disk is under machine.disk_min",
  "swap-free": "free swap is under machine.swap_free_min",
  "swap-growth": "swap grew by more than machine.swap_growth_max inside its window",
  budget: "an account is past a mark, inside its reserve, at its floor, or unknown while a seat runs on it"
}

const POLICIES: Readonly<Record<SettingKey, string>> = {
  idle_lead_seconds: "how long a seat may be idle before the operator is told",
  idle_owner_seconds: "how long a seat may be idle before the owner is told",
  blind_after_seconds: "how long a seat may be unknown before it is blind",
  trace_window_seconds: "how long a trace counts as work",
  hook_working_seconds: "how long a hook's working outranks a readable screen"
}

/**
 * The registries of spec 000 §6 by the name of their file in `contract/`, each in the spec's order. A file's `registry` is
 * the spec's name; the first one is large enough for two files.
 */
export const REGISTRIES: Readonly<Record<string, object>> = {
  states: {
    format: 1,
    registry: "seat-states-and-prompt-kinds",
    words: StateWord.literals.map((name) => ({ name, meaning: WORDS[name], since: SINCE })),
    sources: Source.literals.map((name) => ({ name, meaning: SOURCES[name], since: SINCE })),
    screen_kinds: ScreenKind.literals.map((name) => ({ name, blocks: isBlockingKind(name) }))
  },
  checks: {
    format: 1,
    registry: "seat-states-and-prompt-kinds",
    checks: CHECKS.map(({ name, runsOn }, index) => ({
      number: index + 1,
      name,
      meaning: FINDS[name],
      runs_on: runsOn,
      always_on: isAlwaysOn(name),
      since: SINCE
    }))
  },
  "policy-names": {
    format: 1,
    registry: "policy-names",
    policies: SETTINGS.map(({ key, loosenedBy, name, shippedMs }) => ({
      name: name.replaceAll("_", "-"),
      key,
      meaning: POLICIES[key],
      shipped_seconds: shippedMs / 1000,
      may_be_loosened_by: loosenedBy,
      enforced: true,
      since: SINCE
    }))
  },
  "exit-codes": {
    format: 1,
    registry: "exit-codes",
    exits: EXITS.map(({ code, id, repair, when }) => ({ id, code, when, repair }))
  }
}
