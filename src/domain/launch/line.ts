import * as Either from "effect/Either"
import { lineProblem } from "../host/line.ts"
import { isShellName } from "../host/shell.ts"
import { cliLaunch } from "./clis.ts"
import { launchWords, quoted } from "./words.ts"

/** What stands where a launch line points: asked of the file system by the shell around this module. */
export type Found = "there" | "missing" | "not-executable"

/** Where a launch line's words are looked for. */
export interface LineLook {
  /** The command: by the PATH when it has no slash, else from the start folder, `~` being the home folder. */
  readonly command: (word: string) => Found
  /** Whether a path is there, from the start folder. */
  readonly path: (word: string) => boolean
}

/** What a look at a launch line found (spec 001 "Notes on a launch line"). A miss leaves the seat out; a note never does. */
export interface LineFinding {
  readonly miss: string | null
  readonly notes: ReadonlyArray<string>
}

const NOT_READ =
  "its launch line was not checked: a word of it quotes or substitutes text this version does not read"

const isPath = (word: string): boolean => word.includes("/") && !/^[a-z][a-z0-9+.-]*:\/\//iu.test(word)

const place = (word: string): string => (word.startsWith("~") ? "from `~`" : "from its start folder")

const missOf = (command: string, found: Found): string | null => {
  if (found === "there") return null
  const starts = `its launch line starts \`${command}\``
  if (found === "not-executable") return `${starts}, which is not executable`
  if (!command.includes("/")) return `${starts}, which is not on the PATH`
  return command.startsWith("/")
    ? `${starts}, which does not exist`
    : `${starts}, not found ${place(command)}`
}

/** The script that a shell is given as its first word, which must be there before the seat starts. */
const scriptOf = (command: string, args: ReadonlyArray<string>): string | null => {
  const name = command.split("/").at(-1) ?? command
  const [first] = args
  return isShellName(name) && first !== undefined && !first.startsWith("-") ? first : null
}

/** Checks a launch line against what is there. */
export const checkLine = (line: string, look: LineLook): LineFinding => {
  const words = launchWords(line)
  if (words === null) {
    const isBare = line.trim() === "" || /^(?:[A-Za-z_][A-Za-z0-9_]*=[^\s"'\\$`]*\s*)+$/u.test(line)
    return {
      miss: null,
      notes: [isBare ? "its launch line was not checked: its first word names no command" : NOT_READ]
    }
  }
  const { args, command } = words
  const miss = missOf(command, look.command(command))
  if (miss !== null) return { miss, notes: [] }
  const script = scriptOf(command, args)
  if (script !== null && !look.path(script)) {
    return { miss: `its launch line runs \`${script}\`, not found ${place(script)}`, notes: [] }
  }
  const paths = args.filter((word) => word !== script && !word.startsWith("-") && isPath(word))
  return {
    miss: null,
    notes: paths
      .filter((word) => !word.startsWith("/") && !look.path(word))
      .map((word) => `\`${word}\` is not there yet, not checked: the command may create it`)
  }
}

/** A launch line as it is run, and what it could not carry. */
export interface Composed {
  readonly line: string
  /** The rules travel on the line; else they are the seat's first message. */
  readonly rules: "option" | "message"
  /** Options that were added to the file's line, as words. */
  readonly added: ReadonlyArray<string>
  readonly notes: ReadonlyArray<string>
}

const NOT_EXTENDED =
  "its launch line is left as it is: options cannot be added behind text this version does not read"

/**
 * The line that starts a seat: the file's, with the options that make its screen readable and, where its CLI takes them so,
 * the standing rules read from `rulesPath` (null: it has none). Left: why no such line can be run.
 */
export const composeLine = (
  seat: { readonly cli: string; readonly launch: string },
  rulesPath: string | null
): Either.Either<Composed, string> => {
  const facts = cliLaunch(seat.cli)
  const words = launchWords(seat.launch)
  const line = seat.launch.trim()
  const whole = (composed: Composed): Either.Either<Composed, string> => {
    const problem = lineProblem(composed.line)
    return problem === null ? Either.right(composed) : Either.left(`its launch line can't be run: ${problem}`)
  }
  if (facts === null || words === null) {
    const misses = facts !== null && (facts.extra.length > 0 || facts.rules === "option")
    return whole({ line, rules: "message", added: [], notes: misses ? [NOT_EXTENDED] : [] })
  }
  const given = new Set(words.args.map((word) => word.split("=")[0] ?? word))
  const extra = facts.extra
    .filter(({ unless }) => !unless.some((option) => given.has(option)))
    .flatMap((one) => one.words)
  const added = extra.map(quoted)
  if (facts.rules === "message" || rulesPath === null)
    return whole({ line: [line, ...added].join(" "), rules: facts.rules, added: extra, notes: [] })
  // The shell reads the file: a text of many lines is never typed, and a long one would be cut by a terminal.
  const option = `--append-system-prompt "$(cat ${quoted(rulesPath)})"`
  return whole({ line: [line, ...added, option].join(" "), rules: "option", added: extra, notes: [] })
}
