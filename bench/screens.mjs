// Reading saved screens: milliseconds a screen, warm, over every fixture of a CLI.
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { performance } from "node:perf_hooks"
import { readScreen } from "../dist/domain/screen/read.js"
import { median, ms, row } from "./measure.mjs"

const root = join(import.meta.dirname, "../test/fixtures/screens")
const walk = (dir) =>
  readdirSync(dir, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? walk(join(dir, entry.name))
      : entry.name.endsWith(".json")
        ? [join(dir, entry.name)]
        : []
  )

export const screens = () => {
  const frames = walk(root).map((path) => {
    const label = JSON.parse(readFileSync(path, "utf8"))
    return {
      cli: label.cli,
      ansi: readFileSync(path.replace(/json$/, "ansi"), "utf8"),
      cols: label.cols,
      rows: label.rows,
      cursor: { x: label.cursor_x, y: label.cursor_y, visible: label.cursor_visible },
      title: label.pane_title
    }
  })
  for (const frame of frames) readScreen(frame)
  const byCli = new Map()
  for (const frame of frames) {
    const from = performance.now()
    for (let i = 0; i < 5; i++) readScreen(frame)
    const took = (performance.now() - from) / 5
    byCli.set(frame.cli, [...(byCli.get(frame.cli) ?? []), took])
  }
  for (const [cli, found] of byCli) {
    row(
      `read a ${cli} screen`,
      ms(median(found)),
      `slowest ${ms(Math.max(...found))}, ${found.length} screens`
    )
  }
}
