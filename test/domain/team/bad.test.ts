import * as FastCheck from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { CHECK_NAMES } from "../../../src/domain/check/names.ts"
import { formatProblem } from "../../../src/services/TeamFile.ts"
import { example, file, problems, seat } from "./support.ts"

const VERSION = 'version must be quoted ("4.10"): unquoted, YAML reads it as a number and 4.10 becomes 4.1'
const DURATION = "needs a value with its unit (s, m, h), such as 120s or 10m"
const PERCENT = "needs a value with its unit (%), such as 25%"
const SIZE = "needs a value with its unit (MB, GB, TB), such as 10GB"
const COMMAND = "names one command, with no arguments; use a wrapper"

/** `more` follows the lead's seat, from line 13 on. */
const refused = (cases: ReadonlyArray<readonly [string, ...ReadonlyArray<string>]>): void => {
  for (const [more, ...said] of cases) {
    it(`${JSON.stringify(more)} is refused`, () => expect(problems(file(more))).toEqual(said))
  }
}
/** A second seat on lines 13 to 19, with one field changed. */
const seatRefused = (
  cases: ReadonlyArray<readonly [Readonly<Record<string, string | null>>, string]>
): void => {
  for (const [changes, said] of cases) {
    it(`a seat with ${JSON.stringify(changes)} is refused`, () => {
      const said2 = problems(file("", [seat(changes)])).map((line) => line.replace(/^\d+: /, ""))
      expect(said2).toEqual([said])
    })
  }
}

describe("the top of the file", () => {
  it.each([
    ["", '1: the file must be a map of fields, starting with "format: 1"'],
    ["- a", '1: the file must be a map of fields, starting with "format: 1"'],
    ["text", '1: the file must be a map of fields, starting with "format: 1"']
  ])("%j is no file", (text, said) => expect(problems(text)).toEqual([said]))

  it("names everything that is missing at once", () => {
    expect(problems("watch: {}")).toEqual([
      "1: format is required",
      "1: project is required",
      "1: operator is required",
      "1: seats is required: at least the orchestrator's and the operator's seat"
    ])
  })

  it.each([
    ["format: 1", 'format: "1"', "1: format must be the number 1"],
    ["format: 1", "format: 2", "1: format must be the number 1"],
    [
      "project: p",
      "project: .p",
      '2: project must start with a letter or digit, then letters, digits, ".", "_" and "-" (64 at most)'
    ],
    ["project: p", "project: 7", "2: project must be text: quote it"],
    ["operator: one", "operator: onne", '3: operator "onne" names no declared seat (did you mean "one"?)'],
    ["operator: one", "operator: zebra", '3: operator "zebra" names no declared seat'],
    ["    leads: true\n", "", "6: the file has no seat that leads: put `leads: true` on one seat"],
    ["{ mode: shared }", "{}", "4: workspace.path is required when a seat works in worktrees"]
  ])("%j as %j is refused", (was, is, said) => {
    const text = file()
    expect(text).toContain(was)
    expect(problems(text.replace(was, is))[0]).toBe(said)
  })

  refused([
    ["session: default", `14: session can't be "default": it is herdr's own session`],
    ["visibility: open", "14: visibility must be one of: public, private"],
    ["seets: []", '14: unknown field "seets" in the file: did you mean "seats"?'],
    ["idle_first: 5m", '14: unknown field "idle_first" in the file: it belongs in watch'],
    ["launch: x", '14: unknown field "launch" in the file: it belongs in a seat'],
    ["zebra: 1", '14: unknown field "zebra" in the file'],
    ["rules: x", "14: rules must be a list"],
    ["rules:\n  - a: b", '15: each item of rules must be text: quote a line that contains ": "'],
    ["rules: [1]", "14: each item of rules must be text: quote it"],
    ["watch: 3", "14: watch must be a map of fields"],
    ["coordinator: two", '14: `coordinator:` names "two" and `leads` is on "one": a file names one lead']
  ])

  it("prints a problem the way every command does", () => {
    expect(formatProblem("watch", { line: 3, message: "operator is required" })).toBe(
      "team watch: team.yaml line 3: operator is required"
    )
  })

  it("collects the problems of all sections, sorted by line", () => {
    const text = `watch: { idle_frist: 5m, cheks: {} }\n${file("machine: { load_max: 0 }", [seat({ version: "5.10", name: "no" })])}`
    expect(problems(text)).toEqual([
      '1: unknown field "idle_frist" in watch: did you mean "idle_first"?',
      '1: unknown field "cheks" in watch: did you mean "checks"?',
      "16: name must be text: quote it",
      `20: ${VERSION}`,
      "22: machine.load_max must be a number above 0"
    ])
  })
})

describe("the lead and the operator", () => {
  const two = (changes: Readonly<Record<string, string>>) => file("", [seat(changes)])
  it.each([
    [two({ leads: "true" }), "14: `leads` is on more than one seat: a team has one orchestrator"],
    [
      two({ count: "2" }).replace("operator: one", "operator: two"),
      `3: operator "two" can't be a seat with count`
    ],
    [
      two({ parked: "true" }).replace("operator: one", "operator: two"),
      `3: operator "two" can't be a parked seat`
    ],
    [
      two({ stopped: "true" }).replace("operator: one", "operator: two"),
      `3: operator "two" can't be a stopped seat`
    ],
    [
      two({}).replace("    leads: true\n", "").concat("\ncoordinator: thre"),
      '21: coordinator "thre" names no declared seat'
    ]
  ])("case %#", (text, said) => {
    expect(problems(text)).toEqual([said])
  })

  it("the lead can't be parked", () => {
    const text = two({})
      .replace("    leads: true", "    leads: true\n    parked: true")
      .replace("operator: one", "operator: two")
    expect(problems(text)).toEqual([`6: lead "one" can't be a parked seat`])
  })

  it("says nothing twice of a seat that is broken itself", () => {
    const text = two({ version: "6" }).replace("operator: one", "operator: two")
    expect(problems(text)).toEqual([`19: ${VERSION}`])
  })
})

describe("seats", () => {
  seatRefused([
    [{ role: null, name: "two" }, "role is required"],
    [{ name: null }, "name is required"],
    [{ launch: "" }, "launch is required"],
    [{ name: "a/b" }, 'seat "a/b": the name takes letters, digits, ".", "_" and "-"'],
    [
      { name: ".run" },
      'seat ".run": the name takes letters, digits, ".", "_" and "-", and starts with a letter or a digit'
    ],
    [
      { name: ".." },
      'seat "..": the name takes letters, digits, ".", "_" and "-", and starts with a letter or a digit'
    ],
    [{ name: "null" }, "name must be text: quote it"],
    [{ name: "true" }, "name must be text: quote it"],
    [{ name: "on" }, "name must be text: quote it"],
    [{ name: "no" }, "name must be text: quote it"],
    [{ name: "y" }, "name must be text: quote it"],
    [{ name: "012" }, "name must be text: quote it"],
    [{ name: "12:30" }, "name must be text: quote it"],
    [{ model: "~" }, "model must be text: quote it"],
    [{ model: "[a]" }, "model must be text"],
    [{ model: "{task}" }, "model must be text: quote it"],
    [{ model: '" "' }, "model must be text"],
    [{ launch: '"a\\nb"' }, "launch must not contain control characters or line breaks"],
    [{ launch: '"a\\x1b[2J"' }, "launch must not contain control characters or line breaks"],
    [{ version: "5.10" }, VERSION],
    [{ version: "0x10" }, VERSION],
    [{ version: "v6" }, VERSION],
    [{ display: "GPT 16" }, 'display must contain the version "6" as a token of its own'],
    [{ display: "GPT 6.1" }, 'display must contain the version "6" as a token of its own'],
    [{ display: "GPT 1.6" }, 'display must contain the version "6" as a token of its own'],
    [{ cli: "Claude Code" }, "cli must be the name of a CLI profile, such as claude-code"],
    [{ model_from: "me" }, "model_from must be one of: launcher"],
    [{ account: "plam" }, 'account "plam" is not in budgets.accounts'],
    [{ cwd: "/tmp" }, "cwd must be relative to the project"],
    [{ cwd: "~" }, "cwd must be text: quote it"],
    [{ cwd: "~/x" }, "cwd must be relative to the project"],
    [{ cwd: '"a`b"' }, "cwd must not contain control characters or backticks"],
    [{ mode: "both" }, "mode must be one of: worktree, shared"],
    [{ count: "0" }, "count must be a whole number, 1 or more (100 at most)"],
    [{ count: "1.5" }, "count must be a whole number, 1 or more (100 at most)"],
    [{ count: "1000000" }, "count must be a whole number, 1 or more (100 at most)"],
    [{ parked: '"true"' }, "parked must be true or false"],
    [{ stopped: "yes" }, "stopped must be true or false"],
    [{ idle_lead_seconds: "[1]" }, "idle_lead_seconds must be a whole number of seconds"],
    [
      { idle_lead_second: "1" },
      'unknown field "idle_lead_second" in a seat: did you mean "idle_lead_seconds"?'
    ],
    [
      { liveness: "{ blind_after: 1 }" },
      'unknown field "blind_after" in liveness: did you mean "blind_after_seconds"?'
    ],
    [{ name: "one" }, 'two seats have the name "one" (the other is on line 6, after count is expanded)']
  ])

  it("finds names that clash only after count is expanded", () => {
    expect(problems(file("", [seat({ name: "w", count: "3" }), seat({ name: "w-2" })]))).toEqual([
      '22: two seats have the name "w-2" (the other is on line 14, after count is expanded)'
    ])
  })

  it("needs a list with a seat in it, of maps", () => {
    const head = "format: 1\nproject: p\noperator: one\nworkspace: { mode: shared }\n"
    expect(problems(`${head}seats: []`)).toEqual(["5: seats must be a list with at least one seat"])
    expect(problems(`${head}seats: { a: b }`)).toEqual(["5: seats must be a list with at least one seat"])
    expect(problems(file("", ["  - text"]))).toEqual(["14: a seat must be a map of fields"])
  })
})

describe("sections", () => {
  refused([
    ["watch: { interval: 0s }", "14: watch.interval must be greater than zero"],
    ["watch: { interval: 0.5s }", "14: watch.interval must be 1s or more"],
    ["watch: { interval: 12:30 }", `14: watch.interval ${DURATION}`],
    ["watch: { interval: 120 }", `14: watch.interval ${DURATION}`],
    ['watch: { interval: "120s" }', `14: watch.interval ${DURATION}`],
    ["watch: { team_idle: -5s }", `14: watch.team_idle ${DURATION}`],
    ["watch: { idle_first: soon }", `14: watch.idle_first ${DURATION}`],
    ["watch: { idle_first: 600 }", `14: watch.idle_first ${DURATION}`],
    ["watch: { tempo: 0 }", "14: watch.tempo must be a number above 0"],
    ["watch: { tempo: .inf }", "14: watch.tempo must be a number above 0"],
    ["watch: { tempo: .nan }", "14: watch.tempo must be a number above 0"],
    ['watch: { nudge: "a\\nb" }', "14: watch.nudge must not contain control characters or line breaks"],
    [
      `watch: { nudge: "${"é".repeat(201)}" }`,
      "14: watch.nudge must be at most 400 bytes: it is typed as one line"
    ],
    ["watch: { notify_command: say hello }", `14: watch.notify_command ${COMMAND}`],
    ["watch: { checks: [idle] }", "14: watch.checks must be a map: a check named, and set off"],
    ["watch: { checks: { idle: on } }", "14: watch.checks.idle must be off: the only setting is off"],
    ["watch: { checks: { idle: false } }", "14: watch.checks.idle must be off: the only setting is off"],
    [
      "watch: { checks: { approval: off } }",
      "14: watch.checks can't turn off approval: attention, missing, model-drift, approval always run"
    ],
    [
      "watch: { checks: { idel: off } }",
      `14: unknown check "idel" in watch.checks: the checks are ${CHECK_NAMES.join(", ")} (did you mean "idle"?)`
    ],
    ["machine: { memory_min: 15 }", `14: machine.memory_min ${PERCENT}`],
    ["machine: { memory_min: 101% }", `14: machine.memory_min ${PERCENT}`],
    ["machine: { disk_min: 10 GB }", `14: machine.disk_min ${SIZE}`],
    ["machine: { disk_min: 10GiB }", `14: machine.disk_min ${SIZE}`],
    ["machine: { disk_min: 999999999TB }", `14: machine.disk_min ${SIZE}`],
    ["limits: { seats: 0 }", "14: limits.seats must be a whole number, 1 or more"],
    ["limits: { temporary: -1 }", "14: limits.temporary must be a whole number, 0 or more"],
    ["limits: { vendors: [openai] }", "14: limits.vendors must be a map: a vendor, then its ceiling"],
    ["limits: { vendors: { openai: x } }", "14: limits.vendors.openai must be a whole number, 0 or more"],
    ["dialogs: owner", "14: dialogs must be a map containing trust"],
    ["dialogs: {}", "14: dialogs must contain trust"],
    ["dialogs: { trust: me }", "14: dialogs.trust must be one of: owner, orchestrator"],
    ['trust: ["a`b"]', '14: trust: "a`b" must not contain control characters or backticks'],
    ["trust: [~x/y]", '14: trust: "~x/y" takes "~" only as the first component'],
    ["trust: [/a/*]", '14: trust: "/a/*" must not contain glob characters'],
    ["trust: [/a/../b]", '14: trust: "/a/../b" must not contain "." or ".."'],
    ["trust: [/a, b]", "14: trust cannot mix legacy patterns and absolute paths"],
    ["trust: ['a*/b']", '14: trust: "a*/b" takes "*" only as a whole last segment'],
    [
      "trust: ['../*']",
      '14: trust: "../*" would trust every folder beside the project or above it: name a fixed folder before "*"'
    ],
    ["trust: [..]", `14: trust: ".." is a parent of the project: trust a folder of the team's own`],
    ["delegates: []", "14: delegates must have 1 to 8 entries"],
    [
      "delegates: [{ pane: w1:p1, commands: [up] }]",
      "14: delegates.pane must be a session and a pane id, such as main/w1:p1"
    ],
    ["delegates: [{ pane: m/w1:p1, commands: [] }]", "14: delegates.commands must list at least one command"],
    ["delegates: [{ pane: m/w1:p1, commands: [up, up] }]", "14: delegates.commands lists up twice"],
    [
      "delegates: [{ pane: m/w1:p1, commands: [approve] }]",
      "14: each item of delegates.commands must be one of: up, down, add, remove"
    ],
    [
      "delegates: [{ pane: p/w1:p1, commands: [up] }]",
      "14: delegates can't name a pane of the team's own session"
    ],
    [
      "identity: { forbidden: ['('] }",
      "14: identity.forbidden: not a regular expression (unterminated group)"
    ],
    [
      'identity: { signature: { template: "By me" } }',
      '14: position "trailer" needs a template git reads as a trailer: "<token>: <value>", the token without spaces'
    ],
    [
      "identity: { signature: { pull_requests: { exempt: [merge] } } }",
      "14: pull_requests has no exempt: it applies to commits only"
    ],
    ["budgets: { check_every: 0s }", "14: budgets.check_every must be greater than zero"],
    [
      "budgets: { marks: [50, 200] }",
      "14: budgets.marks must be a list of percentages, such as [50, 75, 90]"
    ],
    ["budgets: { accounts: { a: {} } }", "14: budgets.accounts.a needs kind"],
    ["budgets: { accounts: { a: { kind: spend, check: c } } }", "14: budgets.accounts.a needs floor"],
    ["budgets: { accounts: { a: { kind: spend, floor: 5 USD } } }", "14: budgets.accounts.a needs check"],
    [
      "budgets: { accounts: { a: { kind: subscription, sources: [check] } } }",
      "14: budgets.accounts.a needs check"
    ],
    [
      "budgets: { accounts: { a: { kind: subscription, sources: [] } } }",
      "14: budgets.accounts.a needs a source"
    ],
    [
      "budgets: { accounts: { a: { kind: subscription, sources: [status_line], check: c } } }",
      "14: budgets.accounts.a.check needs sources to list check"
    ],
    [
      "budgets: { accounts: { a: { kind: subscription, sources: [check, check], check: c } } }",
      "14: budgets.accounts.a.sources lists check twice"
    ],
    [
      "budgets: { accounts: { a: { kind: subscription, sources: [screen] } } }",
      "14: budgets.accounts.a.sources must be check or status_line"
    ],
    [
      "budgets: { accounts: { a: { kind: subscription, check: a b } } }",
      `14: budgets.accounts.a.check ${COMMAND}`
    ],
    [
      "budgets: { accounts: { a: { kind: spend, floor: 5 USD, check: c, sources: [status_line, check] } } }",
      "14: budgets.accounts.a: a spend account never reads a screen"
    ],
    [
      "budgets: { accounts: { a: { kind: spend, floor: 5 USD, check: c, reserve: 5% } } }",
      "14: budgets.accounts.a: a spend account has a floor, not a reserve"
    ],
    [
      "budgets: { accounts: { a: { kind: subscription, floor: 5 USD } } }",
      "14: budgets.accounts.a: a subscription has a reserve, not a floor"
    ],
    [
      "budgets: { accounts: { a: { kind: spend, floor: 5 usd, check: c } } }",
      "14: budgets.accounts.a.floor is an amount and a currency, such as 5 USD"
    ]
  ])

  it.each([
    ["path: /abs/{task}", "workspace.path must be relative to the project"],
    ["path: ../trees", "workspace.path must end with the segment {task}"],
    ["path: ../{task}/x/{task}", "workspace.path takes {task} only as its last segment"],
    ["path: ../{task}", "workspace.path needs a fixed folder of its own before {task}: ../worktrees/{task}"],
    ["branch: a..b", "workspace.branch must be a branch name git takes"],
    ["branch: {task}", "workspace.branch must be text: quote it"],
    ["remove: never", "workspace.remove must be one of: on-merge, manual"],
    ["limit: 0", "workspace.limit must be a whole number, 1 or more"]
  ])("a workspace with %s is refused", (line, said) => {
    const text = file().replace("workspace: { mode: shared }", `workspace:\n  mode: shared\n  ${line}`)
    expect(problems(text)).toEqual([`6: ${said}`])
  })
})

describe("credentials", () => {
  const long = "abcdefghij0123456789"
  it.each([
    "sk-",
    "ghp_",
    "gho_",
    "github_pat_",
    "glpat-",
    "xoxb-",
    "AKIA",
    "ASIA",
    "AIza",
    "lin_api_",
    "npm_",
    "shpat_",
    "dckr_pat_"
  ])("a word starting with %s is refused, and not repeated", (prefix) => {
    const said = problems(file(`tools: { a: { key: "${prefix}${long}" } }`))
    expect(said).toEqual(["14: a value shaped like a key or token: a team file never holds a credential"])
    expect(problems(file(`rules: ["run it with X=${prefix}${long}"]`))).toHaveLength(1)
    expect(problems(file(`rules: ["${prefix}short"]`))).toEqual([])
  })
  it("private keys and URLs with passwords are refused", () => {
    expect(problems(file('rules: ["-----BEGIN RSA PRIVATE KEY-----"]'))).toEqual([
      "14: a private key: a team file never holds a credential"
    ])
    expect(problems(file('rules: ["https://me:secret@example.test/x"]'))).toEqual([
      "14: a URL with credentials: a team file never holds a credential"
    ])
    expect(problems(file('rules: ["https://example.test:8080/x@y"]'))).toEqual([])
  })
  it("a task-like word is no key", () =>
    expect(problems(file('rules: ["see task-0123456789abcdef0123"]'))).toEqual([]))
})

describe("any damage to a good file", () => {
  it("gives problems with lines of the file, or a valid file, and never a crash", () => {
    const text = example("full")
    const lines = text.split("\n").length
    const cut = FastCheck.record({
      at: FastCheck.nat({ max: text.length }),
      drop: FastCheck.nat({ max: 30 }),
      put: FastCheck.constantFrom(
        "",
        "\t",
        "{",
        "]",
        '"',
        "'",
        ": ",
        "- ",
        "&a ",
        "*a",
        "!x ",
        "\n",
        "|\n",
        "\u0000",
        "null",
        "1.5"
      )
    })
    FastCheck.assert(
      FastCheck.property(cut, ({ at, drop, put }) => {
        const said = problems(text.slice(0, at) + put + text.slice(at + drop))
        const at2 = said.map((line) => Number.parseInt(line, 10))
        expect(at2.every((line) => line >= 1 && line <= lines + 1)).toBe(true)
        expect(at2).toEqual(at2.toSorted((left, right) => left - right))
      }),
      { numRuns: 300 }
    )
  })
})
