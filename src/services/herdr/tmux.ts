import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { lineProblem } from "../../domain/host/line.ts"
import type { PaneProcesses, PaneRead } from "../../domain/host/pane.ts"
import { paneProcesses } from "../../domain/host/processes.ts"
import { Herdr, type HerdrShape, HostError, type HostReason } from "../Herdr.ts"
import { Processes } from "../Processes.ts"
import { ProcessRunner } from "../ProcessRunner.ts"
import {
  displayText,
  field,
  guardedKeys,
  SEPARATOR,
  type TmuxCommand,
  type TmuxGroup
} from "./tmux-command.ts"
import { isSupported, OLDEST, tmuxError } from "./tmux-errors.ts"
import { makeLink, sessionName, type TmuxLink, type TmuxOptions } from "./tmux-link.ts"
import { LIST_GROUPS, PID_GROUP, parseList, parseRead, readGroup } from "./tmux-parse.ts"
import { makeWorkspaces } from "./tmux-workspace.ts"

export type { TmuxOptions } from "./tmux-link.ts"

const refuse = (reason: HostReason, method: string, message: string) =>
  Effect.fail(new HostError({ reason, method, message }))

/** How long a notice stands in the status line (ms); tmux's own three quarters of a second are soon missed. */
const NOTICE_SHOWN = "8000"

const isPane = (pane: string): boolean => /^%\d+$/.test(pane)

/** Runs one group that prints nothing of use; its failure is the call's. */
const change = (link: TmuxLink, method: string, group: TmuxGroup) =>
  Effect.flatMap(link.ask(method, [group]), ([answer]) =>
    answer?.ok ? Effect.succeed(answer.lines) : Effect.fail(tmuxError(method, answer?.said ?? ""))
  )

const makeList = (link: TmuxLink, session: string): HerdrShape["list"] =>
  Effect.flatMap(link.ask("list", LIST_GROUPS, { again: true }), ([about, panes]) => {
    if (!about?.ok || !panes?.ok) return Effect.fail(tmuxError("list", `${about?.said} ${panes?.said}`))
    const [pid, start, version = ""] = about.lines[0]?.split(SEPARATOR) ?? []
    if (!isSupported(version)) {
      return refuse("NotInstalled", "list", `tmux ${OLDEST} or newer is needed; the server is older`)
    }
    const listed = parseList(panes.lines, sessionName(session), panes.at)
    return listed === null || !pid || !start
      ? refuse("Protocol", "list", "tmux's list of panes cannot be read")
      : Effect.succeed({ host: "tmux" as const, session, server: `${pid}.${start}`, ...listed, warnings: [] })
  })

const makeRead =
  (link: TmuxLink): HerdrShape["read"] =>
  (panes) => {
    const asked = Array.from(new Set(panes.filter(isPane)))
    const answers = link.ask("read", asked.map(readGroup), { again: true })
    return Effect.map(answers, (groups) => {
      const reads = new Map<string, PaneRead>(panes.map((pane) => [pane, { _tag: "Absent", reason: "gone" }]))
      asked.forEach((pane, index) => {
        const answer = groups[index]
        if (answer?.ok) reads.set(pane, parseRead(pane, answer.lines))
        else if (tmuxError("read", answer?.said ?? "").reason !== "NoPane") {
          reads.set(pane, { _tag: "Absent", reason: "failed" })
        }
      })
      return reads
    })
  }

const makeProcesses =
  (link: TmuxLink, table: Processes["Type"]["table"]): HerdrShape["processes"] =>
  (panes) =>
    Effect.gen(function* () {
      const [answer] = yield* link.ask("processes", [PID_GROUP], { again: true })
      if (!answer?.ok) return yield* tmuxError("processes", answer?.said ?? "")
      // Taken after the pids: a process that tmux names is in it unless it has ended since.
      const processes = yield* Effect.orElseSucceed(table, () => null)
      const roots = new Map<string, PaneProcesses | null>()
      for (const line of answer.lines) {
        const [pane = "", pid, dead] = line.split(SEPARATOR)
        if (dead === "1") roots.set(pane, { root: null, foreground: [] })
        else roots.set(pane, processes === null ? null : paneProcesses(processes, Number(pid)))
      }
      return new Map(panes.map((pane) => [pane, roots.get(pane) ?? null]))
    })

const makeKeys = (link: TmuxLink) => (method: string, pane: string, keys: TmuxCommand) =>
  Effect.gen(function* () {
    if (!isPane(pane)) return yield* refuse("NoPane", method, "there is no such pane")
    const lines = yield* change(link, method, [guardedKeys(pane, keys)])
    const state = lines.find((line) => line.includes(SEPARATOR))
    if (state === undefined) return
    const [id, dead, inMode, off] = state.split(SEPARATOR)
    if (id !== pane) return yield* refuse("NoPane", method, "the pane is gone")
    if (dead === "1") return yield* refuse("Refused", method, "the pane's program has ended")
    if (inMode === "1") return yield* refuse("Refused", method, "the pane is in copy mode or scrolled back")
    if (off === "1") return yield* refuse("Refused", method, "the pane takes no input")
    return yield* refuse("Refused", method, "what is typed in the pane goes to other panes too")
  })

const makeNotify =
  (link: TmuxLink, session: string): HerdrShape["notify"] =>
  (title, body) =>
    Effect.gen(function* () {
      const target = `=${sessionName(session)}:`
      const clients = yield* link.ask("notify", [
        [
          [
            "list-clients",
            "-t",
            `=${sessionName(session)}`,
            "-F",
            `#{?client_control_mode,1,0} ${field("client_name")}`
          ]
        ]
      ])
      const seen = (clients[0]?.ok ? clients[0].lines : [])
        .filter((line) => line.startsWith("0 "))
        .map((line) => line.slice(2))
      if (seen.length === 0) return false
      const text = displayText(body === "" ? title : `${title}: ${body}`)
      const shown = yield* link.ask(
        "notify",
        seen.map((client) => [
          ["set-option", "-t", target, "@team_notice", text],
          ["display-message", "-d", NOTICE_SHOWN, "-c", client, "-t", target, "#{@team_notice}"]
        ])
      )
      return shown.some((answer) => answer.ok)
    })

/**
 * Provides tmux (3.2 or newer) as the host. A seat's pane carries the user option `@team_seat`, or is a window of that
 * name in the team's session. Its control client starts with the first call and ends with the layer; building the
 * layer starts nothing.
 */
export const layerTmux = (options: TmuxOptions): Layer.Layer<Herdr, HostError, ProcessRunner | Processes> =>
  Layer.scoped(
    Herdr,
    Effect.gen(function* () {
      const runner = yield* ProcessRunner
      const { table } = yield* Processes
      const link = yield* makeLink(options, runner)
      const { session } = options
      const keys = makeKeys(link)
      const onPane = (method: string, pane: string, group: TmuxGroup) =>
        isPane(pane)
          ? Effect.asVoid(change(link, method, group))
          : refuse("NoPane", method, "there is no such pane")
      return {
        host: "tmux" as const,
        session,
        list: makeList(link, session),
        read: makeRead(link),
        processes: makeProcesses(link, table),
        type: (pane, text) => {
          const problem = lineProblem(text)
          if (problem !== null) return refuse("Refused", "type", problem)
          return keys("type", pane, ["send-keys", "-l", "-t", pane, "--", text])
        },
        press: (pane, key) => keys("press", pane, ["send-keys", "-t", pane, key]),
        ...makeWorkspaces(link, session),
        nameSeat: (pane, seat) => {
          const problem = lineProblem(seat)
          if (problem !== null) return refuse("Refused", "nameSeat", problem)
          return onPane("nameSeat", pane, [["set-option", "-p", "-t", pane, "@team_seat", seat]])
        },
        // tmux drops nothing by itself: the lines stand until the next ones, whatever their ttl.
        setDisplay: (pane, { label, display }) =>
          onPane("setDisplay", pane, [
            ["set-option", "-p", "-t", pane, "@team_label", displayText(label)],
            ["set-option", "-p", "-t", pane, "@team_display", displayText(display)]
          ]),
        notify: makeNotify(link, session),
        changes: link.changes
      } satisfies HerdrShape
    })
  )
