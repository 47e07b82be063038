import * as Effect from "effect/Effect"
import type { HerdrShape, NewWorkspace } from "../Herdr.ts"
import { HostError } from "../Herdr.ts"
import { format, literal, SEPARATOR, type TmuxCommand, type TmuxGroup } from "./tmux-command.ts"
import { tmuxError } from "./tmux-errors.ts"
import { sessionName, type TmuxLink } from "./tmux-link.ts"

// A session nobody looks at has this size until a client attaches.
const DETACHED_SIZE = ["-x", "160", "-y", "48"]

const PRINT = ["-P", "-F", format(["#{window_id}", "#{pane_id}"])]

const oneLine = (text: string): string => text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/gu, " ")

/** tmux gives a lone word to a shell; several are run as they are, so a lone program is named to `exec`. */
const programArgs = (command: ReadonlyArray<string> | null): ReadonlyArray<string> => {
  const [program, ...args] = command ?? []
  if (program === undefined) return []
  return args.length > 0 ? ["--", program, ...args] : ["--", "/bin/sh", "-c", 'exec "$0"', program]
}

const common = (options: NewWorkspace): ReadonlyArray<string> => [
  "-d",
  ...PRINT,
  "-n",
  literal(oneLine(options.label)),
  "-c",
  literal(options.cwd),
  ...Object.entries(options.env).flatMap(([name, value]) => ["-e", `${name}=${value}`]),
  ...programArgs(options.command)
]

/** The program of a window must not be able to rename it: its name is a seat's. */
const keepName = (window: string): ReadonlyArray<TmuxCommand> => [
  ["set-option", "-w", "-t", window, "automatic-rename", "off"],
  ["set-option", "-w", "-t", window, "allow-rename", "off"]
]

const isWindow = (workspace: string): boolean => /^@\d+$/.test(workspace)

/** A workspace is a window of the team's session, which is made, detached, with its first one. */
export const makeWorkspaces = (
  link: TmuxLink,
  session: string
): Pick<HerdrShape, "createWorkspace" | "closeWorkspace" | "labelWorkspace"> => {
  const name = sessionName(session)

  const made = (lines: ReadonlyArray<string>) => {
    const [workspace, pane] = (lines[0] ?? "").split(SEPARATOR)
    return workspace && pane
      ? Effect.succeed({ workspace, pane })
      : Effect.fail(
          new HostError({
            reason: "Protocol",
            method: "createWorkspace",
            message: "tmux named no new window"
          })
        )
  }

  const newWindow = (options: NewWorkspace) =>
    Effect.flatMap(
      link.ask("createWorkspace", [[["new-window", "-t", `=${name}:`, ...common(options)]]]),
      ([answer]) =>
        answer?.ok ? made(answer.lines) : Effect.fail(tmuxError("createWorkspace", answer?.said ?? ""))
    )

  const newSession = (options: NewWorkspace) =>
    Effect.flatMap(
      link.once(
        "createWorkspace",
        [
          [
            ["new-session", "-s", name, ...DETACHED_SIZE, ...common(options)],
            // Else the end of our own client could be the end of a session nobody else looks at.
            ["set-option", "-t", `=${name}:`, "destroy-unattached", "off"]
          ]
        ],
        true
      ),
      ([answer]) => {
        if (answer?.ok) return made(answer.lines)
        // Somebody else made the session in this moment: then it is a window of theirs.
        if (answer?.said.includes("duplicate session")) return newWindow(options)
        return Effect.fail(tmuxError("createWorkspace", answer?.said ?? ""))
      }
    )

  const onWindow = (method: string, workspace: string, group: TmuxGroup) =>
    Effect.gen(function* () {
      const gone = new HostError({ reason: "NoPane", method, message: "there is no such window" })
      if (!isWindow(workspace)) return yield* gone
      const [answer] = yield* link.ask(method, [group])
      if (!answer?.ok) return yield* tmuxError(method, answer?.said ?? "")
    })

  return {
    createWorkspace: (options) =>
      newWindow(options).pipe(
        Effect.catchIf(
          ({ reason }) => reason === "NotRunning",
          () => newSession(options)
        ),
        Effect.tap(({ workspace, pane }) => {
          const seat =
            options.seat === null ? [] : [["set-option", "-p", "-t", pane, "@team_seat", options.seat]]
          // A program that ended at once has taken its window along: the ids are still the truth of what was made.
          return Effect.ignore(link.ask("createWorkspace", [[...seat, ...keepName(workspace)]]))
        })
      ),
    closeWorkspace: (workspace) => onWindow("closeWorkspace", workspace, [["kill-window", "-t", workspace]]),
    labelWorkspace: (workspace, label) =>
      onWindow("labelWorkspace", workspace, [
        ["rename-window", "-t", workspace, "--", literal(oneLine(label))],
        ...keepName(workspace)
      ])
  }
}
