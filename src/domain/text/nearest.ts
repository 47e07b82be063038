/** Edits (insert, delete, replace, swap of neighbours) between two words; gives up above `limit` and returns `limit + 1`. */
const distance = (left: string, right: string, limit: number): number => {
  if (Math.abs(left.length - right.length) > limit) return limit + 1
  let before: Array<number> = []
  let row = Array.from({ length: right.length + 1 }, (_, column) => column)
  for (let i = 1; i <= left.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= right.length; j += 1) {
      const same = left[i - 1] === right[j - 1]
      let cost = Math.min((row[j - 1] ?? 0) + (same ? 0 : 1), (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1)
      if (i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1]) {
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1)
      }
      next.push(cost)
    }
    if (Math.min(...next) > limit) return limit + 1
    before = row
    row = next
  }
  return row[right.length] ?? limit + 1
}

const plain = (word: string): string => word.toLowerCase().replaceAll(/[-_ ]/g, "")

/**
 * The candidate a mistyped word most likely meant, or null when none is near: at most one edit in three letters, two at
 * the least; else the only one that begins with the word. Case, `-`, `_` and spaces do not count. The first of equals
 * wins. A word above 64
 * characters is nobody's typing slip and costs nothing.
 */
export const nearest = (word: string, candidates: ReadonlyArray<string>): string | null => {
  if (word.length === 0 || word.length > 64) return null
  const wanted = plain(word)
  const limit = wanted.length <= 3 ? 1 : Math.max(2, Math.floor(wanted.length / 3))
  let best: string | null = null
  let least = limit + 1
  for (const candidate of candidates) {
    const edits = distance(wanted, plain(candidate), limit)
    if (edits < least) {
      best = candidate
      least = edits
    }
  }
  if (best !== null || wanted.length < 3) return best
  const longer = [...candidates].filter((candidate) => plain(candidate).startsWith(wanted))
  return longer.length === 1 ? (longer[0] ?? null) : null
}

/** `; did you mean "x"?` where a candidate is near the word, else nothing: the end of a refusal. */
export const didYouMean = (word: string, candidates: ReadonlyArray<string>): string => {
  const close = nearest(word, candidates)
  return close === null ? "" : `; did you mean "${close}"?`
}
