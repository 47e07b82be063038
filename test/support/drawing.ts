import type { Capture } from "./cli.ts"

/** A capture as a terminal program would draw it, title and cursor with it. */
export const drawing = ({ ansi, cursor, rows, title }: Capture): string => {
  const lines = ansi
    .replace(/\r?\n$/, "")
    .split(/\r?\n/)
    .slice(0, rows)
  const named = title === null || title.startsWith("Gi=") ? "" : `\u001b]2;${title}\u0007`
  return `${named}\u001b[0m\u001b[?25${cursor.visible ? "h" : "l"}\u001b[2J\u001b[H${lines.join("\r\n")}\u001b[0m\u001b[${cursor.y + 1};${cursor.x + 1}H`
}
