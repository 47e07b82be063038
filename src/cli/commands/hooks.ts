import * as Args from "@effect/cli/Args"
import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { wantedEntries } from "../../domain/hook/settings-record.ts"
import type { HookScope, HookVendor } from "../../domain/hook/vendor.ts"
import { HOOK_VENDORS } from "../../domain/hook/vendors/index.ts"
import { HookRecords } from "../../services/HookRecords.ts"
import { type HookLook, HookSettings } from "../../services/HookSettings.ts"
import { withHelp } from "../command.ts"
import { Invocation } from "../Invocation.ts"
import { line, note, Output, json as printJson } from "../Output.ts"
import * as common from "../options.ts"
import {
  coloured,
  diffLines,
  entryOf,
  type HooksDocument,
  statusLine,
  unreadableEntry
} from "../render/hooks.ts"
import { programNotes, programOf, refusal, vendorNamed, withSettings } from "./hooks-cli.ts"

/** When the newest hook of a CLI was seen, epoch ms; null when none was. */
export type HookSeen<R = never> = (cli: string) => Effect.Effect<number | null, never, R>

const cliArg = Args.text({ name: "CLI" }).pipe(
  Args.withDescription(`whose settings: ${HOOK_VENDORS.map(({ cli }) => cli).join(", ")}`)
)
const scopeOption = Options.choice("scope", ["user", "project"]).pipe(
  Options.withDefault<HookScope>("user"),
  Options.withDescription("the person's settings, or those of this project")
)
const dryRunOption = Options.boolean("dry-run").pipe(
  Options.withDescription("show the change and write nothing")
)

const document = (action: HooksDocument["action"], more: Partial<HooksDocument>): HooksDocument => ({
  format: 1,
  kind: "team.hooks",
  action,
  changed: false,
  dry_run: false,
  hooks: [],
  diff: null,
  snippet: null,
  notes: [],
  ...more
})

/** What a person must know about the settings a hook stands in now. */
const notesOf = (vendor: HookVendor, look: HookLook, program: string): ReadonlyArray<string> => [
  ...vendor.notes,
  ...(look.off === null ? [] : [`hooks are switched off (${look.off}): change that line, or none will run`]),
  ...(look.rival === null ? [] : [`${look.rival} is there too: some versions read hooks from it alone`]),
  ...programNotes(program)
]

/** What stands for all events, as a person would paste it. */
const snippetOf = (vendor: HookVendor, program: string): string =>
  JSON.stringify(
    {
      ...vendor.required,
      hooks: Object.fromEntries([...wantedEntries(vendor, program)].map(([event, entry]) => [event, [entry]]))
    },
    null,
    2
  )

const print = Command.make(
  "print",
  { cli: cliArg, scope: scopeOption, json: common.json },
  ({ cli, json, scope }) =>
    Effect.gen(function* () {
      const vendor = yield* vendorNamed("hooks print", cli)
      const program = yield* programOf("hooks print")
      const snippet = snippetOf(vendor, program)
      yield* Effect.gen(function* () {
        const settings = yield* HookSettings
        const path = settings.pathOf(vendor, scope)
        // The snippet is for those whose file can't be edited, so a file that can't be read does not matter here.
        const look = yield* Effect.option(settings.look(vendor, scope))
        const notes = Option.match(look, {
          onNone: () => [...vendor.notes, ...programNotes(program)],
          onSome: (read) => notesOf(vendor, read, program)
        })
        if (json) {
          const hooks = Option.match(look, { onNone: () => [], onSome: (read) => [entryOf(read, null)] })
          return yield* printJson(document("print", { hooks, snippet, notes }))
        }
        if (path !== null) yield* note(`for ${path}:`)
        yield* line(snippet)
        yield* Effect.forEach(notes, (text) => note(`note: ${text}`), { discard: true })
      }).pipe(withSettings("hooks print", program))
    })
).pipe(withHelp("Prints the hooks of a CLI as JSON to paste.", ["team hooks print claude-code"]))

const changing = (
  action: "install" | "remove",
  cli: string,
  scope: HookScope,
  dry: boolean,
  asJson: boolean
) =>
  Effect.gen(function* () {
    const words = `hooks ${action}`
    const vendor = yield* vendorNamed(words, cli)
    // What is ours is known by its words, whatever program runs it: a removal needs none.
    const found = programOf(words)
    const program = yield* action === "install" ? found : Effect.orElseSucceed(found, () => "")
    yield* Effect.gen(function* () {
      const settings = yield* HookSettings
      const { colour } = yield* Output
      const look = yield* settings.look(vendor, scope)
      const change = yield* settings.plan(look, action)
      const notes = action === "install" ? notesOf(vendor, look, program) : []
      const diff = change.changes ? diffLines(change) : []
      if (!asJson) yield* Effect.forEach(colour ? coloured(diff) : diff, line, { discard: true })
      const made = dry ? null : yield* settings.write(change)
      const changed = change.changes && !dry
      if (asJson) {
        const state = action === "install" ? "installed" : "absent"
        const now: HookLook = dry ? look : { ...look, state, differences: [] }
        return yield* printJson(
          document(action, {
            changed,
            dry_run: dry,
            hooks: [entryOf(now, null)],
            diff: change.changes ? `${diff.join("\n")}\n` : null,
            notes
          })
        )
      }
      if (!change.changes) {
        const already = action === "install" ? "already installed" : "not installed"
        yield* line(`${vendor.cli}: ${already} in ${look.path}, nothing changed`)
      } else if (dry) yield* line(`would write ${look.path}; nothing changed`)
      else {
        if (made !== null) yield* line(`made the folder ${made}`)
        yield* line(`wrote ${look.path}${look.file === look.path ? "" : `, which leads to ${look.file}`}`)
      }
      yield* Effect.forEach(notes, (text) => line(`note: ${text}`), { discard: true })
    }).pipe(
      Effect.catchTag("HookSettingsError", (error) => refusal(words)(error)),
      withSettings(words, program)
    )
  })

const install = Command.make(
  "install",
  { cli: cliArg, scope: scopeOption, dryRun: dryRunOption, json: common.json },
  ({ cli, dryRun, json, scope }) => changing("install", cli, scope, dryRun, json)
).pipe(
  withHelp("Puts the hooks into the CLI's own settings; everything else in them stays as it is.", [
    "team hooks install claude-code --dry-run",
    "team hooks install codex",
    "team hooks install claude-code --scope project"
  ])
)

const remove = Command.make(
  "remove",
  { cli: cliArg, scope: scopeOption, dryRun: dryRunOption, json: common.json },
  ({ cli, dryRun, json, scope }) => changing("remove", cli, scope, dryRun, json)
).pipe(
  withHelp("Takes exactly team's hooks out of the CLI's own settings.", ["team hooks remove claude-code"])
)

const statusOf = <R>(seen: HookSeen<R>) =>
  Command.make(
    "status",
    { cli: Args.optional(cliArg), scope: scopeOption, json: common.json },
    ({ cli, json, scope }) =>
      Effect.gen(function* () {
        const words = "hooks status"
        const one = yield* Option.match(cli, {
          onNone: () => Effect.succeed(null),
          onSome: (name) => vendorNamed(words, name)
        })
        const program = yield* programOf(words)
        const entry = (vendor: HookVendor) =>
          Effect.gen(function* () {
            const settings = yield* HookSettings
            return entryOf(yield* settings.look(vendor, scope), yield* seen(vendor.cli))
          })
        /** One CLI's bad file does not hide the others. */
        const orProblem = (vendor: HookVendor) =>
          Effect.catchTag(entry(vendor), "HookSettingsError", ({ message }) =>
            Effect.gen(function* () {
              const path = (yield* HookSettings).pathOf(vendor, scope)
              return unreadableEntry(
                { cli: vendor.cli, scope, path, problem: message },
                yield* seen(vendor.cli)
              )
            })
          )
        const entries = yield* (
          one === null ? Effect.forEach(HOOK_VENDORS, orProblem) : Effect.map(entry(one), (read) => [read])
        ).pipe(
          Effect.catchTag("HookSettingsError", (error) => refusal(words)(error)),
          withSettings(words, program)
        )
        if (json) return yield* printJson(document("status", { hooks: entries }))
        yield* Effect.forEach(entries, (each) => line(statusLine(each)), { discard: true })
      })
  ).pipe(
    withHelp("Says whether the hooks of a CLI, or of every CLI, are installed and were seen.", [
      "team hooks status",
      "team hooks status codex"
    ])
  )

/** `team hooks` over what knows the newest hook record of a CLI. */
export const hooksCommand = <R>(seen: HookSeen<R>) =>
  Command.make("hooks").pipe(
    Command.withSubcommands([print, install, remove, statusOf(seen)]),
    withHelp("Prints, installs, removes or looks at the hooks a CLI reports its turns by.", [
      "team hooks install claude-code --dry-run",
      "team hooks status"
    ])
  )

/** When any process of a CLI wrote a hook record last, within the day that records count. */
const newestOf: HookSeen<Invocation> = (cli) =>
  Effect.gen(function* () {
    const { env } = yield* Invocation
    const { records } = yield* Effect.provide(
      Effect.flatMap(HookRecords, (hookRecords) => hookRecords.read),
      HookRecords.layerFor(env)
    )
    return records.reduce<number | null>(
      (newest, { at, cli: whose }) => (whose === cli && (newest === null || at > newest) ? at : newest),
      null
    )
  })

/** `team hooks`: the hook commands in a CLI vendor's own settings. */
export const hooks = hooksCommand(newestOf)
