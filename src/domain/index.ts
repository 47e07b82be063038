/**
 * What is true, as pure functions and Schemas: nothing here asks a clock, a host or a file.
 * Instants are epoch milliseconds, durations whole milliseconds.
 */

// approval: the signed record of the file, and what takes effect
export { ApprovalFacts } from "./approval/check.ts"
export { type ApprovalDifference, approvalDifferences } from "./approval/differences.ts"
export { inForce } from "./approval/in-force.ts"
export { ApprovalRecord } from "./approval/record.ts"
export { judge, type Verdict } from "./approval/verdict.ts"
// budget: accounts and what counts of them (spec 000 §3.3 check 16)
export { AccountSpec, BudgetSpec, noBudgets } from "./budget/account.ts"
export { type AccountCount, countAccounts } from "./budget/counts.ts"
export { foldReadings } from "./budget/fold.ts"
export { BudgetObservation, BudgetReading } from "./budget/reading.ts"
export { BudgetRow, budgetRows } from "./budget/rows.ts"
// caller: who runs a command, and what they may
export { type CallerFacts, callerOf, type Who } from "./caller/caller.ts"
export { type Action, may } from "./caller/rights.ts"
// check: the sixteen, and what one of your own looks like (spec 000 §3.3)
export { CHECKS } from "./check/all.ts"
export type { Check, CheckContext, SeatCheck, TeamCheck } from "./check/check.ts"
export { ALWAYS_ON, CHECK_NAMES, CheckName, isAlwaysOn } from "./check/names.ts"
// hooks: what a CLI's own turn signal says (spec 000 §3.1)
export { hookOf } from "./hook/belongs.ts"
export { HOOK_CLIS, HOOK_EVENTS, type HookEvent } from "./hook/events.ts"
export { HookRecord } from "./hook/record.ts"
export type { HookVendor } from "./hook/vendor.ts"
// host: panes and processes as plain data
export {
  AbsentReason,
  HostName,
  Listing,
  Pane,
  PaneProcesses,
  PaneRead,
  ProcessId,
  Workspace
} from "./host/pane.ts"
export { MachineReading } from "./machine/reading.ts"
// mailbox: messages, receipts, acks, drops, pending markers
export { BODY_BYTES, bodyOf } from "./mailbox/body.ts"
export {
  Message as MailMessage,
  Pending as MailPending,
  Receipt as MailReceipt,
  Shown
} from "./mailbox/record.ts"
export { type MailRefusal, type RefusedMail, refusedText } from "./mailbox/refused.ts"
export { MailItem, SeatMail, seatMailOf } from "./mailbox/seat-mail.ts"
export { isExpired, MAX_ENTERS, MAX_TRIES, type Retry, retryOf, waiting } from "./mailbox/waiting.ts"
export { Hold, holdInForce } from "./pass/hold.ts"
// pass: (snapshot, memory) → (readings, reports, memory) (design §2)
export { emptyMemory, PassMemory, SeatMemory } from "./pass/memory.ts"
export { type PassResult, pass } from "./pass/pass.ts"
export { RecordedLine } from "./pass/recording.ts"
export type { SeatView } from "./pass/seat-view.ts"
export { HostAnswer, Launched, SeatFacts, Snapshot } from "./pass/snapshot.ts"
export { MachineLimits, SeatSpec, TeamView } from "./pass/team-view.ts"
export { type OuterLevels, teamViewOf } from "./pass/team-view-of.ts"
export { heartbeatOf, isHeartbeatFresh, WatchRecord } from "./pass/watch-record.ts"
// report: said once, kept, repeated (spec 000 §3.4, §3.5)
/** The texts of the reports. */
export * as ReportText from "./report/catalogue.ts"
export { type Difference, differencesOf } from "./report/differences.ts"
export { ReportDocument, reportDocuments } from "./report/document.ts"
export type { Finding } from "./report/finding.ts"
/** What a check answers: `once`, `keep`, `memory`. */
export * as Findings from "./report/finding.ts"
export { CLEAR_PASSES, emptyReportMemory, type Found, foldFindings, ReportMemory } from "./report/memory.ts"
export { Addressee, Origin, Report, StandingReport } from "./report/report.ts"
// screen: what a pane shows, read by the profile of its CLI (design §5)
export { Cursor, Frame } from "./screen/frame.ts"
export { BLOCKING_KINDS, isBlockingKind, ScreenKind } from "./screen/kinds.ts"
export { Profile } from "./screen/profile.ts"
export { PROFILES, profileOf } from "./screen/profiles/index.ts"
export { readScreen, readWith } from "./screen/read.ts"
export { ErrorClass, ScreenReading } from "./screen/reading.ts"
export {
  moreCautious,
  type Profiles as ScreenProfiles,
  profilesOf,
  type Reader as ScreenReader,
  readScreenWith,
  shippedOnly,
  USER_BUDGET
} from "./screen/user-profile.ts"
// seat: words, evidence, the ranked reading (spec 000 §3.1)
export { Evidence, HookFact, ProcessVerdict, ReadingWindows, Traces } from "./seat/evidence.ts"
export {
  CLI_HOOK_FRESH,
  FUTURE_SKEW,
  newestTrace,
  readSeat,
  SeatReading,
  showsWork,
  Why
} from "./seat/reading.ts"
export { Source, StateWord } from "./seat/words.ts"
// supervision: who watches, in five states
export {
  BeatRecord,
  PresenceRecord,
  StandDownRecord,
  Tier,
  TierState,
  TierStatus
} from "./supervision/payload.ts"
export { lastOut, type Peer } from "./supervision/presence.ts"
export { type FileSeen, type Seen, supervisionOf, type TierSeen, tierStatus } from "./supervision/status.ts"
export { supervisionText } from "./supervision/text.ts"
export {
  BEAT,
  isSeatTier,
  isTier,
  SEAT_TIERS,
  type SeatTier,
  STALE_AFTER,
  TIERS
} from "./supervision/tiers.ts"
// team: the file
export { type Decoded, decodeTeamFile } from "./team/decode.ts"
export {
  leadOf,
  operatorOf,
  seatCeiling,
  /** A valid team file with its defaults filled in; the service that finds and reads one is `TeamFile`. */
  TeamFile as TeamFileData
} from "./team/file.ts"
export { seatFingerprint } from "./team/fingerprint.ts"
export { teamFileJsonSchema } from "./team/json-schema.ts"
export type { Problem, YamlNode } from "./team/node.ts"
export { Seat } from "./team/seat.ts"
// text: untrusted words made fit to print
export { cleanText } from "./text/clean.ts"
export { nearest } from "./text/nearest.ts"
// threshold: durations, levels, tighten only (spec 000 §3.2)
export { parseMs, printMs } from "./threshold/duration.ts"
export {
  type Chain,
  type Resolution,
  resolveThresholds,
  SHIPPED_THRESHOLDS,
  Thresholds
} from "./threshold/resolve.ts"
export { Declared, Level, LivenessWord, NOTHING, SETTINGS, type Setting } from "./threshold/words.ts"
// typing: the three lines, when they are due, and how a delivery ends
export type { SeatHeld } from "./typing/held.ts"
export { RING, type TypedLine, triggerLine } from "./typing/line.ts"
export { type Outcome, type Reason, reasonText } from "./typing/outcome.ts"
export { type Intent, LineName, TypedFact, Typing, workDrop } from "./typing/typed.ts"
