import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as PubSub from "effect/PubSub"
import * as Stream from "effect/Stream"
import { lineProblem } from "../../domain/host/line.ts"
import type { PaneProcesses } from "../../domain/host/pane.ts"
import type { DisplayLines, HerdrShape, HostChange, HostReason } from "../Herdr.ts"
import { Herdr, HostError } from "../Herdr.ts"
import * as State from "./memory-state.ts"

export type { MemoryInput, MemoryLaunch, MemoryPaneInit, MemoryScreen } from "./memory-state.ts"

type Hook<A> = (what: A) => Effect.Effect<void>

/** The other end of a memory host: sets what its panes show and tells what the product did to them. */
export interface MemoryControl {
  /** The service the product sees. */
  readonly host: HerdrShape
  /** Adds a pane, or changes the one of that id (title, status word, size, `dead`, `scrolled`, screen …); returns its id. */
  readonly setPane: (pane: State.MemoryPaneInit) => Effect.Effect<string>
  readonly setScreen: (pane: string, screen: string | State.MemoryScreen) => Effect.Effect<void>
  readonly setStatus: (pane: string, status: string | null) => Effect.Effect<void>
  readonly setProcesses: (pane: string, processes: PaneProcesses | null) => Effect.Effect<void>
  readonly removePane: (pane: string) => Effect.Effect<void>
  /** Reads of this pane answer `failed` until set back. */
  readonly setUnreadable: (pane: string, unreadable: boolean) => Effect.Effect<void>
  /** Every call fails with this reason until `null`; with a method name (`list`, `type` …) only that one. */
  readonly fail: (reason: HostReason | null, method?: string) => Effect.Effect<void>
  /** A new server of the same session: no panes, another identity. */
  readonly restart: Effect.Effect<void>
  /** Pushes a change hint, as a host that noticed something would. */
  readonly change: (pane: string | null) => Effect.Effect<void>
  readonly setWarnings: (warnings: ReadonlyArray<string>) => Effect.Effect<void>
  /** Whether anybody can see notifications (`notify` answers this). */
  readonly setNotifiable: (seen: boolean) => Effect.Effect<void>
  /** Runs after each typed text or key was recorded, before the call returns: the place for a composer. */
  readonly onInput: (hook: Hook<State.MemoryInput>) => Effect.Effect<void>
  /** Runs after each workspace was made: the place to start a program in it. */
  readonly onLaunch: (hook: Hook<State.MemoryLaunch>) => Effect.Effect<void>
  /** Every typed text and key so far, oldest first. */
  readonly inputs: Effect.Effect<ReadonlyArray<State.MemoryInput>>
  readonly launches: Effect.Effect<ReadonlyArray<State.MemoryLaunch>>
  readonly notifications: Effect.Effect<ReadonlyArray<{ readonly title: string; readonly body: string }>>
  /** The sidebar lines last set for the pane. */
  readonly display: (pane: string) => Effect.Effect<DisplayLines | null>
}

const refuse = (reason: HostReason, method: string, message: string) =>
  Effect.fail(new HostError({ reason, method, message }))

const makeHost = (
  session: string,
  state: State.MemoryState,
  hooks: { input: Hook<State.MemoryInput>; launch: Hook<State.MemoryLaunch> },
  changes: Stream.Stream<HostChange>
): HerdrShape => {
  const call = <A>(method: string, body: Effect.Effect<A, HostError>): Effect.Effect<A, HostError> =>
    Effect.suspend(() => {
      const fault = state.faults.get(method) ?? state.faults.get("*")
      return fault === undefined ? body : refuse(fault, method, "the memory host was told to fail")
    })

  const withPane = <A>(
    method: string,
    id: string,
    body: (pane: State.StoredPane) => Effect.Effect<A, HostError>
  ) =>
    call(
      method,
      Effect.suspend(() => {
        const stored = state.panes.get(id)
        return stored === undefined ? refuse("NoPane", method, `there is no pane ${id}`) : body(stored)
      })
    )

  const send = (method: string, input: State.MemoryInput) =>
    withPane(method, input.pane, ({ pane }) => {
      if (pane.dead) return refuse("Refused", method, "the pane's program has ended")
      if (pane.scrolled) return refuse("Refused", method, "the pane is in copy mode or scrolled back")
      state.inputs.push(input)
      return hooks.input(input)
    })

  const withWorkspace = (method: string, workspace: string, body: () => void) =>
    call(
      method,
      Effect.suspend(() =>
        state.workspaces.has(workspace)
          ? Effect.sync(body)
          : refuse("NoPane", method, `there is no workspace ${workspace}`)
      )
    )

  return {
    host: "memory",
    session,
    list: call(
      "list",
      Effect.sync(() => ({
        host: "memory" as const,
        session,
        server: `memory-${state.server}`,
        panes: Array.from(state.panes.values(), ({ pane }) => pane),
        workspaces: Array.from(state.workspaces, ([workspace, label]) => ({ workspace, label })),
        warnings: state.warnings
      }))
    ),
    read: (panes) =>
      call(
        "read",
        Effect.sync(() => new Map(panes.map((id) => [id, State.readPane(state, id)])))
      ),
    processes: (panes) =>
      call(
        "processes",
        Effect.sync(() => new Map(panes.map((id) => [id, state.panes.get(id)?.processes ?? null])))
      ),
    type: (pane, text) =>
      call(
        "type",
        Effect.suspend(() => {
          const problem = lineProblem(text)
          return problem === null
            ? send("type", { _tag: "Typed", pane, text })
            : refuse("Refused", "type", problem)
        })
      ),
    press: (pane, key) => send("press", { _tag: "Pressed", pane, key }),
    createWorkspace: (options) =>
      call(
        "createWorkspace",
        Effect.suspend(() => {
          const workspace = `m${state.nextWorkspace++}`
          const pane = State.putPane(state, {
            name: options.seat,
            workspace,
            workspaceLabel: options.label
          })
          const launch = { workspace, pane, options }
          state.launches.push(launch)
          return Effect.as(hooks.launch(launch), { workspace, pane })
        })
      ),
    closeWorkspace: (workspace) =>
      withWorkspace("closeWorkspace", workspace, () => {
        state.workspaces.delete(workspace)
        for (const [id, { pane }] of state.panes) if (pane.workspace === workspace) state.panes.delete(id)
      }),
    labelWorkspace: (workspace, label) =>
      withWorkspace("labelWorkspace", workspace, () => {
        state.workspaces.set(workspace, label)
        for (const stored of state.panes.values()) {
          if (stored.pane.workspace === workspace) stored.pane = { ...stored.pane, workspaceLabel: label }
        }
      }),
    nameSeat: (pane, seat) =>
      withPane("nameSeat", pane, (stored) =>
        Effect.sync(() => {
          stored.pane = { ...stored.pane, name: seat }
        })
      ),
    setDisplay: (pane, lines) =>
      withPane("setDisplay", pane, (stored) =>
        Effect.sync(() => {
          stored.display = lines
        })
      ),
    notify: (title, body) =>
      call(
        "notify",
        Effect.sync(() => {
          if (state.notifiable) state.notifications.push({ title, body })
          return state.notifiable
        })
      ),
    changes
  }
}

/** Makes a memory host for a session: nothing in it, every call answers. */
export const makeMemoryHostFor = (session: string): Effect.Effect<MemoryControl> =>
  Effect.gen(function* () {
    const state = State.emptyState()
    const hub = yield* PubSub.sliding<HostChange>(1024)
    const hooks: { input: Hook<State.MemoryInput>; launch: Hook<State.MemoryLaunch> } = {
      input: () => Effect.void,
      launch: () => Effect.void
    }
    const change = (pane: string | null) => Effect.asVoid(PubSub.publish(hub, { pane }))
    const put = (init: State.MemoryPaneInit) => Effect.sync(() => State.putPane(state, init))
    // Altering a pane that is not there is a mistake of the test, not something to pass over.
    const alter = (init: State.MemoryPaneInit & { readonly pane: string }) =>
      Effect.suspend(() =>
        state.panes.has(init.pane)
          ? Effect.asVoid(put(init))
          : Effect.dieMessage(`the memory host has no pane ${init.pane}`)
      )
    return {
      host: makeHost(session, state, hooks, Stream.fromPubSub(hub)),
      setPane: put,
      setScreen: (pane, screen) => alter({ pane, screen }),
      setStatus: (pane, status) => alter({ pane, status }),
      setProcesses: (pane, processes) => alter({ pane, processes }),
      removePane: (pane) => Effect.sync(() => void state.panes.delete(pane)),
      setUnreadable: (pane, unreadable) =>
        Effect.sync(() => {
          if (unreadable) state.readFaults.set(pane, "failed")
          else state.readFaults.delete(pane)
        }),
      fail: (reason, method = "*") =>
        Effect.sync(() => {
          if (reason !== null) state.faults.set(method, reason)
          else if (method === "*") state.faults.clear()
          else state.faults.delete(method)
        }),
      restart: Effect.sync(() => {
        state.server += 1
        state.panes.clear()
        state.workspaces.clear()
        state.nextPane = 1
      }),
      change,
      setWarnings: (warnings) =>
        Effect.sync(() => {
          state.warnings = warnings
        }),
      setNotifiable: (seen) =>
        Effect.sync(() => {
          state.notifiable = seen
        }),
      onInput: (hook) =>
        Effect.sync(() => {
          hooks.input = hook
        }),
      onLaunch: (hook) =>
        Effect.sync(() => {
          hooks.launch = hook
        }),
      inputs: Effect.sync(() => state.inputs.slice()),
      launches: Effect.sync(() => state.launches.slice()),
      notifications: Effect.sync(() => state.notifications.slice()),
      display: (pane) => Effect.sync(() => state.panes.get(pane)?.display ?? null)
    }
  })

/** Makes a memory host of the session "memory" (tests, demo, embedding). */
export const makeMemoryHost: Effect.Effect<MemoryControl> = makeMemoryHostFor("memory")

/** Provides the control's host as the `Herdr` service. */
export const layerMemory = (control: MemoryControl): Layer.Layer<Herdr> => Layer.succeed(Herdr, control.host)

/** The memory host by the name the library exports it under. */
export const MemoryHost = { make: makeMemoryHostFor, layer: layerMemory }
