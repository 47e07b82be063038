import { atBottom, cut, type Drawn, HEIGHTS, lay, WIDTHS } from "./sweep.ts"

type Version = "new" | "old"

const DIM = "\u001b[2m"
const BOLD = "\u001b[1m"
const PLAIN = "\u001b[0m"
const FOLDER = "~/proj"
const ANSWER =
  "Done. The parser keeps its place now; I left the tests as they were. Would you like to run the following command?"

const talk = (width: number): ReadonlyArray<string> => [
  ...lay("fix the parser and tell me what you changed", width, "› "),
  "",
  "",
  ...lay(ANSWER, width, "• ")
]

/** The rows under the box: the status row wraps in the newer version and is cut in the older one. */
const footer = (
  version: Version,
  width: number,
  right: string,
  left = "← for agents · ? for shortcuts"
): ReadonlyArray<string> => {
  if (version === "old") {
    const row = cut(`  gpt-5.4 default · ${FOLDER}`, width)
    return [
      right === "" || row.length + right.length + 2 > width ? row : row.padEnd(width - right.length) + right
    ]
  }
  const status = lay(`GPT-6.2-Sol default · ${FOLDER} · fix the parser`, width, "  ")
  const short = left.length + right.length + 4 > width ? (left.split(" · ")[0] ?? "") : left
  return [...status, `  ${short}`.padEnd(Math.max(0, width - right.length)) + right]
}

interface Parts {
  readonly above: ReadonlyArray<string>
  readonly text?: string
  readonly glyph?: string
  readonly right?: string
  readonly left?: string
}

const box = (version: Version, width: number, parts: Parts): ReadonlyArray<string> => {
  const glyph = parts.glyph ?? "›"
  const ghost = version === "old" ? "Explain this codebase" : "Ask Codex to do anything"
  const typed = parts.text !== undefined
  const rows = typed
    ? lay(parts.text ?? "", width, "  ").map((row, at) =>
        at === 0 ? `${BOLD}${glyph}${PLAIN} ${row.slice(2)}` : row
      )
    : [glyph === "!" ? `${BOLD}!${PLAIN} ` : `${BOLD}›${PLAIN} ${DIM}${ghost.slice(0, width - 2)}${PLAIN}`]
  const left = parts.left ?? (typed ? "" : "← for agents · ? for shortcuts")
  return [...parts.above, "", "", ...rows, "", ...footer(version, width, parts.right ?? "", left)]
}

const options = (width: number, list: ReadonlyArray<string>): ReadonlyArray<string> =>
  list.flatMap((text, at) =>
    at === 0
      ? lay(`${at + 1}. ${text}`, width, "› ", 5).map((row) => `${BOLD}\u001b[7m${row}${PLAIN}`)
      : lay(`${at + 1}. ${text}`, width, "  ", 5)
  )

type State = readonly [name: string, kind: string, rows: ReadonlyArray<string>, title: string]

const states = (version: Version, width: number): ReadonlyArray<State> => {
  const name = version === "old" ? "proj" : "fix the parser | proj"
  const busy = `⠧ ${name}`
  const asks = version === "old" ? busy : `[ ! ] Action Required | ${name}`
  const end = version === "old" ? [] : ["", `${DIM}  Worked for 12s • 20:31${PLAIN}`]
  const draw = (parts: Parts) => box(version, width, parts)
  const running = (detail: string): ReadonlyArray<string> => [
    ...talk(width),
    "",
    cut(`• ${BOLD}Working${PLAIN} (11s • esc to interrupt)${detail}`, width + 8)
  ]
  const failed = (words: string) => [
    ...lay("go on", width, "› "),
    "",
    "",
    ...lay(words, width, "■ ").map((row) => `\u001b[31m${row}${PLAIN}`)
  ]
  const question = [
    ...talk(width),
    "",
    `  ${BOLD}Question 1/1 (1 unanswered)${PLAIN}`,
    ...lay("Which database should the service use?", width, "  "),
    "",
    "  › 1. PostgreSQL",
    "    2. SQLite",
    "    3. None of the above",
    "",
    ...(width < 75
      ? ["  tab to add notes", "  enter to submit answer", "  esc to interrupt"]
      : ["  tab to add notes | enter to submit answer | esc to interrupt"])
  ]
  return [
    ["idle after a turn", "idle", draw({ above: [...talk(width), ...end] }), name],
    [
      "idle after Esc",
      "idle",
      draw({
        above: [
          ...lay("go on", width, "› "),
          "",
          "",
          ...lay("Conversation interrupted - tell the model what to do differently.", width, "■ ")
        ]
      }),
      name
    ],
    [
      "idle with warnings",
      "idle",
      draw({ above: [...talk(width), ...end], right: width < 50 ? "⚠ 2 · f2" : "⚠ 2 warnings · f2 to view" }),
      name
    ],
    ["working", "working", draw({ above: running("") }), busy],
    [
      "working behind a terminal",
      "working",
      draw({ above: running(" · 1 background terminal running · /ps to view · /stop to close") }),
      busy
    ],
    ["streaming", "working", draw({ above: talk(width) }), busy],
    [
      "thinking",
      "working",
      draw({
        above: [
          ...talk(width),
          "",
          ...lay("I consider the second file and its tests, one after another.", width, "• ")
        ]
      }),
      busy
    ],
    [
      "working, typed",
      "working",
      draw({
        above: running(""),
        text: "and then the docs, please, all of them",
        left: version === "old" ? "" : "tab to queue message"
      }),
      busy
    ],
    [
      "streaming, typed",
      "working",
      draw({ above: talk(width), text: "more", left: version === "old" ? "" : "tab to queue message" }),
      busy
    ],
    [
      "queued",
      "working",
      draw({
        above: [
          ...running(""),
          "",
          ...lay("Queued follow-up inputs", width, "• "),
          ...lay("and then fix the tests", width, "  ↳ ").map((row) => `${DIM}${row}${PLAIN}`),
          "    shift+← edit last queued message"
        ]
      }),
      busy
    ],
    [
      "retrying",
      "working",
      draw({
        above: [
          ...lay("go", width, "› "),
          "",
          "",
          cut("• Reconnecting... 1/2 (0s • esc to interrupt)", width),
          ...lay("Exceeded retry limit, last status: 429 Too Many Requests", width, "  └ ")
        ]
      }),
      busy
    ],
    [
      "unsent",
      "unsent",
      draw({ above: [...talk(width), ...end], text: "please look at the second file too, and at its tests" }),
      name
    ],
    [
      "unsent paste",
      "unsent",
      draw({ above: [...talk(width), ...end], text: "[Pasted Content 1589 chars]" }),
      name
    ],
    [
      "permission to run",
      "permission",
      [
        ...talk(width),
        "",
        ...lay("Would you like to run the following command?", width, "  "),
        "",
        ...lay("Reason: the sandbox has no way to the network", width, "  "),
        "",
        ...lay("$ curl -s https://example.test/a/long/path/to/a/file", width, "  "),
        "",
        ...options(width, [
          "Yes, proceed (y)",
          "Yes, and don't ask again for commands that start with `curl` (p)",
          "No, and tell Codex what to do differently (esc)"
        ]),
        "",
        ...lay("Press enter to confirm or esc to cancel", width, "  ")
      ],
      asks
    ],
    [
      "permission to edit",
      "permission",
      [
        ...talk(width),
        "",
        ...lay("Would you like to make the following edits?", width, "  "),
        "",
        "    1 +hello",
        "",
        ...options(width, [
          "Yes, proceed (y)",
          "Yes, and don't ask again for these files (a)",
          "No, and tell Codex what to do differently (esc)"
        ]),
        "",
        ...lay("Press enter to confirm or esc to cancel", width, "  ")
      ],
      asks
    ],
    ["question", "question", question, asks],
    [
      "plan",
      "plan",
      [
        ...talk(width),
        ...end,
        "",
        "",
        ...lay("Implement this plan?", width, "  "),
        "",
        "",
        ...options(width, [
          "Yes, implement this plan",
          "Yes, clear context and implement",
          "No, stay in Plan mode"
        ]),
        "",
        "  enter select · esc back"
      ],
      name
    ],
    [
      "trust",
      "trust",
      version === "old"
        ? [
            ...lay(`You are in ${FOLDER}`, width, "> "),
            "",
            ...lay(
              "Do you trust the contents of this directory? Working with untrusted contents comes with higher risk of prompt injection.",
              width,
              "  "
            ),
            "",
            ...options(width, ["Yes, continue", "No, quit"]),
            "",
            ...lay("Press enter to continue", width, "  ")
          ]
        : [
            "  Folder access",
            `  ${FOLDER}`,
            "",
            ...lay(
              "Trust this folder? Codex can read, edit, and run files here, subject to your permission settings.",
              width,
              "  "
            ),
            "",
            ...options(width, ["Trust and continue", "Back to Agent Command Center"]),
            "",
            "  enter continue · esc back"
          ],
      "vm"
    ],
    [
      "limit",
      "limit",
      draw({ above: failed("You’ve hit your usage limit. Upgrade to Pro or try again at 11:10 PM.") }),
      name
    ],
    [
      "limit without an end",
      "limit",
      draw({ above: failed("Quota exceeded. Check your plan and billing details.") }),
      name
    ],
    [
      "error of a server",
      "error",
      draw({ above: failed("unexpected status 500 Internal Server Error: upstream failed") }),
      name
    ],
    [
      "error of a key",
      "error",
      draw({ above: failed("unexpected status 401 Unauthorized: no such key") }),
      name
    ],
    [
      "shell mode",
      "overlay",
      draw({
        above: [...talk(width), ...end],
        glyph: "!",
        right: version === "old" ? "Bash mode" : "Shell mode",
        left: ""
      }),
      name
    ],
    ...["$ ", "> ", "❯ ", "› ", "dev@box:~/proj$ ", "➜  proj git:(main) "].flatMap(
      (prompt): ReadonlyArray<State> => [
        [
          `exit under ${prompt.trim()}`,
          "shell",
          [
            ...talk(width),
            ...lay(
              "Token usage: total=12,500 input=12,000 (+ 30,000 cached) output=500 (reasoning 100)",
              width,
              ""
            ),
            ...lay(
              "To continue this session, run codex resume 01a22e40-2cbd-70e0-95b1-6ca3adaf60e4",
              width,
              ""
            ),
            prompt
          ],
          ""
        ],
        [
          `killed under ${prompt.trim()}`,
          "shell",
          [...talk(width), "", "", "› Killeddex to do anything", prompt, ...footer(version, width, "")],
          busy
        ]
      ]
    )
  ]
}

/** Every state of both versions at every width and height. */
export const codexSweep = (): ReadonlyArray<Drawn> =>
  (["new", "old"] as const).flatMap((version) =>
    WIDTHS.flatMap((width) =>
      states(version, width).flatMap(([name, kind, rows, title]) =>
        HEIGHTS.map((height): Drawn => {
          const drawn = atBottom(rows, height)
          const under = footer(version, width, "").length
          const shell = name.startsWith("killed") ? drawn.length - 1 - under : drawn.length - 1
          const box = drawn.findLastIndex((row) => /^\u001b\[1m[›!]\u001b\[0m/.test(row))
          return {
            name: `${version} ${name} at ${width}x${height}`,
            kind,
            frame: {
              cli: "codex",
              ansi: `${drawn.join("\n")}\n`,
              cols: width,
              rows: height,
              cursor:
                kind === "shell"
                  ? { x: (drawn[shell] ?? "").length, y: shell, visible: true }
                  : box < 0
                    ? { x: width - 1, y: drawn.length - 1, visible: false }
                    : { x: 2, y: box, visible: true },
              title,
              altScreen: false
            }
          }
        })
      )
    )
  )
