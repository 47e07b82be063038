import { atBottom, cut, type Drawn, HEIGHTS, lay, WIDTHS } from "./sweep.ts"
import { dialogs, OFF, options, type State, styled, talk, type Version } from "./sweep-claude-dialogs.ts"

const GREY = "\u001b[38;2;153;153;153m"
const SPIN = "\u001b[38;2;220;118;92m"

const CURSOR = "\u001b[7m \u001b[0m"

interface Parts {
  readonly above?: ReadonlyArray<string>
  /** What stands in the box; an empty box otherwise. */
  readonly text?: string
  readonly ghost?: string
  readonly footer: ReadonlyArray<string>
  readonly title: string
}

/** The footer rows of a version: mode and hints, cut to the width. */
const footerOf = (
  version: Version,
  width: number,
  hint: string | null,
  typed: boolean
): ReadonlyArray<string> => {
  if (version === "old") {
    if (typed) return [""]
    const left = `  ${hint ?? "? for shortcuts"} · ← for agents`
    const effort = "● high · /effort"
    const wide = left.length + effort.length + 3 <= width
    return [`${GREY}${wide ? left.padEnd(width - effort.length) + effort : cut(left, width)}${OFF}`]
  }
  const shown = hint ?? (typed ? null : "? for shortcuts")
  return [
    `${GREY}${cut(`  ⏸ manual mode on${shown === null ? "" : ` · ${shown}`}${typed ? "" : " · ← for agents"}`, width)}${OFF}`
  ]
}

const boxOf = (width: number, parts: Parts): ReadonlyArray<string> => {
  const rule = `\u001b[38;2;136;136;136m${"─".repeat(width)}${OFF}`
  const box =
    parts.text !== undefined
      ? lay(parts.text, width - 1, "❯\u00a0", 2).map((row, at, all) =>
          at === all.length - 1 ? row + CURSOR : row
        )
      : parts.ghost !== undefined
        ? [`❯\u00a0\u001b[7m${parts.ghost.slice(0, 1)}\u001b[0;2m${parts.ghost.slice(1, width - 3)}\u001b[0m`]
        : [`❯\u00a0${CURSOR}`]
  return [...(parts.above ?? []), "", rule, ...box, rule, ...parts.footer]
}

const states = (version: Version, width: number): ReadonlyArray<State> => {
  const at = (hint: string | null, typed = false) => footerOf(version, width, hint, typed)
  const idle = "✳ Claude Code"
  const busy = version === "old" ? "⠐ Fix the parser" : "◑ Fix the parser"
  const end = version === "old" ? "✻ Crunched for 8s" : "✻ Crunched for 8s · done 8:25 PM"
  const done = [...talk(width), "", `${GREY}${end}${OFF}`]
  const spinner = [...talk(width), "", `${SPIN}✶ Mulling…${OFF}${GREY} (6s · ↓ 56 tokens)${OFF}`]
  const box = (parts: Partial<Parts>) => boxOf(width, { footer: at(null), title: idle, ...parts })
  const hitWords =
    version === "old"
      ? "You've hit your session limit · resets 11:43pm (UTC)"
      : "You've hit your 5-hour limit · resets 11:02pm (UTC)"
  const failed = (words: string) => [
    ...lay("go on", width, "❯ "),
    ...styled(lay(words, width, "● "), "\u001b[38;2;255;193;7m")
  ]
  const box197 = ["─".repeat(width), "❯\u00a0", "─".repeat(width), ...at(null).map((row) => row)]
  return [
    ["idle after a turn", "idle", box({ above: done }), idle],
    ["idle with a suggestion", "idle", box({ above: done, ghost: "run the tests" }), idle],
    [
      "idle after Esc",
      "idle",
      box({
        above: [...talk(width), ...lay("Interrupted · What should Claude do instead?", width, "  ⎿  ")]
      }),
      idle
    ],
    [
      "idle behind a shell",
      "idle",
      box({ above: [...talk(width), "", "✻ Crunched for 8s · 1 shell still running"], footer: at(null) }),
      idle
    ],
    ["working", "working", box({ above: spinner, footer: at("esc to interrupt") }), busy],
    [
      "working, typed",
      "working",
      box({ above: spinner, text: "and then the docs, please, all of them", footer: at(null, true) }),
      busy
    ],
    ["streaming", "working", box({ above: talk(width), footer: at("esc to interrupt") }), busy],
    ["streaming, typed", "working", box({ above: talk(width), text: "more", footer: at(null, true) }), busy],
    [
      "queued",
      "working",
      box({
        above: [
          ...spinner,
          "",
          ...lay("and the docs", width, "❯ "),
          ...lay("Queued · ctrl+x ctrl+s to send now", width, "  ⎿  ")
        ],
        ghost: "Press up to edit queued messages",
        footer: at("esc to interrupt")
      }),
      busy
    ],
    [
      "retrying",
      "working",
      box({
        above: [
          ...lay("go", width, "❯ "),
          "",
          ...lay(
            `500 Internal server error · ${version === "old" ? "Retrying" : "retrying"} in 3s · attempt 3/3`,
            width,
            "✻ "
          )
        ],
        footer: at("esc to interrupt")
      }),
      busy
    ],
    [
      "unsent",
      "unsent",
      box({
        above: done,
        text: "please look at the second file too, and at its tests",
        footer: at(null, true)
      }),
      idle
    ],
    [
      "unsent paste",
      "unsent",
      box({ above: done, text: "[Pasted text #1 +39 lines]", footer: at(null, true) }),
      idle
    ],
    ...dialogs(version, width),
    [
      "limit",
      "limit",
      version === "old"
        ? [
            ...lay("go on", width, "❯ "),
            ...styled(lay(hitWords, width, "  ⎿  "), "\u001b[38;2;255;107;128m"),
            "",
            "▔".repeat(width),
            ...lay("What do you want to do?", width, "  "),
            "",
            ...options(width, ["Stop and wait for limit to reset", "Upgrade your plan"], "  "),
            "",
            ...lay("Enter to confirm · Esc to cancel", width, "  ")
          ]
        : box({
            above: [
              ...lay("go on", width, "❯ "),
              ...styled(lay(hitWords, width, "  ⎿  "), "\u001b[38;2;255;107;128m")
            ],
            footer: [
              ...lay("⚠ Usage limit reached · limit resets 11:02pm", width, "  "),
              ...lay("Continuing automatically at 11:02pm · Esc to cancel", width, "    "),
              ...at(null)
            ]
          }),
      idle
    ],
    [
      "error of a server",
      "error",
      box({
        above: [
          ...failed("API Error: 500 Internal server error"),
          ...(version === "old" ? ["", "✻ Cogitated for 0s"] : [])
        ]
      }),
      idle
    ],
    [
      "error of a key",
      "error",
      box({
        above: [
          ...lay("go on", width, "❯ "),
          ...lay("Invalid API key · Please run /login", width, "  ⎿  "),
          ...(version === "old" ? ["", "✻ Cogitated for 0s"] : [])
        ]
      }),
      idle
    ],
    ...["$ ", "> ", "❯ ", "› ", "dev@box:~/proj$ ", "➜  proj git:(main) ", "proj % "].flatMap(
      (prompt): ReadonlyArray<State> => [
        [
          `exit under ${prompt.trim()}`,
          "shell",
          [
            ...(version === "old" ? [...talk(width), "", ...box197] : []),
            ...lay("Resume this session with:", width, ""),
            ...lay("claude --resume f819b5a9-a73a-4e4c-9735-204af45d2745", width, "", 0),
            prompt
          ],
          ""
        ],
        [
          `killed under ${prompt.trim()}`,
          "shell",
          [
            ...spinner,
            "",
            "─".repeat(width),
            "❯ Killed",
            `${prompt}${"─".repeat(Math.max(0, width - prompt.length))}`,
            ...at("esc to interrupt")
          ],
          busy
        ]
      ]
    )
  ]
}

/** Every state of both versions at every width and height. */
export const claudeSweep = (): ReadonlyArray<Drawn> =>
  (["new", "old"] as const).flatMap((version) =>
    WIDTHS.flatMap((width) =>
      states(version, width).flatMap(([name, kind, rows, title]) =>
        HEIGHTS.map((height): Drawn => {
          const drawn = atBottom(rows, height)
          const isShell = kind === "shell"
          const killed = name.startsWith("killed")
          const box = drawn.findLastIndex((row) => row.startsWith("❯"))
          const prompt = killed ? drawn.findLastIndex((row) => row.endsWith("─")) : drawn.length - 1
          const y = isShell ? prompt : Math.max(0, box)
          const typed = (drawn[y] ?? "").replace(/─+$/, "")
          return {
            name: `${version} ${name} at ${width}x${height}`,
            kind,
            frame: {
              cli: "claude-code",
              ansi: `${drawn.join("\n")}\n`,
              cols: width,
              rows: height,
              cursor: { x: isShell ? typed.length : 2, y, visible: isShell },
              title,
              altScreen: version === "new" && !isShell
            }
          }
        })
      )
    )
  )
