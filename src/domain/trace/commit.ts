import { isReadable } from "../seat/reading.ts"
import { isInside } from "../team/places.ts"
import type { TraceSeat, TraceTeam } from "./team.ts"
import type { GitLook, Tip, Worktree } from "./tip.ts"

/** The checkout a folder lies in: the innermost, since a linked one may stand inside the main one. */
const checkoutOf = (folder: string, worktrees: ReadonlyArray<Worktree>): Worktree | null => {
  let found: Worktree | null = null
  for (const worktree of worktrees) {
    if (!isInside(folder, worktree.path)) continue
    if (found === null || worktree.path.length > found.path.length) found = worktree
  }
  return found
}

/** Lists of seats under a key, as they are found. */
const grouped = <K>(entries: Iterable<readonly [K, TraceSeat]>): Map<K, Set<TraceSeat>> => {
  const groups = new Map<K, Set<TraceSeat>>()
  for (const [key, seat] of entries) {
    const group = groups.get(key)
    if (group === undefined) groups.set(key, new Set([seat]))
    else group.add(seat)
  }
  return groups
}

/** The seats that stand at a commit through a checkout or a branch of their own. */
const standing = (look: GitLook, team: TraceTeam, root: string): Map<string, Set<TraceSeat>> => {
  const linked = look.worktrees.filter((worktree) => !worktree.main && worktree.path !== root)
  const byPath = new Map(linked.map((worktree) => [worktree.path, worktree]))
  const folders = grouped(
    team.seats.flatMap((seat) => {
      const checkout = checkoutOf(seat.folder, look.worktrees)
      return checkout === null ? [] : [[checkout.path, seat] as const]
    })
  )
  const worktrees = grouped(
    team.seats.flatMap((seat) => {
      const named = seat.worktree === null ? undefined : byPath.get(seat.worktree)
      return named === undefined ? [] : [[named.path, seat] as const]
    })
  )
  const branches = grouped(team.seats.map((seat) => [seat.branch, seat] as const))
  const found: Array<readonly [string, TraceSeat]> = []
  const claim = (oid: string | null, group: ReadonlySet<TraceSeat> | undefined): void => {
    // What several seats share is nobody's own.
    if (oid === null || group === undefined || group.size !== 1) return
    for (const seat of group) found.push([oid, seat])
  }
  for (const worktree of linked) {
    claim(worktree.head, folders.get(worktree.path))
    claim(worktree.head, worktrees.get(worktree.path))
    if (worktree.branch !== null) claim(worktree.head, branches.get(worktree.branch))
  }
  for (const branch of look.branches) claim(branch.oid, branches.get(branch.ref))
  return grouped(found)
}

const signatureKey = (trailer: { readonly token: string; readonly value: string }): string =>
  `${trailer.token.toLowerCase()}: ${trailer.value}`

/** The one seat of a set, or null. */
const only = (seats: ReadonlySet<TraceSeat>): TraceSeat | null => {
  const [first, ...more] = seats
  return first === undefined || more.length > 0 ? null : first
}

const within = (seats: ReadonlySet<TraceSeat>, limit: ReadonlySet<TraceSeat> | null): Set<TraceSeat> =>
  new Set([...seats].filter((seat) => limit === null || limit.has(seat)))

const NOBODY: ReadonlySet<TraceSeat> = new Set()

/**
 * The newest commit of each seat: the committer's instant, epoch ms (spec 000 §2, design §4.3). A tip is a seat's when
 * its signature is that seat's alone; else when its author has the seat's name; else when it is the tip of the seat's own
 * worktree or branch. A signature several seats have leaves the choice to the other two among them. What two seats could
 * claim is nobody's. Instants ahead of `at` are handed on only where the seat has no other.
 */
export const commitTraces = (
  look: GitLook,
  team: TraceTeam,
  root: string,
  at: number
): ReadonlyMap<string, number> => {
  const own = standing(look, team, root)
  const signed = grouped(
    team.seats.flatMap((seat) =>
      seat.signature === null ? [] : [[signatureKey(seat.signature), seat] as const]
    )
  )
  const named = grouped(team.seats.map((seat) => [seat.name, seat] as const))
  const humans = new Set(team.humans)
  // A worktree that was just made stands at somebody else's commit: the project's own checkout or the base gives it away.
  const shared = new Set([
    ...look.worktrees.flatMap((worktree) => (worktree.main || worktree.path === root ? [worktree.head] : [])),
    ...look.branches.flatMap((branch) => (branch.ref === team.base ? [branch.oid] : []))
  ])
  const ownerOf = (tip: Tip): TraceSeat | null => {
    const signers = new Set(
      tip.trailers.flatMap((trailer) => [...(signed.get(signatureKey(trailer)) ?? NOBODY)])
    )
    const limit = signers.size === 0 ? null : signers
    const signer = only(signers)
    if (signer !== null) return signer
    if (!humans.has(tip.email.toLowerCase())) {
      const author = only(within(named.get(tip.author) ?? NOBODY, limit))
      if (author !== null) return author
    }
    if (limit === null && shared.has(tip.oid)) return null
    return only(within(own.get(tip.oid) ?? NOBODY, limit))
  }
  const newest = new Map<string, number>()
  for (const tip of [...look.branches, ...look.heads]) {
    const seat = ownerOf(tip)
    if (seat === null) continue
    const before = newest.get(seat.name)
    if (before === undefined || isBetter(tip.at, before, at)) newest.set(seat.name, tip.at)
  }
  return newest
}

/** True when `instant` says more than `before`: readable before ahead of the clock, then the newer; ahead, the nearer. */
export const isBetter = (instant: number, before: number, at: number): boolean => {
  const readable = isReadable(at, instant)
  if (readable !== isReadable(at, before)) return readable
  return readable ? instant > before : instant < before
}
