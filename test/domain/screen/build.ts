import type { Frame } from "../../../src/domain/screen/frame.ts"

const RULE = "─".repeat(80)

interface ClaudeScreen {
  readonly above?: ReadonlyArray<string>
  readonly box?: ReadonlyArray<string>
  readonly footer?: ReadonlyArray<string>
  readonly below?: ReadonlyArray<string>
  readonly title?: string | null
  readonly cursor?: Frame["cursor"]
}

/** The box of Claude Code with the cursor cell in it, as its current versions draw an empty one. */
export const EMPTY_BOX = "❯\u00a0\u001b[7m \u001b[0m"

/** The footer of an idle Claude Code. */
export const IDLE_FOOTER = "  ⏸ manual mode on · ? for shortcuts · ← for agents"

/** A Claude Code frame: conversation, box between two rules, footer. */
export const claude = (screen: ClaudeScreen): Frame => ({
  cli: "claude-code",
  ansi: [
    ...(screen.above ?? ["❯ do it", "", "● Done.", ""]),
    `\u001b[38;2;136;136;136m${RULE}\u001b[0m`,
    ...(screen.box ?? [EMPTY_BOX]),
    `\u001b[38;2;136;136;136m${RULE}\u001b[0m`,
    ...(screen.footer ?? [IDLE_FOOTER]),
    ...(screen.below ?? []),
    ""
  ].join("\n"),
  cols: 80,
  title: screen.title === undefined ? "✳ Claude Code" : screen.title,
  cursor: screen.cursor ?? null
})

interface CodexScreen {
  readonly above?: ReadonlyArray<string>
  readonly box?: ReadonlyArray<string>
  readonly footer?: ReadonlyArray<string>
  readonly title?: string | null
}

/** The ghost that Codex draws into an empty box. */
export const GHOST_BOX = "\u001b[1m›\u001b[0m \u001b[2mAsk Codex to do anything\u001b[0m"

/** A Codex frame: conversation, box, status row and footer. */
export const codex = (screen: CodexScreen): Frame => ({
  cli: "codex",
  ansi: [
    ...(screen.above ?? ["› do it", "", "• Done.", "", "\u001b[2m  Worked for 2s • 20:31\u001b[0m", "", ""]),
    ...(screen.box ?? [GHOST_BOX]),
    "",
    ...(screen.footer ?? [
      "  GPT-6.2-Sol default · /home/dev/proj · do it",
      "  ← for agents · ? for shortcuts"
    ]),
    ""
  ].join("\n"),
  cols: 80,
  title: screen.title === undefined ? "do it | proj" : screen.title
})

/** A frame of rows as they stand, for a CLI. */
export const raw = (cli: string, rows: ReadonlyArray<string>, title: string | null = null): Frame => ({
  cli,
  ansi: `\u001b[0m${rows.join("\n")}\n`,
  title
})
