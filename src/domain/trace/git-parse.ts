import type { BranchTip, Tip, Trailer, Worktree } from "./tip.ts"

// No field holds a NUL (git keeps these as C strings), so every field ends with one and nothing can be taken for it.
/** The format `git for-each-ref` prints a branch in, as `parseBranches` reads it. */
export const BRANCH_FORMAT =
  "%(refname)%00%(objectname)%00%(committerdate:unix)%00%(authorname)%00%(authoremail)%00%(trailers:unfold,only)%00"

/** The format `git log` prints a commit in, as `parseTips` reads it. */
export const TIP_FORMAT = "%H%x00%ct%x00%an%x00%ae%x00%(trailers:unfold,only)%x00"

/** Most trailers of one commit and most characters of one, beyond which they are no signature. */
const TRAILERS = 64
const TRAILER_LENGTH = 1_024

/** True for a full object id that names an object: git's id of nothing is all zeros. */
export const isOid = (text: string): boolean =>
  /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text) && !/^0+$/.test(text)

const instantOf = (seconds: string): number | null => {
  if (!/^\d{1,13}$/.test(seconds)) return null
  const at = Number(seconds) * 1000
  return at > 0 && at <= 8.64e15 ? at : null
}

/** One line as a trailer, or null; runs of white space in the value count as one space. */
export const trailerOf = (line: string): Trailer | null => {
  const found = /^([A-Za-z0-9-]+)[ \t]*:(.*)$/s.exec(line)
  if (found === null || line.length > TRAILER_LENGTH) return null
  return { token: found[1] ?? "", value: (found[2] ?? "").replaceAll(/\s+/g, " ").trim() }
}

const trailersOf = (text: string): ReadonlyArray<Trailer> =>
  text
    .split("\n")
    .slice(0, TRAILERS)
    .flatMap((line) => trailerOf(line) ?? [])

const tipOf = (fields: ReadonlyArray<string>): Tip | null => {
  const [oid = "", seconds = "", author = "", email = "", trailers = ""] = fields
  const at = instantOf(seconds)
  if (!isOid(oid) || at === null) return null
  return { oid, at, author, email: email.replace(/^<(.*)>$/s, "$1"), trailers: trailersOf(trailers) }
}

/** Reads records of `size` fields; a field that starts no record is passed over, so one broken record costs itself only. */
const records = <A>(
  text: string,
  size: number,
  read: (fields: ReadonlyArray<string>) => A | null
): ReadonlyArray<A> => {
  const fields = text.split("\0")
  const found: Array<A> = []
  for (let at = 0; at + size <= fields.length; ) {
    // The line break that ends a record stands before the next one's first field.
    const first = (fields[at] ?? "").replace(/^\n/, "")
    const record = read([first, ...fields.slice(at + 1, at + size)])
    if (record !== null) found.push(record)
    at += record === null ? 1 : size
  }
  return found
}

/** The branches of `git for-each-ref` in `BRANCH_FORMAT`; what is no branch at a dated commit is left out. */
export const parseBranches = (text: string): ReadonlyArray<BranchTip> =>
  records(text, 6, ([ref = "", ...rest]) => {
    const tip = ref.startsWith("refs/heads/") ? tipOf(rest) : null
    return tip === null ? null : { ref, ...tip }
  })

/** The commits of `git log` in `TIP_FORMAT`. */
export const parseTips = (text: string): ReadonlyArray<Tip> => records(text, 5, tipOf)

/** The checkouts of `git worktree list --porcelain`, ended by NULs (`-z`) or, from an older git, by line breaks. */
export const parseWorktrees = (text: string, end: "\0" | "\n"): ReadonlyArray<Worktree> =>
  text.split(end + end).flatMap((record, index) => {
    const lines = record.split(end)
    const value = (key: string): string | null =>
      lines.find((line) => line.startsWith(`${key} `))?.slice(key.length + 1) ?? null
    const path = value("worktree")
    if (path === null || !path.startsWith("/")) return []
    const head = value("HEAD")
    return [
      {
        path,
        main: index === 0,
        head: head !== null && isOid(head) ? head : null,
        branch: value("branch")
      }
    ]
  })
