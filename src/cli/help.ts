import { COMMANDS, type Group } from "./commands.ts"

const GROUPS: ReadonlyArray<Group> = ["look", "run", "talk", "set up"]

/** What `team --help` prints: the commands by what a person wants to do (design §8). */
export const overview = (version: string): string => {
  const width = Math.max(...COMMANDS.map((command) => command.name.length))
  const groups = GROUPS.map((group) => {
    const rows = COMMANDS.filter((command) => command.group === group).map(
      (command) => `  ${command.name.padEnd(width)}  ${command.summary}`
    )
    return `${group}\n${rows.join("\n")}`
  })
  return [
    `team ${version} — watches a team of coding agents in terminal panes`,
    "",
    "Usage: team <command> [options]",
    "",
    groups.join("\n\n"),
    "",
    "team <command> --help shows a command's options and an example.",
    "team --completions bash|fish|zsh prints a completion script.",
    ""
  ].join("\n")
}
