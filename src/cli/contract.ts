import * as JSONSchema from "effect/JSONSchema"
import * as Schema from "effect/Schema"
import { InitDocument } from "../documents.ts"
import { RecordedLine } from "../domain/pass/recording.ts"
import { ReportDocument } from "../domain/report/document.ts"
import { Frame } from "../domain/screen/frame.ts"
import { ScreenReading } from "../domain/screen/reading.ts"
import { CaptureLabel } from "../domain/screen/score.ts"
import { Evidence } from "../domain/seat/evidence.ts"
import { SeatReading } from "../domain/seat/reading.ts"
import { teamFileJsonSchema } from "../domain/team/json-schema.ts"
import { RECORDING_FORMAT, RECORDING_KIND } from "../services/Recorder.ts"
import { ErrorDocument } from "./exit.ts"
import { exitsPage } from "./exits/page.ts"
import { EXITS } from "./exits.ts"
import { REGISTRIES } from "./registries.ts"
import { ApproveDocument, RestoreDocument } from "./render/approve.ts"
import { CheckDocument } from "./render/check.ts"
import { ExplanationDocument } from "./render/explanation.ts"
import { HoldDocument } from "./render/hold.ts"
import { HooksDocument } from "./render/hooks.ts"
import { LaunchDocument } from "./render/launch.ts"
import { AckDocument, MessagesDocument, SendDocument } from "./render/mail.ts"
import { RegisterDocument } from "./render/register.ts"
import { PassDocument } from "./render/replay.ts"
import { ScoreDocument } from "./render/score.ts"
import { SeatsDocument } from "./render/seats.ts"
import { StatusDocument } from "./render/status.ts"
import { UsageDocument } from "./render/usage.ts"

/** A line of a recording: its header, what the watch remembered when it began, or one pass's snapshot. */
const RecordingLine = Schema.Union(
  Schema.Struct({
    format: Schema.Literal(RECORDING_FORMAT),
    kind: Schema.Literal(RECORDING_KIND),
    version: Schema.String
  }),
  ...RecordedLine.members
)

interface Described {
  readonly schema: Schema.Schema.AnyNoContext
  readonly title: string
  readonly description: string
}

const SCHEMAS: Readonly<Record<string, Described>> = {
  "team.seats": {
    schema: SeatsDocument,
    title: "team.seats",
    description: "What `team seats --json` prints: every seat's word with its source and the reasons."
  },
  "team.status": {
    schema: StatusDocument,
    title: "team.status",
    description: "What `team status --json` prints: seats, standing reports, differences with their repairs."
  },
  "team.check": {
    schema: CheckDocument,
    title: "team.check",
    description: "What `team check --json` prints: whether the team is as its file has it."
  },
  "team.pass": {
    schema: PassDocument,
    title: "team.pass",
    description:
      "What `team replay --json` prints, one document a line: a pass's readings and the reports it said."
  },
  "team.register": {
    schema: RegisterDocument,
    title: "team.register",
    description:
      "What `team register --json` prints: the pane, processes and conversation recorded of a seat."
  },
  "team.launch": {
    schema: LaunchDocument,
    title: "team.launch",
    description:
      "What `team up`, `add`, `restart`, `down` and `remove` print with `--json`: each seat's record, or the plan."
  },
  "team.send": {
    schema: SendDocument,
    title: "team.send",
    description: "What `team send --json` prints: the message that was left, and what became of its line."
  },
  "team.messages": {
    schema: MessagesDocument,
    title: "team.messages",
    description: "What `team messages --json` prints: the messages of the seats, and the files not used."
  },
  "team.ack": {
    schema: AckDocument,
    title: "team.ack",
    description: "What `team ack --json` prints: the messages the seat says it has."
  },
  "team.hooks": {
    schema: HooksDocument,
    title: "team.hooks",
    description: "What `team hooks print|install|remove|status --json` prints."
  },
  "team.approve": {
    schema: ApproveDocument,
    title: "team.approve",
    description:
      "What `team approve --json` prints: how the file differs from its approval, and what is fixed."
  },
  "team.restore": {
    schema: RestoreDocument,
    title: "team.restore",
    description: "What `team init --restore --json` prints."
  },
  "team.report": {
    schema: ReportDocument,
    title: "team.report",
    description: "What `watch.notify_command` gets on its standard input: one report."
  },
  "team.usage": {
    schema: UsageDocument,
    title: "team.usage",
    description: "What `team usage --json` prints: the accounts as they count now."
  },
  "team.hold": {
    schema: HoldDocument,
    title: "team.hold",
    description: "What `team hold --json` prints: the holds that stand and what was changed."
  },
  "team.init": {
    schema: InitDocument,
    title: "team.init",
    description: "What `team init --json` prints."
  },
  "team.error": {
    schema: ErrorDocument,
    title: "team.error",
    description: "What any command prints with `--json` when it is refused or breaks."
  },
  "team.screen-score": {
    schema: ScoreDocument,
    title: "team.screen-score",
    description: "What `team screen test --json` prints: how a reader does on labelled captures."
  },
  "team.screen-explanation": {
    schema: ExplanationDocument,
    title: "team.screen-explanation",
    description: "What `team screen explain --json` prints: a screen's rows, its reading, and every rule."
  },
  "capture-label": {
    schema: CaptureLabel,
    title: "capture label",
    description: "The truth beside a saved screen: NAME.json for NAME.ansi."
  },
  frame: {
    schema: Frame,
    title: "frame",
    description: "One screen as `team screen read --frames` takes it, one object a line."
  },
  "screen-reading": {
    schema: ScreenReading,
    title: "screen reading",
    description: "What `team screen read` answers for a frame; for a file it also names the file."
  },
  evidence: {
    schema: Evidence,
    title: "evidence",
    description: "What `team explain --evidence` takes, one object a line."
  },
  "seat-reading": {
    schema: SeatReading,
    title: "seat reading",
    description: "What `team explain` answers for evidence."
  },
  "recording-line": {
    schema: RecordingLine,
    title: "recording line",
    description: "A line of the file `team watch --record` writes. It holds screens as they were."
  }
}

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)])
  )
}

const printed = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/**
 * The files of `contract/` by name, as they must be: JSON Schemas generated from the Schemas in use, and the registries
 * of spec 000 §6 as data. Keys are sorted, but for the team file's, which stand in the order a person writes them.
 */
export const contractFiles = (): ReadonlyMap<string, string> => {
  const schemas = Object.entries(SCHEMAS).map(
    ([name, { description, schema, title }]) =>
      [`${name}.schema.json`, printed(sorted({ ...JSONSchema.make(schema), title, description }))] as const
  )
  return new Map([
    ["team-file.schema.json", printed(teamFileJsonSchema())],
    ...schemas,
    ...Object.entries(REGISTRIES).map(
      ([name, registry]) => [`${name}.json`, printed(sorted(registry))] as const
    )
  ])
}

/** The generated pages of `docs/` by name. */
export const generatedPages = (): ReadonlyMap<string, string> =>
  new Map([["exit-codes.md", exitsPage(EXITS)]])
