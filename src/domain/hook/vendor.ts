/** A setting that says whether a CLI runs hooks at all: where it stands, and the value that means off. */
export interface HookSwitch {
  readonly path: ReadonlyArray<string>
  readonly off: boolean
}

/** Where a file of settings stands: `folder` below the home or the project, `file` in it. */
export interface HookFile {
  readonly folder: string
  readonly file: string
}

/** Whose settings: the person's, or those of one project. */
export type HookScope = "user" | "project"

/**
 * How one CLI takes hook commands, as data: a new CLI is one file in `vendors/` and one line in their list. Every one of
 * them keeps its hooks as JSON under the key `hooks`, an array for each event.
 */
export interface HookVendor {
  /** The name a team file has for it, a key of `HOOK_EVENTS`. */
  readonly cli: string
  /** What people call it. */
  readonly title: string
  readonly user: HookFile
  /** The project's own file; null where there is none. */
  readonly project: HookFile | null
  /** The variable that names another folder for `user`, and whether it stands for the folder or for the home above it. */
  readonly override: { readonly variable: string; readonly names: "folder" | "home" } | null
  /** `groups`: an event holds groups, each with an array of commands. `flat`: an event holds the commands themselves. */
  readonly shape: "groups" | "flat"
  /** How long the CLI waits for the command, in its own unit (seconds or milliseconds). */
  readonly timeout: number
  /** Events of `HOOK_EVENTS` that tell a turn in a relative of this CLI but that it does not fire itself. */
  readonly without: ReadonlyArray<string>
  /** What else the file must hold, written only where it is missing and never taken out. */
  readonly required: Readonly<Record<string, number>>
  readonly switches: ReadonlyArray<HookSwitch>
  /** A TOML file beside the settings that may switch hooks off. It is read, never written. */
  readonly toml: {
    readonly file: string
    readonly table: string
    readonly keys: ReadonlyArray<string>
  } | null
  /** A file beside the settings that some versions read hooks from instead. */
  readonly rival: string | null
  /** What a person must know after an install, one sentence each. */
  readonly notes: ReadonlyArray<string>
}
