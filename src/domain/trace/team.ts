import type { TeamFile } from "../team/file.ts"
import { absolute } from "../team/places.ts"
import type { Seat } from "../team/seat.ts"
import { trailerOf } from "./git-parse.ts"
import type { Trailer } from "./tip.ts"

/** What a seat's commits are known by. Paths are absolute. */
export interface TraceSeat {
  readonly name: string
  /** The folder it starts in. */
  readonly folder: string
  /** Where the file puts a worktree of the seat's name, or null. */
  readonly worktree: string | null
  /** The full name of the branch of the seat's name: `refs/heads/…`. */
  readonly branch: string
  /** The line it signs commits with, or null when that is no trailer. */
  readonly signature: Trailer | null
}

/** The part of a team file that says whose a trace is. */
export interface TraceTeam {
  readonly seats: ReadonlyArray<TraceSeat>
  /** The full name of the branch worktrees start from, or null. */
  readonly base: string | null
  /** Addresses of people, in lower case: an author with one of them is no seat. */
  readonly humans: ReadonlyArray<string>
}

/** The signature line of commits where the file gives none. */
export const DEFAULT_SIGNATURE = "Agent: {display} · {role}"

/** A signature template with a seat's words in it. Filled in one go: a word that looks like a field stays a word. */
export const signatureLine = (template: string, seat: Seat): string =>
  template.replaceAll(/\{(display|role|model|version|name)\}/g, (_, field: string) => {
    switch (field) {
      case "display":
        return seat.display
      case "role":
        return seat.role
      case "model":
        return seat.model
      case "version":
        return seat.version
      default:
        return seat.name
    }
  })

/** What tells the seats' traces apart, from a team file and the absolute path of its project. */
export const traceTeamOf = (file: TeamFile, root: string): TraceTeam => {
  const { base, branch, path } = file.workspace
  const { signature } = file.identity
  const template = signature.commits.template ?? signature.template ?? DEFAULT_SIGNATURE
  // The file has no path under the home folder here: its reader refuses `~` in both.
  const places = { root, home: root }
  return {
    seats: file.seats.map((seat) => ({
      name: seat.name,
      folder: absolute(seat.cwd, places),
      worktree: path === null ? null : absolute(path.replaceAll("{task}", seat.name), places),
      branch: `refs/heads/${branch.replaceAll("{task}", seat.name)}`,
      signature: trailerOf(signatureLine(template, seat))
    })),
    base: base === null ? null : `refs/heads/${base}`,
    humans: file.identity.humans.map((address) => address.trim().toLowerCase())
  }
}
