import * as path from "node:path"
import * as Effect from "effect/Effect"
import { lineProblem } from "../../domain/host/line.ts"
import { cleanText } from "../../domain/text/clean.ts"
import { type DisplayLines, HostError, type Key, type NewWorkspace } from "../Herdr.ts"
import { commandLine, isEnvironment } from "./socket-command.ts"
import { isAgentName, isPaneId, isWorkspaceId } from "./socket-ids.ts"
import { isScrolled } from "./socket-listing.ts"
import { Done, NotificationShown, PaneInfoResult, WorkspaceCreated } from "./socket-protocol.ts"
import type { Server } from "./socket-server.ts"

/** The name this product reports sidebar text under. */
export const METADATA_SOURCE = "seatwatch:watch"
const DISPLAY_MAX = 80
const TTL_MAX = 86_400_000
/** How old a listing may be, in ms, to know a pane's workspace and label from. */
const RECENT = 3_000

const refused = (method: string, message: string) => new HostError({ reason: "Refused", method, message })
const noPane = (method: string) => new HostError({ reason: "NoPane", method, message: "the pane is gone" })

/** One at a time per key; a key nobody holds or waits for is forgotten. */
const makeLocks = () => {
  const locks = new Map<string, { readonly one: Effect.Semaphore; users: number }>()
  return <A, E>(key: string, body: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Effect.acquireUseRelease(
      Effect.sync(() => {
        const lock = locks.get(key) ?? { one: Effect.unsafeMakeSemaphore(1), users: 0 }
        lock.users += 1
        locks.set(key, lock)
        return lock
      }),
      (lock) => lock.one.withPermits(1)(body),
      (lock) =>
        Effect.sync(() => {
          lock.users -= 1
          if (lock.users === 0) locks.delete(key)
        })
    )
}

/** The methods that change something. Each is sent once; those on one pane never overtake each other. */
export const makeWrites = (server: Server) => {
  const alone = makeLocks()

  const onPane = <A>(method: string, pane: string, body: Effect.Effect<A, HostError>) =>
    isPaneId(pane) ? alone(pane, body) : Effect.fail(noPane(method))

  const onWorkspace = (method: string, workspace: string, params: Readonly<Record<string, unknown>>) =>
    isWorkspaceId(workspace)
      ? Effect.asVoid(server.act(method, { workspace_id: workspace, ...params }, Done))
      : Effect.fail(new HostError({ reason: "NoPane", method, message: "the workspace is gone" }))

  // Keys go to the program even while a person reads further up, and then nobody sees what they do (design §4.4). An id
  // that another pane answers to is an old one: the pane was moved, and no listing carries it under that name.
  const send = (method: string, pane: string, params: Readonly<Record<string, unknown>>) =>
    onPane(
      method,
      pane,
      Effect.gen(function* () {
        const found = (yield* server.ask("pane.get", { pane_id: pane }, PaneInfoResult)).pane
        if (found.pane_id !== pane) return yield* noPane(method)
        if (isScrolled(found)) return yield* refused(method, "a person has scrolled the pane back")
        yield* server.act(method, { pane_id: pane, ...params }, Done)
      })
    )

  const type = (pane: string, text: string): Effect.Effect<void, HostError> =>
    Effect.suspend(() => {
      const problem = lineProblem(text)
      return problem === null
        ? send("pane.send_text", pane, { text })
        : Effect.fail(refused("pane.send_text", problem))
    })

  const press = (pane: string, key: Key): Effect.Effect<void, HostError> =>
    send("pane.send_keys", pane, { keys: [key.toLowerCase()] })

  const closeWorkspace = (workspace: string) => onWorkspace("workspace.close", workspace, {})
  const labelWorkspace = (workspace: string, label: string) =>
    onWorkspace("workspace.rename", workspace, { label: cleanText(label, DISPLAY_MAX) })

  const createWorkspace = (
    options: NewWorkspace
  ): Effect.Effect<{ readonly workspace: string; readonly pane: string }, HostError> =>
    Effect.gen(function* () {
      const method = "workspace.create"
      // herdr would take a relative folder from its own place, and opens HOME for one that does not exist.
      if (!path.isAbsolute(options.cwd))
        return yield* refused(method, "the working folder must be an absolute path")
      if (!isEnvironment(options.env))
        return yield* refused(method, "an environment variable has an unusable name")
      const command = options.command === null ? null : commandLine(options.command)
      if (command !== null && "problem" in command) return yield* refused(method, command.problem)
      const created = yield* server.act(
        method,
        { label: cleanText(options.label, DISPLAY_MAX), cwd: options.cwd, env: options.env, focus: false },
        WorkspaceCreated
      )
      const workspace = created.workspace.workspace_id
      const pane = created.root_pane.pane_id
      if (command !== null) {
        yield* onPane(
          "pane.send_input",
          pane,
          server.act("pane.send_input", { pane_id: pane, text: command.line, keys: ["Enter"] }, Done)
        ).pipe(
          // A workspace whose program was not started is of no use to anybody and nobody else knows it yet.
          Effect.onError(() => Effect.ignore(closeWorkspace(workspace)))
        )
      }
      return { workspace, pane }
    })

  const nameSeat = (pane: string, seat: string): Effect.Effect<void, HostError> =>
    isAgentName(seat)
      ? onPane(
          "agent.rename",
          pane,
          Effect.asVoid(server.act("agent.rename", { target: pane, name: seat }, Done))
        )
      : Effect.fail(
          refused(
            "agent.rename",
            "herdr takes names of 1 to 32 lowercase letters, digits, dashes and underscores that start with a letter"
          )
        )

  const placeOf = (pane: string) =>
    Effect.gen(function* () {
      const { snapshot } = (yield* server.recent(RECENT)) ?? (yield* server.snapshot)
      const workspace = snapshot.panes.find((one) => one.pane_id === pane)?.workspace_id ?? null
      const found = snapshot.workspaces.find((one) => one.workspace_id === workspace)
      return found === undefined ? yield* noPane("pane.report_metadata") : found
    })

  // Line 1 of a seat is its workspace's label, line 2 `display_agent`, which stays only while it is renewed.
  const setDisplay = (pane: string, lines: DisplayLines): Effect.Effect<void, HostError> =>
    onPane(
      "pane.report_metadata",
      pane,
      Effect.gen(function* () {
        const place = yield* placeOf(pane)
        const label = cleanText(lines.label, DISPLAY_MAX)
        if (label !== "" && label !== place.label) yield* labelWorkspace(place.workspace_id, label)
        const display = cleanText(lines.display, DISPLAY_MAX)
        yield* server.act(
          "pane.report_metadata",
          {
            pane_id: pane,
            source: METADATA_SOURCE,
            // A report that sets nothing is refused, so an empty line is a clearing one.
            ...(display === "" ? { clear_display_agent: true } : { display_agent: display }),
            ttl_ms: Math.min(TTL_MAX, Math.max(1, Math.round(lines.ttl)))
          },
          Done
        )
      })
    )

  // With its own toasts herdr says `shown` although no client may be attached, and nothing in its API tells.
  const notify = (title: string, body: string): Effect.Effect<boolean, HostError> =>
    Effect.map(
      server.act(
        "notification.show",
        { title: cleanText(title, 80), body: cleanText(body, 240) },
        NotificationShown
      ),
      (answer) => answer.shown && answer.reason === "shown"
    )

  return { type, press, createWorkspace, closeWorkspace, labelWorkspace, nameSeat, setDisplay, notify }
}
