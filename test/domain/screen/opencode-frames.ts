import { parseAnsi } from "../../../src/domain/screen/ansi.ts"
import type { Frame } from "../../../src/domain/screen/frame.ts"

/** The colours of one theme: words, quiet words, the agent's, the failure's, and three backgrounds. */
export interface Theme {
  readonly words: string
  readonly quiet: string
  readonly agent: string
  readonly failure: string
  readonly page: string
  readonly message: string
  readonly box: string
}

export const DARK: Theme = {
  words: "38;2;238;238;238",
  quiet: "38;2;128;128;128",
  agent: "38;2;92;156;245",
  failure: "38;2;224;108;117",
  page: "48;2;10;10;10",
  message: "48;2;20;20;20",
  box: "48;2;30;30;30"
}

/** A theme that takes everything from the terminal's palette. */
export const PALETTE: Theme = {
  words: "37",
  quiet: "90",
  agent: "34",
  failure: "31",
  page: "49",
  message: "48;5;235",
  box: "48;5;236"
}

const paint = (style: string, text: string): string => `\u001b[0;${style}m${text}`

const bar = (theme: Theme, colour: string, ground: string, text: string, width: number): string =>
  `${paint(theme.page, "  ")}${paint(`${colour};${theme.page}`, "┃")}${paint(ground, "  ")}${text}${paint(ground, " ".repeat(Math.max(0, width)))}`

/** The rows of a sent message, or of another block behind a bar (`colour` is the bar's). */
export const block = (
  words: ReadonlyArray<string>,
  theme: Theme = DARK,
  colour = theme.agent,
  style = theme.words
): ReadonlyArray<string> => {
  const row = (text: string): string =>
    bar(theme, colour, theme.message, text === "" ? "" : paint(`${style};${theme.message}`, text), 10)
  return [row(""), ...words.map(row), row("")]
}

/** The line under an answer. */
export const closing = (rest: string, theme: Theme = DARK): string =>
  `${paint(theme.page, "     ")}${paint(`${theme.agent};${theme.page}`, "▣ ")} ${paint(`${theme.words};${theme.page}`, "Build")}${paint(`${theme.quiet};${theme.page}`, ` · Mock Model${rest}`)}`

/** An answer's rows. */
export const answer = (...rows: ReadonlyArray<string>): ReadonlyArray<string> =>
  rows.map((text) =>
    text === "" ? "" : `${paint(DARK.page, "     ")}${paint(`${DARK.words};${DARK.page}`, text)}`
  )

interface Screen {
  readonly cli?: string
  readonly above?: ReadonlyArray<string>
  /** What stands in the box, drawn in the theme's words, or `ghost` in its quiet ones. */
  readonly typed?: ReadonlyArray<string>
  readonly ghost?: string
  readonly status?: string | ReadonlyArray<string>
  readonly footer?: ReadonlyArray<string>
  readonly theme?: Theme
  readonly cols?: number
  readonly panel?: string
  readonly cursor?: Frame["cursor"]
  readonly edge?: string
}

export const IDLE_FOOTER = "   /home/dev/proj                                  12.1K (9%)  ctrl+p commands"

const statusRow = (status: string | ReadonlyArray<string>, theme: Theme): string => {
  if (typeof status === "string") return paint(`${theme.agent};${theme.box}`, status)
  const [agent = "", model = "", provider = "", effort] = status
  return [
    paint(`${theme.agent};${theme.box}`, agent),
    paint(`${theme.quiet};${theme.box}`, "·"),
    paint(`${theme.words};${theme.box}`, model),
    paint(`${theme.quiet};${theme.box}`, provider),
    ...(effort === undefined
      ? []
      : [paint(`${theme.quiet};${theme.box}`, "·"), paint(`1;${theme.failure};${theme.box}`, effort)])
  ].join(paint(theme.box, " "))
}

/** A session: conversation, the box with its status row, the row below. */
export const session = (screen: Screen): Frame => {
  const theme = screen.theme ?? DARK
  const cols = screen.cols ?? 80
  const edge = screen.edge ?? "▀".repeat(cols - 5)
  // a panel begins behind the box's last column
  const beside = (text: string): string => {
    if (screen.panel === undefined) return text
    const used = (parseAnsi(text).rows[0]?.cells.length ?? 0) - edge.length - 3
    return `${text}${paint(theme.page, " ".repeat(Math.max(0, 4 - used)))}${paint(theme.quiet, screen.panel)}`
  }
  const row = (text: string): string => beside(bar(theme, theme.agent, theme.box, text, 8))
  const words = screen.ghost === undefined ? (screen.typed ?? [""]) : [screen.ghost]
  const style = screen.ghost === undefined ? theme.words : theme.quiet
  const above = screen.above ?? [
    ...block(["do it"], theme),
    "",
    ...answer("Done."),
    "",
    closing(" · 2.6s", theme),
    ""
  ]
  const ansi = [
    ...above,
    row(""),
    ...words.map((text) => row(text === "" ? "" : paint(`${style};${theme.box}`, text))),
    row(""),
    row(statusRow(screen.status ?? ["Build", "Mock Model", "Mock"], theme)),
    beside(`${paint(theme.page, "  ")}${paint(theme.agent, "╹")}${paint(theme.page, edge)}`),
    ...(screen.footer ?? [IDLE_FOOTER]).map((text) => beside(paint(`${theme.quiet};${theme.page}`, text))),
    ""
  ].join("\n")
  return {
    cli: screen.cli ?? "opencode",
    ansi,
    cols,
    title: "OC | do it",
    cursor: screen.cursor === undefined ? { x: 5, y: above.length + 1, visible: true } : screen.cursor
  }
}

/** A dialog behind a bar at the bottom of the screen, below a conversation. */
export const asking = (cli: string, above: ReadonlyArray<string>, rows: ReadonlyArray<string>): Frame => ({
  cli,
  ansi: `${[...above, "", ...block(rows, DARK, "38;2;245;167;66")].join("\n")}\n`,
  title: "OC | do it",
  cursor: { x: 70, y: above.length + rows.length, visible: false }
})
