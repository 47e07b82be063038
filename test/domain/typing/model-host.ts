import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { HostName, Listing, PaneProcesses, PaneRead } from "../../../src/domain/host/pane.ts"
import { Herdr, HostError, type HostReason } from "../../../src/services/Herdr.ts"
import { makeMemoryHost } from "../../../src/services/herdr/memory.ts"
import { MODEL_PROCESS, ModelPane, type Nature, type Scheduled } from "../../support/model-pane.ts"
import { claude, EMPTY_BOX } from "../screen/build.ts"
import { CALM, PANE } from "./model.ts"

const PERMISSION = [
  "● Bash(touch probe.txt)",
  "─".repeat(80),
  " Bash command",
  "   touch probe.txt",
  "   Create a file",
  "",
  " Do you want to proceed?",
  " ❯ 1. Yes",
  "   2. No",
  "",
  " Esc to cancel · Tab to amend"
]

/** The model's screen as Claude Code draws it. */
const frameOf = (model: ModelPane) => {
  const { dialog, overlay, process, text, torn, turn, vim } = model.shown
  if (dialog) return { ...claude({}), ansi: `\u001b[0m${PERMISSION.join("\n")}\n` }
  if (torn || overlay) return { ...claude({}), ansi: "\u001b[0m❯ do it\n\n" }
  const alive = process === "cli" || process === "editor"
  const rows = model.rows.map((row, at) => `${at === 0 ? "❯\u00a0" : "  "}${row}`)
  const last = rows.length - 1
  // Typed blanks show by where the cursor stands.
  const blanks = / *$/.exec(text)?.[0] ?? ""
  const box =
    alive && text !== ""
      ? rows.map((row, at) => (at === last ? `${row}${blanks}\u001b[7m \u001b[0m` : row))
      : [EMPTY_BOX]
  return claude({
    box,
    title: turn ? "◐ Claude Code" : "✳ Claude Code",
    ...(turn ? { above: ["❯ go", "", "✳ Reworking tangents… (2m 18s · ↓ 4.8k tokens)", ""] } : {}),
    ...(vim ? { footer: ["  -- NORMAL -- ⏸ manual mode on · ? for shortcuts · ← for agents"] } : {})
  })
}

const processesOf = (model: ModelPane): PaneProcesses | null => {
  const root = { pid: 50, start: "0", name: "-bash", script: false }
  const { front } = model
  if (front._tag === "Seat" || front._tag === "Agent") return { root, foreground: [front.process] }
  if (front._tag === "Shell") return { root, foreground: [root] }
  return { root, foreground: [{ pid: 300, start: "3", name: "vim" }], behind: [MODEL_PROCESS] }
}

/** A model pane behind a host, and how that host behaves. */
export interface Given {
  readonly nature?: Partial<Nature>
  readonly happens?: ReadonlyArray<Scheduled>
  readonly host?: HostName
  /** The agent the host sees. */
  readonly cli?: string | null
  /** What the listing says of the pane, whatever a read of it gives. */
  readonly listed?: { readonly dead?: boolean; readonly scrolled?: boolean }
  /** Ms that each call takes before it is answered. */
  readonly latency?: number
  /** A call that fails, from an instant on; `arrives` the key got there all the same. */
  readonly fails?: {
    readonly method: string
    readonly from: number
    readonly reason: HostReason
    readonly arrives?: boolean
  }
  /** A call that is never answered, from an instant on, so that the host's own five seconds end it. */
  readonly hangs?: { readonly method: string; readonly from: number }
}

/** What a host answers of a model pane as it is now. */
export const answersOf = (
  model: ModelPane,
  given: Pick<Given, "host" | "cli" | "listed"> & { readonly name?: string }
) => {
  const listing = (): Listing => {
    if (model.deaf)
      return { host: "memory", session: "s", server: "s1", panes: [], workspaces: [], warnings: [] }
    const status = model.status
    return {
      host: given.host ?? "memory",
      session: "s",
      server: model.server,
      workspaces: [],
      warnings: [],
      panes:
        model.front._tag === "Unread"
          ? []
          : [
              {
                pane: PANE,
                name: given.name ?? "worker",
                inSession: true,
                workspace: null,
                workspaceLabel: null,
                cli: given.cli === undefined ? "claude" : given.cli,
                status,
                session: null,
                title: null,
                cols: 80,
                rows: 24,
                dead: false,
                scrolled: model.copy,
                changed: null,
                ...given.listed
              }
            ]
    }
  }
  const read = (): PaneRead => {
    if (model.copy) return { _tag: "Absent", reason: "scrolled" }
    if (model.unreadable) return { _tag: "Absent", reason: "failed" }
    const frame = frameOf(model)
    const { styled } = model.nature
    return {
      _tag: "Screen",
      ansi: styled ? frame.ansi : frame.ansi.replace(/\u001b\[[\d;]*m/gu, ""),
      styled,
      cols: 80,
      rows: 24,
      cursor: null,
      title: frame.title ?? null,
      altScreen: null
    }
  }
  return { listing, read, processes: () => processesOf(model) }
}

/** A host over one model pane, on the test's clock; `calls` is every call in its order. */
export const hostOver = (given: Given) =>
  Effect.gen(function* () {
    const base = yield* Clock.currentTimeMillis
    const control = yield* makeMemoryHost
    const model = new ModelPane({ ...CALM, ...given.nature }, given.happens ?? [])
    model.advanceTo(0)
    const calls: Array<string> = []
    const call = <A>(method: string, body: () => A): Effect.Effect<A, HostError> =>
      Effect.gen(function* () {
        calls.push(method)
        if (given.latency !== undefined) yield* Effect.sleep(given.latency)
        const now = (yield* Clock.currentTimeMillis) - base
        model.advanceTo(now)
        const { fails, hangs } = given
        if (hangs !== undefined && hangs.method === method && now >= hangs.from) {
          const lost = () => new HostError({ reason: "Timeout", method, message: "no answer" })
          return yield* Effect.timeoutFail(Effect.never, { duration: "5 seconds", onTimeout: lost })
        }
        const failing = fails !== undefined && fails.method === method && now >= fails.from
        if (!failing || fails.arrives === true) {
          const answer = body()
          if (!failing) return answer
        }
        return yield* new HostError({ reason: fails?.reason ?? "Lost", method, message: "told to" })
      })
    const { listing, read } = answersOf(model, given)
    const layer = Layer.succeed(Herdr, {
      ...control.host,
      list: call("list", listing),
      read: (panes) => call("read", () => new Map(panes.map((pane) => [pane, read()]))),
      processes: (panes) => call("processes", () => new Map(panes.map((pane) => [pane, processesOf(model)]))),
      type: (pane, text) => call(pane === PANE ? "type" : "type elsewhere", () => model.type(text)),
      press: (pane, key) =>
        call(pane === PANE && key === "Enter" ? "press" : "press else", () => model.press())
    })
    return { model, layer, calls }
  })
