import { lastOut, type Peer } from "../../domain/supervision/presence.ts"
import {
  beatName,
  beatText,
  presenceName,
  presenceOf,
  presenceText,
  standDownName,
  standDownText,
  type Writer
} from "../../domain/supervision/records.ts"
import type { FileSeen, Seen, TierSeen } from "../../domain/supervision/status.ts"
import { TIERS, type Tier } from "../../domain/supervision/tiers.ts"
import type { BeatDisk } from "./disk.ts"

/**
 * What a watcher or a reader does, one touch of the disk after the other. It stands still between two of them, where
 * another process may come in: tests put others there, `finish` runs it through.
 */
export type Steps<A> = Generator<undefined, A, undefined>

/** Runs all steps. Throws what they throw. */
export const finish = <A>(steps: Steps<A>): A => {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

const isSame = (one: FileSeen, other: FileSeen): boolean =>
  one._tag === "File" && other._tag === "File" ? one.mtime === other.mtime : one._tag === other._tag

const mtimeOf = (seen: FileSeen): number | undefined => (seen._tag === "File" ? seen.mtime : undefined)

/** Takes the file away if it is still the one that was seen. What fails is left for the next time. */
function* sweep(disk: BeatDisk, name: string, seen: FileSeen): Steps<void> {
  if (seen._tag === "None" || !isSame(disk.look(name), seen)) return
  yield
  try {
    disk.remove(name)
  } catch {
    // The reader judges what is left, and a later beat outranks it.
  }
}

/** What an attempt threw, kept until everything else is done. */
type Failure = { readonly cause: unknown } | null

const attempt = (run: () => void): Failure => {
  try {
    run()
    return null
  } catch (cause) {
    return { cause }
  }
}

/**
 * One beat, and the presence of an armed watcher with it. Then the stand-down that stood before the beat goes: the times of
 * two files cannot tell their order once a clock was set back. Throws when the beat or the presence could not be written.
 */
export function* beatSteps(disk: BeatDisk, writer: Writer, now: number): Steps<void> {
  const { arm, tier } = writer
  const before = disk.look(standDownName(tier))
  yield
  let failure = attempt(() => disk.write(beatName(tier), beatText(writer, now)))
  yield
  if (failure === null && arm !== null) {
    failure = attempt(() => disk.write(presenceName(tier, arm), presenceText(writer, arm)))
    yield
  }
  yield* sweep(disk, standDownName(tier), before)
  if (failure !== null) throw failure.cause
}

/** Writes the stand-down, dated not before the beat it follows. Throws when it could not be written. */
export function* standDownSteps(disk: BeatDisk, writer: Writer, now: number): Steps<void> {
  const beat = disk.look(beatName(writer.tier))
  yield
  disk.write(standDownName(writer.tier), standDownText(writer, now), mtimeOf(beat))
}

/** The tier's presences in one look at the folder, by their names. */
function* peersIn(disk: BeatDisk, tier: Tier): Steps<ReadonlyArray<Peer>> {
  const peers: Array<Peer> = []
  const names = disk.names()
  yield
  for (const name of names) {
    const id = presenceOf(tier, name)
    if (id === null) continue
    // What is gone again or no file of ours is nobody's sign of life.
    const mtime = mtimeOf(disk.look(name))
    if (mtime !== undefined) peers.push({ id, mtime })
    yield
  }
  return peers
}

/**
 * An armed watcher goes: its presence first, and as the last one out the stand-down, then the stale presences it saw.
 * Answers whether it wrote the stand-down. Throws when that, or the look at the others, failed.
 */
export function* disarmSteps(
  disk: BeatDisk,
  writer: Writer & { readonly arm: string },
  now: number
): Steps<boolean> {
  const { arm, tier } = writer
  // Left there it ages out by itself.
  attempt(() => disk.remove(presenceName(tier, arm)))
  yield
  const stale = lastOut(yield* peersIn(disk, tier), arm, now)
  if (stale === null) return false
  const beat = disk.look(beatName(tier))
  yield
  const failure = attempt(() => disk.write(standDownName(tier), standDownText(writer, now), mtimeOf(beat)))
  yield
  for (const { id, mtime } of stale) {
    yield* sweep(disk, presenceName(tier, id), { _tag: "File", mtime, text: null })
    yield
  }
  if (failure !== null) throw failure.cause
  return true
}

/** Both files of every tier. Changes nothing. */
export function* lookSteps(disk: BeatDisk): Steps<Seen> {
  const seen: { [T in Tier]?: TierSeen } = {}
  for (const tier of TIERS) {
    // In this order: who arms in between is seen by its beat, while the other order would take its old one for the last.
    const standDown = disk.look(standDownName(tier))
    yield
    const beat = disk.look(beatName(tier))
    yield
    seen[tier] = { standDown, beat }
  }
  return seen
}
