/** A launch line taken apart: plain words alone, nothing that a shell would quote, expand or join. */
export interface LaunchWords {
  /** `NAME=value` words before the command. */
  readonly assignments: ReadonlyArray<string>
  readonly command: string
  readonly args: ReadonlyArray<string>
}

// Whatever a shell gives a meaning of its own; `=` and `~` are read below.
const SPECIAL = /["'\\$`<>|&;(){}[\]*?!#]/u
const ASSIGNMENT = /^[A-Za-z_][A-Za-z0-9_]*=/u

/** The words of a launch line, or null where it quotes, substitutes, joins commands, or names no command. */
export const launchWords = (line: string): LaunchWords | null => {
  if (SPECIAL.test(line)) return null
  const words = line.split(/[ \t]+/u).filter((word) => word !== "")
  const first = words.findIndex((word) => !ASSIGNMENT.test(word))
  const command = first === -1 ? undefined : words[first]
  if (command === undefined) return null
  return { assignments: words.slice(0, first), command, args: words.slice(first + 1) }
}

const PLAIN = /^[A-Za-z0-9_./:@%+=,-]+$/u

/** A word as a POSIX shell reads it back: plain as it is, else in single quotes. */
export const quoted = (word: string): string =>
  PLAIN.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
