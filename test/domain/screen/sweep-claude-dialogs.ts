import { lay } from "./sweep.ts"

export type Version = "new" | "old"

export type State = readonly [name: string, kind: string, rows: ReadonlyArray<string>, title: string]

const PICK = "\u001b[38;2;177;185;249m"
export const OFF = "\u001b[39m"
const ANSWER =
  "Done. The parser keeps its place now; I left the tests as they were, and asked nothing of you: do you want to proceed?"

export const talk = (width: number): ReadonlyArray<string> => [
  ...lay("fix the parser and tell me what you changed in it", width, "❯ "),
  "",
  ...lay(ANSWER, width, "● ")
]

export const styled = (rows: ReadonlyArray<string>, style: string): ReadonlyArray<string> =>
  rows.map((row) => `${style}${row}${OFF}`)

const dialog = (width: number, title: string, body: ReadonlyArray<string>): ReadonlyArray<string> => [
  `${PICK}${"─".repeat(width)}${OFF}`,
  ` \u001b[1m${title}\u001b[0m`,
  ...body
]

export const options = (width: number, list: ReadonlyArray<string>, head = " "): ReadonlyArray<string> =>
  list.flatMap((text, at) => {
    const numbered = `${at + 1}. ${text}`
    return at === 0
      ? styled(lay(numbered, width, `${head}❯ `, 6), PICK)
      : lay(numbered, width, `${head}  `, 6)
  })

/** The dialogs of a version at a width, each below a conversation. */
export const dialogs = (version: Version, width: number): ReadonlyArray<State> => {
  const idle = "✳ Claude Code"
  const rule = "╌".repeat(width)
  const says = (text: string) => lay(text, width, " ")
  return [
    [
      "permission to run",
      "permission",
      [
        ...talk(width),
        "",
        ...dialog(width, "Bash command", [
          ...says("touch /tmp/mark && ls"),
          ...says("Make a mark"),
          "",
          ...says("Do you want to proceed?")
        ]),
        ...options(width, ["Yes", "Yes, and don't ask again for: touch *", "No"]),
        "",
        ...lay("Esc to cancel · Tab to amend", width, " ")
      ],
      idle
    ],
    [
      "permission to edit",
      "permission",
      [
        ...talk(width),
        "",
        ...dialog(width, "Edit file", [
          " main.py",
          rule,
          " 1  import util",
          rule,
          ...says("Do you want to make this edit to main.py?")
        ]),
        ...options(width, ["Yes", "Yes, allow all edits during this session (shift+tab)", "No"]),
        "",
        ...lay("Esc to cancel · Tab to amend", width, " ")
      ],
      idle
    ],
    [
      "permission to fetch",
      "permission",
      [
        ...talk(width),
        "",
        ...dialog(width, "Fetch", [
          "",
          "   https://example.test/page",
          "",
          ...says("Do you want to allow Claude to fetch this content?")
        ]),
        ...options(width, [
          "Yes",
          "Yes, and don't ask again for example.test",
          "No, and tell Claude what to do differently (esc)"
        ])
      ],
      idle
    ],
    [
      "question",
      "question",
      [
        ...talk(width),
        "",
        "─".repeat(width),
        " ☐ Database",
        "",
        ...lay("Which database should the service use?", width, ""),
        "",
        ...options(width, ["PostgreSQL", "SQLite", "Type something."], ""),
        "─".repeat(width),
        "  4. Chat about this",
        "",
        ...lay("Enter to select · ↑/↓ to navigate · Esc to cancel", width, "")
      ],
      idle
    ],
    [
      "plan",
      "plan",
      [
        ...talk(width),
        "",
        "─".repeat(width),
        ...lay("Ready to code?", width, " "),
        "",
        ...lay("Here is the plan:", width, " "),
        rule,
        " 1. Read",
        rule,
        "",
        ...lay(
          "Claude has written up a plan and is ready to execute. Would you like to proceed?",
          width,
          " "
        ),
        "",
        ...options(width, ["Yes, and auto-accept edits", "Yes, manually approve edits", "No, keep planning"]),
        "",
        ...lay("ctrl+g to edit in Vim · ~/.claude/plans/a-long-name-of-a-plan.md", width, " ")
      ],
      idle
    ],
    [
      "trust",
      "trust",
      [
        "─".repeat(width),
        ...lay("Accessing workspace:", width, " "),
        "",
        ...lay("/home/dev/work/proj", width, " "),
        "",
        ...lay("Quick safety check: Is this a project you created or one you trust?", width, " "),
        "",
        " Security guide",
        "",
        ...(version === "old"
          ? options(width, ["Yes, I trust this folder", "No, exit"])
          : [`${PICK} ❯ No, exit${OFF}`, "   Yes, I trust this folder"]),
        "",
        ...lay("Enter to confirm · Esc to cancel", width, " ")
      ],
      ""
    ]
  ]
}
