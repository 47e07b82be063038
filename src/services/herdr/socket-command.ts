import process from "node:process"

// Quoted too are `=` (an assignment, zsh's command lookup), `~` and `%` (home and job), everything a shell might expand.
const PLAIN = /^[A-Za-z0-9_./:@+,-]+$/
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ud800-\udfff]/u

/**
 * Longest command line in bytes. A shell that is still starting reads its terminal in line mode, where a longer line is
 * cut or lost together with its Enter: 4096 bytes on Linux, 1024 on macOS.
 */
export const commandLimit = (platform: string = process.platform): number =>
  platform === "linux" ? 4_000 : 1_000

/** One word for a POSIX shell: as it is when nothing in it is special, else in single quotes. */
export const quoteWord = (word: string): string =>
  PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`

/** Program and arguments as one shell line, or why they cannot be one. The answer never holds an argument. */
export const commandLine = (
  command: ReadonlyArray<string>,
  platform: string = process.platform
): { readonly line: string } | { readonly problem: string } => {
  if (command.length === 0 || command[0] === "") return { problem: "there is no program to run" }
  if (command.some((word) => CONTROL.test(word))) {
    return { problem: "an argument holds a control character or a line break" }
  }
  const line = command.map(quoteWord).join(" ")
  const bytes = Buffer.byteLength(line)
  const limit = commandLimit(platform)
  return bytes > limit ? { problem: `the command line has ${bytes} bytes, more than ${limit}` } : { line }
}

/** True when every variable has a name herdr and a shell take and a value without a NUL. */
export const isEnvironment = (env: Readonly<Record<string, string>>): boolean =>
  Object.entries(env).every(([name, value]) => name !== "" && !/[=\0]/.test(name) && !value.includes("\0"))
