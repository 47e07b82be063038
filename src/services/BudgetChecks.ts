import { homedir } from "node:os"
import process from "node:process"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { ApprovedCommand } from "../domain/approval/record.ts"
import type { AccountSpec, BudgetSpec } from "../domain/budget/account.ts"
import { type CheckFigure, parseCheckOutput } from "../domain/budget/check-output.ts"
import { checkObservations } from "../domain/budget/observe.ts"
import type { BudgetObservation } from "../domain/budget/reading.ts"
import * as text from "../domain/budget/texts.ts"
import { hashFile, isApprovedFile, resolveCommand } from "./approved-command.ts"
import { ProcessRunner } from "./ProcessRunner.ts"

/** How long a check command may take, in milliseconds, and how many bytes it may print. */
export const CHECK_TIMEOUT = 10_000
export const CHECK_BYTES = 4_096

/** How an account's check went. `Unapproved` it is not the file the owner approved · `Missing` no such command. */
export type CheckOutcome =
  | { readonly _tag: "Read"; readonly figures: ReadonlyArray<CheckFigure> }
  | { readonly _tag: "Unreadable" }
  | { readonly _tag: "Unapproved" }
  | { readonly _tag: "Missing" }

/** What a check runs with; nothing else of this process's environment reaches it. */
export interface CheckEnvironment {
  readonly path: string
  readonly home: string
  /** Milliseconds; `CHECK_TIMEOUT` when left out. */
  readonly timeout?: number
}

export interface BudgetChecksShape {
  /** The file a command name stands for, links resolved, and its sha256: what an approval records. None when it is not there. */
  readonly resolve: (command: string) => Effect.Effect<Option.Option<ApprovedCommand>>
  /** Runs an account's check if it still is the approved file. Never fails: the outcome says what went wrong. */
  readonly run: (
    account: Pick<AccountSpec, "kind" | "floor" | "check">,
    approved: ApprovedCommand | null
  ) => Effect.Effect<CheckOutcome>
}

const unreadable: CheckOutcome = { _tag: "Unreadable" }
const unapproved: CheckOutcome = { _tag: "Unapproved" }
const missing: CheckOutcome = { _tag: "Missing" }

const make = ({ home, path, timeout = CHECK_TIMEOUT }: CheckEnvironment) =>
  Effect.map(ProcessRunner, (runner): BudgetChecksShape => {
    const execute = (program: string, account: Pick<AccountSpec, "kind" | "floor">) =>
      runner
        .run({
          program,
          args: [],
          cwd: "/",
          emptyEnv: true,
          env: { PATH: path, HOME: home },
          timeout,
          // Nothing to wait for: what has not answered in time is killed with everything it started.
          grace: 0,
          maxBytes: CHECK_BYTES,
          dropStderr: true
        })
        .pipe(
          Effect.zip(Clock.currentTimeMillis),
          Effect.map(([{ code, stdout }, now]): CheckOutcome => {
            if (code !== 0) return unreadable
            return Option.match(parseCheckOutput(stdout, account, now), {
              onNone: () => unreadable,
              onSome: (figures): CheckOutcome => ({ _tag: "Read", figures })
            })
          }),
          Effect.orElseSucceed(() => unreadable)
        )
    return {
      resolve: (command) =>
        Effect.gen(function* () {
          const real = yield* resolveCommand(command, path)
          if (Option.isNone(real)) return Option.none()
          return Option.map(yield* hashFile(real.value), (sha256) => ({ path: real.value, sha256 }))
        }),
      run: (account, approved) =>
        Effect.gen(function* () {
          if (account.check === null) return missing
          const real = yield* resolveCommand(account.check, path)
          if (Option.isNone(real)) return missing
          if (approved === null || approved.path !== real.value) return unapproved
          const isApproved = isApprovedFile(approved)
          if (!(yield* isApproved)) return unapproved
          const outcome = yield* execute(real.value, account)
          // What was swapped while it ran was perhaps not what ran.
          return (yield* isApproved) ? outcome : unapproved
        })
    }
  })

/** The runner of budget check commands: the approved file, no arguments, `PATH` and `HOME`, in `/`. Output goes nowhere else. */
export class BudgetChecks extends Context.Tag("seatwatch/BudgetChecks")<BudgetChecks, BudgetChecksShape>() {
  static readonly layerWith = (
    environment: CheckEnvironment
  ): Layer.Layer<BudgetChecks, never, ProcessRunner> => Layer.effect(BudgetChecks, make(environment))

  /** With this process's own `PATH` and `HOME`. */
  static readonly layer: Layer.Layer<BudgetChecks, never, ProcessRunner> = Layer.effect(
    BudgetChecks,
    Effect.suspend(() =>
      make({ path: process.env["PATH"] ?? "/usr/bin:/bin", home: process.env["HOME"] ?? homedir() })
    )
  )

  /** No account has a check, for tests and embedding. */
  static readonly layerNone: Layer.Layer<BudgetChecks> = Layer.succeed(BudgetChecks, {
    resolve: () => Effect.succeedNone,
    run: () => Effect.succeed(missing)
  })
}

/** What one round of check commands gave: sights to fold, and a line for each check that gave none. */
export interface ChecksRead {
  readonly seen: ReadonlyArray<BudgetObservation>
  readonly said: ReadonlyArray<string>
}

const lineOf = ({ check, name }: AccountSpec, outcome: Exclude<CheckOutcome, { readonly _tag: "Read" }>) => {
  switch (outcome._tag) {
    case "Unreadable":
      return text.checkUnreadable(name)
    case "Unapproved":
      return text.checkUnapproved(name)
    case "Missing":
      return text.checkMissing(name, check ?? "")
  }
}

/** Runs the check of every account whose sources list one, side by side. `approved` are the approval record's `checks`. */
export const readChecks = (
  spec: Pick<BudgetSpec, "accounts">,
  approved: Readonly<Record<string, ApprovedCommand>>
): Effect.Effect<ChecksRead, never, BudgetChecks> =>
  Effect.flatMap(BudgetChecks, ({ run }) =>
    Effect.forEach(
      spec.accounts.filter(({ check, sources }) => check !== null && sources.includes("check")),
      (account) => {
        const { name } = account
        const record = Object.hasOwn(approved, name) ? (approved[name] ?? null) : null
        return Effect.map(run(account, record), (outcome) =>
          outcome._tag === "Read"
            ? { seen: checkObservations(name, outcome.figures), said: [] }
            : { seen: [], said: [lineOf(account, outcome)] }
        )
      },
      // A check that hangs must not make the others wait: there are as many as accounts.
      { concurrency: "unbounded" }
    )
  ).pipe(
    Effect.map((rounds) => ({
      seen: rounds.flatMap(({ seen }) => seen),
      said: rounds.flatMap(({ said }) => said)
    }))
  )
