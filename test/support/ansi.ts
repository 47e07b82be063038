// A small reader of SGR for tests, on purpose not the product's own: what it compares must not depend on it.

const ESCAPE = /\u001b\[([0-9;:]*)m|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b./gu

/** The text without styling. */
export const plainText = (ansi: string): string => ansi.replace(ESCAPE, "")

const OFF: Readonly<Record<number, ReadonlyArray<number>>> = {
  22: [1, 2],
  23: [3],
  24: [4],
  27: [7],
  39: [30, 31, 32, 33, 34, 35, 36, 37],
  49: [40, 41, 42, 43, 44, 45, 46, 47]
}

/** Every visible character of the first row with the attributes it stands in, blanks at the end left out. */
export const styledText = (ansi: string): ReadonlyArray<string> => {
  const on = new Set<number>()
  const cells: Array<string> = []
  let at = 0
  const row = ansi.split("\n", 1)[0] ?? ""
  const take = (text: string) => {
    for (const char of text) cells.push(`${char}:${Array.from(on).sort().join(",")}`)
  }
  for (const match of row.matchAll(ESCAPE)) {
    take(row.slice(at, match.index))
    at = match.index + match[0].length
    for (const code of (match[1] ?? "").split(/[;:]/u).map(Number)) {
      if (code === 0) on.clear()
      else if (OFF[code] !== undefined) for (const off of OFF[code]) on.delete(off)
      else on.add(code)
    }
  }
  take(row.slice(at))
  while (cells.at(-1) === " :") cells.pop()
  return cells
}
