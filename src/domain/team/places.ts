import { quote } from "./codec.ts"
import type { TeamFile } from "./file.ts"
import type { Problem } from "./node.ts"

/** Where the project and the home folder are, for the rules that need them. All paths absolute and without links. */
export interface Places {
  readonly root: string
  readonly home: string
}

/** An absolute path without `.`, `..` or doubled slashes; `..` at the root stays at the root. */
export const normalise = (path: string): string => {
  const kept: Array<string> = []
  for (const part of path.split("/")) {
    if (part === "..") kept.pop()
    else if (part !== "" && part !== ".") kept.push(part)
  }
  return `/${kept.join("/")}`
}

/** A path of the file as an absolute one: `~` is the home folder, a relative one starts at the project. */
export const absolute = (path: string, places: Places): string => {
  if (path === "~" || path.startsWith("~/")) return normalise(`${places.home}/${path.slice(1)}`)
  return normalise(path.startsWith("/") ? path : `${places.root}/${path}`)
}

/** True when `path` is `folder` or lies in it. Both absolute and normalised. */
export const isInside = (path: string, folder: string): boolean =>
  folder === "/" || path === folder || path.startsWith(`${folder}/`)

/** True when a trust entry covers an absolute path; an old pattern's last `*` stands for any folder there. */
const covers = (entry: string, path: string, places: Places): boolean => {
  if (!entry.endsWith("/*") && entry !== "*") return isInside(path, absolute(entry, places))
  const folder = absolute(entry.slice(0, -1), places)
  return isInside(path, folder) && path !== folder
}

/** True when a path of the file lies in the project or under a trust entry. */
export const isTrusted = (path: string, trust: ReadonlyArray<string>, places: Places): boolean => {
  const wanted = absolute(path, places)
  return isInside(wanted, normalise(places.root)) || trust.some((entry) => covers(entry, wanted, places))
}

/**
 * What stands in the way of running the team where the project really is: a seat's folder outside the project and
 * every trust entry, worktrees that no entry covers. For launches; reading and watching do not need it.
 */
export const placementProblems = (file: TeamFile, places: Places): ReadonlyArray<Problem> => {
  const problems: Array<Problem> = []
  const { path } = file.workspace
  if (path !== null && !isTrusted(path, file.trust, places)) {
    problems.push({ line: 1, message: "workspace.path matches no trust pattern" })
  }
  for (const seat of file.seats) {
    if (seat.instance === 1 && !isTrusted(seat.cwd, file.trust, places)) {
      problems.push({
        line: seat.line,
        message: `cwd ${quote(seat.cwd)} must stay inside the project or a trust path`
      })
    }
  }
  return problems
}
