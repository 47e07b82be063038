/**
 * What is out there: one Tag a file, its layers as statics or beside it. Every service is replaceable by a layer of
 * your own, and nothing fails but through its typed error.
 */

// what the owner approved, and who calls
export { type ApprovalRead, Approvals, type ApproveInput } from "./Approvals.ts"
export { ApprovalError } from "./approvals/error.ts"
export { type ApprovedTeam, approvedTeam, fingerprintsOfFile } from "./approvals/present.ts"
// who watches: beats and stand-downs
export {
  type Armed,
  type ArmOptions,
  type BeatOptions,
  BeatRefused,
  Beats,
  type BeatsShape,
  BeatUnwritten
} from "./Beats.ts"
export { BudgetChecks, type CheckOutcome } from "./BudgetChecks.ts"
export { type BudgetRoundsOptions, makeBudgetRounds } from "./BudgetRounds.ts"
export { Budgets, type BudgetsShape } from "./Budgets.ts"
export type { MemoryFile } from "./beat/memory.ts"
export { Caller } from "./Caller.ts"
// what is typed: one line into one box, under the seat's lock
export {
  type Deliveries,
  type DeliveriesOptions,
  makeDeliveries,
  NUDGE_TEXT,
  type WorkDrops
} from "./Deliveries.ts"
// the watch and what a pass is made from
export { Facts, type FactsAnswer, type FactsQuestion } from "./Facts.ts"
export { type GatherInput, gather } from "./Gather.ts"
export { Git, GitError, type GitPlace } from "./Git.ts"
export { type HeldTry, tryHeld } from "./HeldSend.ts"
// the host: herdr, tmux or memory behind one contract (design §3)
export {
  type DisplayLines,
  Herdr,
  type HerdrShape,
  type HostChange,
  HostError,
  type HostReason,
  type Key,
  type NewWorkspace
} from "./Herdr.ts"
export { HookRecords, stateFolder } from "./HookRecords.ts"
export { type HookChange, type HookLook, HookSettings, HookSettingsError } from "./HookSettings.ts"
export { type MemoryControl, MemoryHost, type MemoryPaneInit, type MemoryScreen } from "./herdr/memory.ts"
export { patient } from "./herdr/patient.ts"
export { HOST_CHOICES, type HostChoice, type HostOptions, layerHost, NoHost } from "./herdr/select.ts"
export { type HerdrOptions, layerHerdr } from "./herdr/socket.ts"
export { layerTmux, type TmuxOptions } from "./herdr/tmux.ts"
export { Machine } from "./Machine.ts"
// messages to seats
export {
  type Listed,
  Mailbox,
  MailboxError,
  type MailboxOptions,
  type MailboxShape,
  type MailList,
  type MailLook,
  type SeatLook,
  type SendInput,
  type Sent
} from "./Mailbox.ts"
// what the watch tells and keeps
export { type Addressed, type Notice, Notifier, type NotifyOutcome } from "./Notifier.ts"
export type { Channel } from "./notifier/channel.ts"
export { Processes, ProcessesError } from "./Processes.ts"
// programs and processes
export { ProcessError, ProcessRunner, type RunOptions, type RunResult } from "./ProcessRunner.ts"
// a person's screen profiles
export { Profiles, type ProfilesRead, type ProfilesShape } from "./Profiles.ts"
// the team file and the levels around it
export { NotARepo, Project, type ProjectPlace, type ProjectShape, teamFilePath } from "./Project.ts"
export { RECORDING_FORMAT, RECORDING_KIND, Recorder, RecorderError } from "./Recorder.ts"
export { type Registered, type RegisterOptions, RegisterRefused, registerSeat } from "./Register.ts"
export { ReportCommand, type ReportCommandOptions } from "./ReportCommand.ts"
export { RecordingError, type RecordingReason, readRecording } from "./recording.ts"
export { SeatLock, SeatLockError, type SeatLockWait } from "./SeatLock.ts"
export { type MessageSent, type SendMessage, sendMessage } from "./SendMessage.ts"
export {
  type Judge,
  ProjectState,
  SessionRecord,
  SessionState,
  type SessionStateShape,
  WatchAlready
} from "./SessionState.ts"
export {
  configFolder,
  type ProjectEntry,
  Settings,
  type SettingsRead,
  type SettingsShape
} from "./Settings.ts"
export { type StateError, StateUnreadable, StateUnwritten } from "./StateFile.ts"
export { StateLock, StateLockError } from "./StateLock.ts"
export {
  decodeText,
  formatProblem,
  formatWarning,
  type LoadedTeam,
  TeamFile,
  type TeamFileError,
  TeamFileInvalid,
  TeamFileMissing,
  type TeamFilePlace,
  type TeamFileShape,
  TeamFileUnreadable,
  type Where
} from "./TeamFile.ts"
export { LOG_BYTES, TeamLog } from "./TeamLog.ts"
export { type OpenTeam, openTeam } from "./TeamSource.ts"
export { TraceReader, type TracesRead } from "./TraceReader.ts"
export { type Delivery, deliver } from "./Typist.ts"
export { type Target, targetOf } from "./typing-target.ts"
export { type Instant, WallClock } from "./WallClock.ts"
export {
  makeWatch,
  runWatch,
  SPACING,
  type Step,
  type TeamNow,
  type WatchOptions,
  type WatchServices
} from "./Watch.ts"
