/** What `team init` knows when it writes the first file. */
export interface SkeletonOptions {
  readonly project: string
  /** Where the JSON Schema is, for the editor: a `file:` URL or a path relative to the team file; null leaves the line out. */
  readonly schema: string | null
  /** The project's root as a trust entry would have it, absolute or starting with `~`. */
  readonly root: string
  /** The default branch, for teams that work in worktrees. */
  readonly branch?: string
}

/** A project name a folder's name gives: every other character becomes `-`; `project` when nothing is left. */
export const projectNameOf = (folder: string): string => {
  const name = folder
    .replaceAll(/[^A-Za-z0-9._-]+/g, "-")
    .replace(/^[^A-Za-z0-9]+/, "")
    .slice(0, 64)
  return name === "" ? "project" : name
}

/** The path for the schema line when the package is installed in the project itself. */
export const LOCAL_SCHEMA = "../node_modules/seatwatch/contract/team-file.schema.json"

// Double-quoted YAML takes JSON's escapes; the folder's name is not ours.
const quoted = (text: string): string => (/^[~/A-Za-z0-9._-]+$/.test(text) ? text : JSON.stringify(text))

/**
 * The text of a first team file: it is valid as it stands (its models are placeholders: version "0"), and shows
 * everything else as comments. The first line tells editors where the JSON Schema is.
 */
export const renderSkeleton = (options: SkeletonOptions): string => {
  const schema =
    options.schema === null
      ? []
      : [`# yaml-language-server: $schema=${options.schema.replaceAll(/\s/g, "%20")}`]
  return [
    ...schema,
    "# The team of this project. Private to this clone: .git/info/exclude keeps .agents/ out of git.",
    "# Check it with `team check`; start watching with `team watch`.",
    "format: 1",
    // A name such as `on` or `12` is text only in quotes.
    `project: ${JSON.stringify(projectNameOf(options.project))}`,
    "",
    "# The seat that talks to you.",
    "operator: lead",
    "",
    "# Folders the seats may work in.",
    "trust:",
    "  - ~/.config/team/lobby",
    `  - ${quoted(options.root)}`,
    "",
    "workspace:",
    "  mode: shared",
    "  # One worktree for each task instead:",
    "  # mode: worktree",
    "  # path: ../worktrees/{task}",
    `  # base: ${options.branch ?? "main"}`,
    "",
    "# watch:",
    "#   interval: 120s       # time between two passes",
    "#   idle_first: 300s     # quiet this long: the lead is told (may only be shorter)",
    "#   idle_owner: 900s     # quiet this long: the owner is told (may only be shorter)",
    "#   idle_repeat: 30m     # say an idle seat again after this long",
    "#   checks:",
    "#     extra: off         # attention, missing, model-drift and approval always run",
    "",
    "# machine:",
    "#   load_max: 6          # load per core",
    "#   memory_min: 15%",
    "#   disk_min: 10GB",
    "",
    "# rules:",
    '#   - "A line every seat is given with its standing rules."',
    "",
    "seats:",
    "  - role: orchestrator",
    "    name: lead",
    "    leads: true",
    "    cli: claude-code",
    "    vendor: anthropic",
    "    model: Claude",
    '    version: "0"         # your version, in quotes; "0" declares none',
    "    launch: claude",
    "",
    "  - role: implementer",
    "    name: worker",
    "    cli: codex",
    "    vendor: openai",
    "    model: GPT",
    '    version: "0"',
    "    launch: codex",
    "    # count: 2           # worker and worker-2",
    "    # parked: true       # runs, and its idle is never reported",
    ""
  ].join("\n")
}
