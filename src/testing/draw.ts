/** A drawn screen: rows with styling, the cursor where the CLI leaves it, and the terminal's title. */
export interface Drawn {
  readonly rows: ReadonlyArray<string>
  readonly cursor: { readonly x: number; readonly y: number; readonly visible: boolean }
  readonly title: string
}

export const COLS = 80
export const ROWS = 24

const grey = (text: string): string => `\u001b[38;2;153;153;153m${text}\u001b[39m`
const rule = `\u001b[38;2;136;136;136m${"─".repeat(COLS)}\u001b[39m`
const faint = (text: string): string => `\u001b[2m${text}\u001b[0m`
const bold = (text: string): string => `\u001b[1m${text}\u001b[0m`

/** Puts rows at the bottom of an empty screen. */
const atBottom = (rows: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...Array.from({ length: ROWS - rows.length }, () => ""),
  ...rows
]

const hidden = (rows: ReadonlyArray<string>, row: number, x: number) => ({
  rows: atBottom(rows),
  cursor: { x, y: ROWS - rows.length + row, visible: false }
})

const claudeFooter = grey("  ⏸ manual mode on · ? for shortcuts · ← for agents")
const claudeEmptyBox = [rule, "❯\u00a0\u001b[7m \u001b[0m", rule]

/** What a claude-code seat shows. */
export const claude = {
  idle: (): Drawn => ({
    ...hidden([grey("✻ Brewed for 12s · done 9:00 AM"), "", ...claudeEmptyBox, claudeFooter], 3, 2),
    title: "✳ Claude Code"
  }),
  working: (doing: string): Drawn => ({
    ...hidden(
      [
        `● ${doing}`,
        "",
        `\u001b[38;2;220;118;92m✽ Weaving… (14s · ↓ 812 tokens)\u001b[39m`,
        "",
        ...claudeEmptyBox,
        grey("  ⏸ manual mode on · esc to interrupt")
      ],
      5,
      2
    ),
    title: "◐ Claude Code"
  }),
  permission: (command: string): Drawn => ({
    ...hidden(
      [
        `\u001b[38;2;177;185;249m${"─".repeat(COLS)}\u001b[39m`,
        ` ${bold("Bash command")}`,
        "",
        `   ${command}`,
        "",
        " Do you want to proceed?",
        ` \u001b[38;2;177;185;249m❯ 1. Yes\u001b[39m`,
        "   2. Yes, and don't ask again for this project",
        "   3. No",
        "",
        grey(" Esc to cancel · Tab to amend")
      ],
      6,
      1
    ),
    title: "✳ Claude Code"
  }),
  unsent: (text: string): Drawn => ({
    ...hidden(
      [rule, `❯\u00a0${text}\u001b[7m \u001b[0m`, rule, grey("  ⏸ manual mode on")],
      1,
      2 + text.length
    ),
    title: "✳ Claude Code"
  })
}

const codexStatus = (project: string) => `  GPT-6.2-Sol default · ~/src/${project}`
const codexHints = "  ← for agents · ? for shortcuts"
const codexBox = `${bold("›")} ${faint("Ask Codex to do anything")}`

/** What a codex seat shows. */
export const codex = {
  idle: (project: string): Drawn => {
    const drawn = hidden(
      [faint("  Worked for 41s • 09:00"), "", codexBox, "", codexStatus(project), codexHints],
      2,
      2
    )
    return { ...drawn, cursor: { ...drawn.cursor, visible: true }, title: project }
  },
  working: (project: string, doing: string): Drawn => {
    const drawn = hidden(
      [
        `• ${doing}`,
        "",
        `\u001b[1m•\u001b[0m ${faint("Working")} ${faint("(22s • ")}${bold("esc")}${faint(" to interrupt)")}`,
        "",
        codexBox,
        "",
        codexStatus(project),
        codexHints
      ],
      4,
      2
    )
    return { ...drawn, cursor: { ...drawn.cursor, visible: true }, title: `⠧ ${project}` }
  }
}
