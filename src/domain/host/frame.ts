import type { Frame } from "../screen/frame.ts"
import type { Pane, PaneRead } from "./pane.ts"

/** What a read of a pane shows, as the rules of a CLI take it; what the read does not know, the listing does. */
export const frameOf = (
  cli: string,
  pane: Pick<Pane, "cols" | "rows" | "title">,
  read: Extract<PaneRead, { readonly _tag: "Screen" }>
): Frame => ({
  cli,
  ansi: read.ansi,
  cols: read.cols ?? pane.cols,
  rows: read.rows ?? pane.rows,
  cursor: read.cursor,
  title: read.title ?? pane.title,
  altScreen: read.altScreen
})
