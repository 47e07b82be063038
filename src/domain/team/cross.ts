import * as Option from "effect/Option"
import { nearest } from "../text/nearest.ts"
import type { Sink } from "./codec.ts"
import { quote } from "./codec.ts"
import type { TeamFile } from "./file.ts"
import type { YamlMap } from "./node.ts"
import { child } from "./node.ts"
import type { Seat } from "./seat.ts"
import { displayProblem, expand } from "./seat.ts"
import { DEFAULT_MARKS } from "./sections/budgets.ts"
import type { FILE_FIELDS, SeatReading } from "./sections.ts"
import type { Readings } from "./struct.ts"

type FileReadings = Readings<typeof FILE_FIELDS>

/** More seats than any machine runs; keeps a hostile `count` from filling the memory. */
const MOST_SEATS = 1_000

/** The seats of all readable entries, expanded; names that are taken twice are said. */
const expandAll = (
  readings: ReadonlyArray<SeatReading>,
  mode: Seat["mode"],
  sink: Sink
): ReadonlyArray<Seat> => {
  const seats: Array<Seat> = []
  const lines = new Map<string, number>()
  for (const { entry, line } of readings) {
    if (Option.isNone(entry)) continue
    const wrong = displayProblem(entry.value)
    if (wrong !== null) sink.problem(line, wrong)
    for (const seat of expand(entry.value, mode, line)) {
      const other = lines.get(seat.name)
      if (other === undefined) lines.set(seat.name, line)
      else {
        sink.problem(
          line,
          `two seats have the name ${quote(seat.name)} (the other is on line ${other}, after count is expanded)`
        )
      }
      seats.push(seat)
    }
    if (seats.length > MOST_SEATS) {
      sink.problem(line, `seats come to more than ${MOST_SEATS} after count is expanded`)
      return []
    }
  }
  return seats
}

/** Refuses a word that should name a seat and does not name one that runs alone, always and in view. */
const checkSeatWord = (
  what: string,
  name: string,
  line: number,
  seats: ReadonlyArray<Seat>,
  broken: ReadonlySet<string>,
  sink: Sink
): void => {
  const seat = seats.find((one) => one.name === name)
  const said = `${what} ${quote(name)}`
  if (seat === undefined) {
    // A seat whose entry is refused for itself is there all the same.
    if (broken.has(name)) return
    const near = nearest(
      name,
      seats.map((one) => one.name)
    )
    sink.problem(
      line,
      `${said} names no declared seat${near === null ? "" : ` (did you mean ${quote(near)}?)`}`
    )
  } else if (seat.count > 1) sink.problem(line, `${said} can't be a seat with count`)
  else if (seat.parked) sink.problem(line, `${said} can't be a parked seat`)
  else if (seat.stopped) sink.problem(line, `${said} can't be a stopped seat`)
}

interface Team {
  readonly node: YamlMap
  readonly seats: ReadonlyArray<Seat>
  readonly broken: ReadonlySet<string>
  /** False when an entry is broken or the list is missing: then a missing lead is not news. */
  readonly complete: boolean
}

const lineOf = (node: YamlMap, key: string): number => child(node, key)?.line ?? node.line

/** The seat that leads, from `leads: true` or the old `coordinator:`, with every contradiction said. */
const findLead = (team: Team, coordinator: string | null, sink: Sink): string | null => {
  const { broken, complete, node, seats } = team
  const line = lineOf(node, "coordinator")
  if (coordinator !== null) {
    sink.warn(line, "`coordinator:` is now `leads: true` on the lead's seat, and is still read")
  }
  const leading = seats.filter((seat) => seat.leads && seat.instance === 1)
  const first = leading[0]
  const second = leading[1]
  if (second !== undefined) {
    sink.problem(second.line, "`leads` is on more than one seat: a team has one orchestrator")
  }
  if (first === undefined) {
    if (coordinator !== null) checkSeatWord("coordinator", coordinator, line, seats, broken, sink)
    else if (complete) {
      sink.problem(lineOf(node, "seats"), "the file has no seat that leads: put `leads: true` on one seat")
    }
    return coordinator
  }
  if (coordinator !== null && coordinator !== first.declared) {
    sink.problem(
      line,
      `\`coordinator:\` names ${quote(coordinator)} and \`leads\` is on ${quote(first.declared)}: a file names one lead`
    )
  }
  checkSeatWord("lead", first.name, first.line, seats, broken, sink)
  return first.name
}

const checkAccounts = (readings: FileReadings, sink: Sink): void => {
  const entries = Option.getOrElse(readings.seats, (): ReadonlyArray<SeatReading> => [])
  if (Option.isNone(readings.budgets)) return
  const accounts = readings.budgets.value.accounts
  for (const { entry, line } of entries) {
    const account = Option.isSome(entry) ? entry.value.account : null
    if (account === null || Object.hasOwn(accounts, account)) continue
    const near = nearest(account, Object.keys(accounts))
    const hint = near === null ? "" : ` (did you mean ${quote(near)}?)`
    sink.problem(line, `account ${quote(account)} is not in budgets.accounts${hint}`)
  }
}

const checkWorkspace = (team: Team, readings: FileReadings, sink: Sink): void => {
  if (Option.isNone(readings.workspace)) return
  const workspace = readings.workspace.value
  const line = lineOf(team.node, "workspace")
  if (team.seats.some((seat) => seat.mode === "worktree")) {
    for (const key of ["path", "base"] as const) {
      if (workspace[key] === null) {
        sink.problem(line, `workspace.${key} is required when a seat works in worktrees`)
      }
    }
  }
}

const checkDelegates = (node: YamlMap, readings: FileReadings, session: string, sink: Sink): void => {
  if (Option.isNone(readings.delegates)) return
  if (readings.delegates.value.some((delegate) => delegate.pane.split("/")[0] === session)) {
    sink.problem(lineOf(node, "delegates"), "delegates can't name a pane of the team's own session")
  }
}

/**
 * The rules that hold between sections, over whatever could be read, and the file when everything could.
 */
export const crossCheck = (node: YamlMap, readings: FileReadings, sink: Sink): Option.Option<TeamFile> => {
  const entries = Option.getOrElse(readings.seats, (): ReadonlyArray<SeatReading> => [])
  const mode = Option.match(readings.workspace, {
    onNone: () => "shared" as const,
    onSome: (one) => one.mode
  })
  const broken = entries.flatMap((entry) =>
    Option.isNone(entry.entry) && entry.name !== null ? [entry.name] : []
  )
  const team: Team = {
    node,
    seats: expandAll(entries, mode, sink),
    broken: new Set(broken),
    complete: entries.length > 0 && entries.every((entry) => Option.isSome(entry.entry))
  }
  const lead = Option.isSome(readings.coordinator) ? findLead(team, readings.coordinator.value, sink) : null
  if (Option.isSome(readings.operator) && entries.length > 0) {
    checkSeatWord(
      "operator",
      readings.operator.value,
      lineOf(node, "operator"),
      team.seats,
      team.broken,
      sink
    )
  }
  checkAccounts(readings, sink)
  checkWorkspace(team, readings, sink)
  return Option.flatMap(Option.all(readings), (all) => {
    const session = all.session ?? all.project
    if (session === "default") {
      sink.problem(lineOf(node, "project"), `session can't be "default": it is herdr's own session`)
    }
    checkDelegates(node, readings, session, sink)
    const { quota_marks: oldMarks, ...watch } = all.watch
    const marksLine = child(child(node, "watch") ?? node, "quota_marks")?.line
    if (marksLine !== undefined)
      sink.warn(marksLine, "watch.quota_marks is now budgets.marks, and is still read")
    if (lead === null) return Option.none()
    return Option.some({
      format: all.format,
      project: all.project,
      session,
      operator: all.operator,
      lead,
      visibility: all.visibility,
      trust: all.trust,
      limits: all.limits,
      machine: all.machine,
      rules: all.rules,
      identity: all.identity,
      workspace: all.workspace,
      dialogs: all.dialogs,
      delegates: all.delegates,
      budgets: { ...all.budgets, marks: all.budgets.marks ?? oldMarks ?? DEFAULT_MARKS },
      watch,
      seats: team.seats
    })
  })
}
