import type { TeamFile } from "../team/file.ts"
import type { Seat } from "../team/seat.ts"
import { signatureLine } from "../trace/team.ts"

const CLOSING = "These are standing rules and no task. Reply ready, and wait for your brief."

/**
 * A seat's standing rules: who it is, the file's own lines, how its commits are signed, and that none of it is a task.
 * The text of a file, never typed.
 */
export const rulesText = (file: TeamFile, seat: Seat): string => {
  const { signature } = file.identity
  const template = signature.commits.template ?? signature.template
  const who = `You are ${seat.name}, ${seat.role} of the team ${file.project}.`
  const lines = [
    who,
    "`team messages` shows what waits for you; `team ack ID` says that you have it.",
    ...file.rules,
    ...(template === null ? [] : [`Sign each commit with the line: ${signatureLine(template, seat)}`]),
    CLOSING
  ]
  return `${lines.join("\n")}\n`
}
