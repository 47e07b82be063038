import { describe, expect, it } from "vitest"
import type { HookRecord } from "../../../src/domain/hook/record.ts"
import { type HooksInstalled, hookDifferences, hookNotes } from "../../../src/domain/report/hooks.ts"
import { claude, MINUTE, T0 } from "../../support/scenario.ts"
import { alone } from "../check/support.ts"

const cli = { pid: 200, start: "200", name: "claude" }
const runs = { root: { pid: 100, start: "100", name: "zsh" }, foreground: [cli] }
const installed = (more: Partial<HooksInstalled> = {}): ReadonlyArray<HooksInstalled> => [
  { cli: "claude-code", state: "installed", differences: [], off: null, ...more }
]

const stage = (worked: boolean, hooks: ReadonlyArray<HookRecord> = []) => {
  const made = alone(claude.idle(), { processes: runs })
  made.fact("alpha", { launched: { pane: "%alpha", processes: [cli], session: null, at: T0 } })
  made.hooks = hooks
  made.tick(0)
  if (worked) {
    made.show("alpha", claude.working("Compiling"), { processes: runs })
    made.run(5 * MINUTE)
  }
  made.tick()
  return made
}
const spoke: HookRecord = {
  format: 1,
  cli: "claude-code",
  event: "Stop",
  word: "idle",
  at: T0,
  session: "s",
  host: "herdr",
  server: "x",
  pane: "%alpha",
  sender: [cli]
}

describe("what is said of the hooks", () => {
  it.each<[Partial<HooksInstalled>, ReadonlyArray<string>]>([
    [{}, ["alpha: hooks installed, none seen since launch"]],
    [
      { state: "absent" },
      [
        "no hooks of claude-code are installed: its turns are read from the screen (team hooks install claude-code)"
      ]
    ],
    [
      { off: "disableAllHooks" },
      ["the hooks of claude-code are installed and switched off (disableAllHooks)"]
    ],
    [
      { state: "differs", differences: ["timeout"] },
      ["the hooks of claude-code are not this version's (team hooks install claude-code)"]
    ],
    [
      { state: "unreadable" },
      ["the settings of claude-code can't be read: team hooks status claude-code says why"]
    ]
  ])("%j", (more, notes) => {
    expect(hookNotes([stage(false).seat("alpha")], installed(more))).toEqual(notes)
  })

  it("is nothing once a hook of this very process has written", () => {
    const made = stage(false, [spoke])
    made.host = "herdr"
    made.tick()
    expect(hookNotes([made.seat("alpha")], installed())).toEqual([])
    const other = stage(false, [{ ...spoke, sender: [{ ...cli, start: "another" }] }])
    other.host = "herdr"
    other.tick()
    expect(hookNotes([other.seat("alpha")], installed())).toHaveLength(1)
  })

  it("is a difference where they stayed silent through a turn, are old or switched off", () => {
    const quiet = stage(false)
    expect(hookDifferences([quiet.seat("alpha")], installed(), quiet.at)).toEqual([])
    const worked = stage(true)
    expect(hookDifferences([worked.seat("alpha")], installed(), worked.at)).toEqual([
      {
        what: "alpha: its hooks are installed and none was seen since launch, though it had a turn",
        repair: "start its CLI again (it reads hooks when it starts), then team register alpha"
      }
    ])
    expect(
      hookDifferences([], installed({ state: "differs", differences: ["timeout", "matcher"] }), T0)
    ).toEqual([
      {
        what: "the hooks of claude-code are not this version's: timeout, matcher",
        repair: "team hooks install claude-code"
      }
    ])
    expect(hookDifferences([], installed({ off: "disableAllHooks" }), T0)).toEqual([
      { what: "the hooks of claude-code are installed and switched off", repair: "take out disableAllHooks" }
    ])
    expect(hookDifferences([worked.seat("alpha")], [], worked.at)).toEqual([])
  })
})
