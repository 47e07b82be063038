/** What launching and stopping need to know of a CLI beside its screens. */
export interface CliLaunch {
  /**
   * How its standing rules travel: `option` on the launch line, `message` as its first message (spec 001 "Rules as a first
   * message").
   */
  readonly rules: "option" | "message"
  /** What ends it when it is typed into its empty prompt; null where nobody has seen that it does. */
  readonly exit: "/exit" | "/quit" | null
  /** Options that make its screen readable or let it start unattended, and the option of the file's line that says otherwise. */
  readonly extra: ReadonlyArray<{
    readonly words: ReadonlyArray<string>
    readonly unless: ReadonlyArray<string>
  }>
}

const message = (exit: CliLaunch["exit"]): CliLaunch => ({ rules: "message", exit, extra: [] })

/**
 * The CLIs that `team up` launches: those whose idle prompt can be read. Their exit words are from their own documentation;
 * grok's and pi's open a menu in which the line cannot be read back, so none is typed there.
 */
const CLIS: Readonly<Record<string, CliLaunch>> = {
  "claude-code": {
    rules: "option",
    exit: "/exit",
    extra: [
      // A suggestion in the box cannot be told from a draft where a host gives no styling.
      { words: ["--settings", '{"promptSuggestionEnabled":false}'], unless: ["--settings"] }
    ]
  },
  codex: message("/quit"),
  gemini: message("/quit"),
  qwen: message("/quit"),
  opencode: message("/exit"),
  kilo: message("/exit"),
  copilot: message("/exit"),
  pi: message(null),
  grok: message(null)
}

/** What is known of launching this CLI; null for one that has no launch profile. */
export const cliLaunch = (cli: string): CliLaunch | null =>
  Object.hasOwn(CLIS, cli) ? (CLIS[cli] ?? null) : null
