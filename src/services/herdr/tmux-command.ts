/** One tmux command as its argument list. */
export type TmuxCommand = ReadonlyArray<string>

/** Commands that run together without anything in between; the first that fails ends the group. */
export type TmuxGroup = ReadonlyArray<TmuxCommand>

/** Stands between the fields of a format; `field` takes it out of everything a program can set. */
export const SEPARATOR = "\x1f"

const octal = (char: string): string => `\\${(char.codePointAt(0) ?? 0).toString(8).padStart(3, "0")}`

/**
 * Quotes one argument for tmux's own command parser: nothing in single quotes is special to it, not even a final `;`.
 * Quotes and control characters stand in double quotes beside them.
 */
export const quote = (argument: string): string =>
  `'${argument.replace(/'|[\u0000-\u001f\u007f]+/gu, (special) =>
    special === "'" ? `'"'"'` : `'"${Array.from(special, octal).join("")}"'`
  )}'`

/** A group as one line of tmux's command language. */
export const commandLine = (group: TmuxGroup): string =>
  group.map((command) => command.map(quote).join(" ")).join(" ; ")

/** A value set by a program or a person, each control character in it a space. */
export const field = (name: string): string => `#{s/[\u0001-\u001f\u007f]/ /:${name}}`

/** A format of several fields. */
export const format = (fields: ReadonlyArray<string>): string => fields.join(SEPARATOR)

/** Text where tmux expands formats (names, folders): `#` stands for itself. */
export const literal = (text: string): string => text.replace(/#(?!\[)/gu, "##")

/** Text a status line may draw: control characters and the beginnings of styles and formats are taken out of force. */
export const displayText = (text: string): string =>
  text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/gu, " ").replace(/#(?=[[({])/gu, "# ")

const IDENTITY = format([
  "#{pane_id}",
  "#{?pane_dead,1,0}",
  "#{?pane_in_mode,1,0}",
  "#{?pane_input_off,1,0}",
  "#{?pane_synchronized,1,0}"
])

/**
 * The command that sends keys only if the pane is there, alive, in no mode, open for input and not copied to others, all
 * looked at by the server in the moment of sending. Prints nothing when it sent, else the pane's state.
 */
export const guardedKeys = (pane: string, keys: TmuxCommand): TmuxCommand => [
  "if-shell",
  "-F",
  "-t",
  pane,
  `#{==:${IDENTITY},${format([pane, "0", "0", "0", "0"])}}`,
  commandLine([keys]),
  commandLine([["display-message", "-p", "-t", pane, IDENTITY]])
]
