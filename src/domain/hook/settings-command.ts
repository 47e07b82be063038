/** Control characters end a line of sh, or hide one: no path with them is ever written into a command. */
const CONTROL = /[\u0000-\u001f\u007f\u0085\u2028\u2029]/

const baseName = (path: string): string => path.slice(path.lastIndexOf("/") + 1)

const PROGRAMS: ReadonlySet<string> = new Set(["team", "team.mjs"])

/** Whether a program of this path is known again as ours once it stands in somebody's settings. */
export const isTeamProgram = (path: string): boolean => PROGRAMS.has(baseName(path))

/** One word of sh, whatever it holds: in single quotes. */
const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`

/** What an engine needs between its name and the script: Deno asks for every permission it is not given. */
const engineWords = (engine: string): ReadonlyArray<string> =>
  baseName(engine).startsWith("deno") ? ["run", "-A"] : []

/**
 * The start of every hook command: the program by itself where it can be run, else the engine with the script. Null when
 * the script isn't called as the package calls it, a path isn't absolute or holds a control character.
 */
export const hookProgram = (self: ReadonlyArray<string>, executable: boolean): string | null => {
  const [engine, script] = self
  if (engine === undefined || script === undefined) return null
  const paths = executable ? [script] : [engine, script]
  if (!isTeamProgram(script)) return null
  if (paths.some((path) => !path.startsWith("/") || CONTROL.test(path))) return null
  const words = executable ? [script] : [engine, ...engineWords(engine), script]
  return words.map(quoted).join(" ")
}

/** The whole command of one event. */
export const hookCommand = (program: string, cli: string, event: string): string =>
  `${program} hook ${cli} ${event}`

/** A simple command of sh as words; null where it is more than words (a variable, a pipe, a second command). */
const wordsOf = (command: string): ReadonlyArray<string> | null => {
  const words: Array<string> = []
  let word: string | null = null
  for (let at = 0; at < command.length; at += 1) {
    const letter = command[at] ?? ""
    if (letter === " " || letter === "\t") {
      if (word !== null) words.push(word)
      word = null
    } else if (letter === "'" || letter === '"') {
      const end = command.indexOf(letter, at + 1)
      if (end < 0) return null
      const inside = command.slice(at + 1, end)
      if (letter === '"' && /[$`\\]/.test(inside)) return null
      word = (word ?? "") + inside
      at = end
    } else if (letter === "\\") {
      at += 1
      const next = command[at]
      if (next === undefined || next === "\n") return null
      word = (word ?? "") + next
    } else if (/[\w@%+=:,./~^-]/.test(letter) || letter > "\u007f") {
      word = (word ?? "") + letter
    } else return null
  }
  if (word !== null) words.push(word)
  return words
}

/**
 * Whether a command of somebody's settings is one of ours for this CLI, of this version or an older one: `team` (or
 * `team.mjs`, perhaps behind the engine that runs it), then `hook`, the CLI and one event.
 */
export const isOurCommand = (command: string, cli: string): boolean => {
  if (command.length > 8_192) return false
  const words = wordsOf(command)
  if (words === null || words.length < 4) return false
  const [program = "", hook, named, event = ""] = words.slice(-4)
  const [engine, ...more] = words.slice(0, -4)
  const runs =
    engine === undefined ||
    (/^(?:node|nodejs|deno|bun)(?:[-.0-9]*)$/.test(baseName(engine)) &&
      more.join(" ") === engineWords(engine).join(" "))
  return (
    runs && hook === "hook" && named === cli && /^[A-Za-z][A-Za-z-]*$/.test(event) && isTeamProgram(program)
  )
}
