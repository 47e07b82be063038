import type { RunResult } from "../ProcessRunner.ts"
import type { GroupAnswer } from "./tmux-client.ts"
import { commandLine, type TmuxGroup } from "./tmux-command.ts"

const okMarker = (nonce: string, index: number): string => `${nonce}.${index}.ok`
const endMarker = (nonce: string, index: number): string => `${nonce}.${index}.end`

/**
 * Groups as a file for `source-file -`: tmux reads them from stdin (so nothing stands in a process list) and a group that
 * fails costs no other. Markers say where each answer ends and whether its group ran to its end.
 */
export const script = (groups: ReadonlyArray<TmuxGroup>, nonce: string): string =>
  groups
    .map((group, index) => {
      const line = commandLine([...group, ["display-message", "-p", okMarker(nonce, index)]])
      return `${line}\n${commandLine([["display-message", "-p", endMarker(nonce, index)]])}\n`
    })
    .join("")

/** The answers in what the file printed; null when it did not run to its end. */
export const readScript = (
  count: number,
  nonce: string,
  { stdout, stderr }: Pick<RunResult, "stdout" | "stderr">
): ReadonlyArray<GroupAnswer> | null => {
  const answers: Array<GroupAnswer> = []
  let lines: Array<string> = []
  let ok = false
  for (const line of stdout.split("\n")) {
    if (line === okMarker(nonce, answers.length)) ok = true
    else if (line === endMarker(nonce, answers.length)) {
      answers.push({ ok, lines, said: ok ? "" : stderr, at: null })
      lines = []
      ok = false
    } else lines.push(line)
  }
  return answers.length === count ? answers : null
}
