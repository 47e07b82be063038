import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import * as net from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { answerOf, type FakeState, type Params, subscriptionProblem } from "./fake-herdr-state.ts"

export type { FakePane } from "./fake-herdr-state.ts"

/** One way to misbehave instead of answering as herdr does. */
export type Fault =
  | { readonly kind: "eof" }
  | { readonly kind: "silent" }
  | { readonly kind: "pieces"; readonly bytes: number }
  | { readonly kind: "code"; readonly code: string; readonly emptyId?: boolean }
  | { readonly kind: "raw"; readonly line: string | Uint8Array }

interface Planned {
  readonly fault: Fault
  left: number
}

const LINE_LIMIT = 1_048_576

const isRecord = (value: unknown): value is Params =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The recorded answer to a malformed request, by the note of its line in the envelope transcript. */
export const recordedResponse = (note: string): string => {
  const file = new URL("../fixtures/herdr/01-envelope-and-errors.jsonl", import.meta.url)
  for (const line of readFileSync(file, "utf8").split("\n")) {
    if (line === "") continue
    const entry: unknown = JSON.parse(line)
    if (isRecord(entry) && entry["note"] === note) return JSON.stringify(entry["response"])
  }
  throw new Error(`no recorded answer: ${note}`)
}

/** herdr's answer to a method it has not: an empty id and its usual sentence. */
const unknownMethod = (method: string): string =>
  JSON.stringify({
    id: "",
    error: { code: "invalid_request", message: `invalid request: unknown variant \`${method}\`` }
  })

/** A herdr server over a real unix socket, with a scripted state and switchable misbehaviour. */
export class FakeHerdr {
  readonly dir = mkdtempSync(join(tmpdir(), "fh-"))
  readonly path = join(this.dir, "h.sock")
  readonly state: FakeState = {
    version: "0.8.2",
    protocol: 20,
    workspaces: new Map(),
    panes: new Map(),
    received: [],
    created: [],
    metadata: [],
    notified: [],
    notification: { shown: true, reason: "shown" },
    nextWorkspace: 1,
    formats: true
  }
  /** Every request that was read whole, in order. */
  readonly calls: Array<{ readonly method: string; readonly params: Params }> = []
  /** Milliseconds before each answer, asked per call. */
  delay: () => number = () => 0
  /** So many next connections are reset before their line is read. */
  resets = 0
  /** Runs when a request was read, before it is answered. */
  onCall: (method: string, params: Params) => void = () => {}
  connections = 0
  dropped = 0
  readonly history: Array<unknown> = []
  private readonly planned = new Map<string, Array<Planned>>()
  private readonly sockets = new Set<net.Socket>()
  private readonly subscribers = new Set<net.Socket>()
  private readonly silent = new WeakSet<net.Socket>()
  private server: net.Server | null = null

  start(): Promise<void> {
    const server = net.createServer({ pauseOnConnect: true, allowHalfOpen: true }, (socket) =>
      this.accept(socket)
    )
    this.server = server
    return new Promise((done) => server.listen(this.path, done))
  }

  /** Ends the server and its socket file; connections break. */
  stop(): Promise<void> {
    const server = this.server
    this.server = null
    for (const socket of this.sockets) socket.destroy()
    return server === null ? Promise.resolve() : new Promise((done) => server.close(() => done()))
  }

  /** A new server of the same session: same ids, new terminals, no history. */
  async restart(): Promise<void> {
    await this.stop()
    this.history.length = 0
    for (const [id, pane] of this.state.panes)
      this.state.panes.set(id, { ...pane, terminal: `${pane.terminal}x`, seq: 0 })
    await this.start()
  }

  /** Misbehaves at the next `times` calls of a method (`*` any). */
  fault(method: string, fault: Fault, times = Number.POSITIVE_INFINITY): void {
    this.planned.set(method, [...(this.planned.get(method) ?? []), { fault, left: times }])
  }

  heal(): void {
    this.planned.clear()
  }

  /** Tells every subscriber, and those who subscribe later. */
  push(event: unknown): void {
    this.history.push(event)
    for (const socket of this.subscribers) socket.write(`${JSON.stringify(event)}\n`)
  }

  /** Connections that stand now. */
  get open(): number {
    return this.sockets.size
  }

  get listeners(): number {
    return this.subscribers.size
  }

  /** Breaks every subscription as a dying server does. */
  dropListeners(): void {
    for (const socket of this.subscribers) socket.destroy()
    this.subscribers.clear()
  }

  methods(): ReadonlyArray<string> {
    return this.calls.map((call) => call.method)
  }

  dispose(): Promise<void> {
    return this.stop().then(() => rmSync(this.dir, { recursive: true, force: true }))
  }

  private take(method: string): Fault | null {
    for (const key of [method, "*"]) {
      const next = this.planned.get(key)?.find((one) => one.left > 0)
      if (next !== undefined) {
        next.left -= 1
        return next.fault
      }
    }
    return null
  }

  private accept(socket: net.Socket): void {
    this.connections += 1
    this.sockets.add(socket)
    socket.on("close", () => {
      this.sockets.delete(socket)
      this.subscribers.delete(socket)
    })
    socket.on("error", () => {})
    if (this.resets > 0) {
      this.resets -= 1
      // Closed with bytes unread: the other side sees ECONNRESET, as with a real server.
      setTimeout(() => socket.destroy(), 20)
      return
    }
    let buffer = Buffer.alloc(0)
    let read = false
    socket.on("data", (chunk: Buffer) => {
      if (read) return this.subscribers.has(socket) ? this.drop(socket) : undefined
      buffer = Buffer.concat([buffer, chunk])
      const end = buffer.indexOf(0x0a)
      if (end === -1 && buffer.length <= LINE_LIMIT) return
      read = true
      if (end === -1 || end > LINE_LIMIT) {
        socket.pause()
        setTimeout(() => socket.destroy(), 20)
        return
      }
      this.handle(socket, buffer.subarray(0, end))
      if (end + 1 < buffer.length && this.subscribers.has(socket)) this.drop(socket)
    })
    socket.on("end", () => {
      if (this.subscribers.has(socket)) this.drop(socket)
      // A half-close before the answer is harmless; one nobody will answer is the client gone.
      else if (this.silent.has(socket)) socket.destroy()
    })
    socket.resume()
  }

  private drop(socket: net.Socket): void {
    this.dropped += 1
    this.subscribers.delete(socket)
    socket.destroy()
  }

  private handle(socket: net.Socket, line: Buffer): unknown {
    let text: string
    try {
      text = new TextDecoder("utf-8", { fatal: true }).decode(line)
    } catch {
      return void socket.end()
    }
    if (text.trim() === "") return void socket.end()
    let parsed: unknown
    try {
      parsed = JSON.parse(text)
    } catch {
      return this.send(socket, recordedResponse("not JSON"), null)
    }
    if (!isRecord(parsed)) return this.send(socket, recordedResponse("JSON array"), null)
    const { id, method, params } = parsed
    if (typeof id !== "string") return this.send(socket, recordedResponse("id must be a string"), null)
    if (params === undefined) return this.send(socket, recordedResponse("params missing"), null)
    if (!isRecord(params) || typeof method !== "string")
      return this.send(socket, recordedResponse("params null"), null)
    this.calls.push({ method, params })
    this.onCall(method, params)
    const fault = this.take(method)
    if (fault?.kind === "silent") return this.silent.add(socket)
    if (fault?.kind === "eof") return void socket.end()
    if (fault?.kind === "code") {
      const error = { code: fault.code, message: "made to fail: secret pane text" }
      return this.send(socket, JSON.stringify({ id: fault.emptyId === true ? "" : id, error }), null)
    }
    if (fault?.kind === "raw") return this.send(socket, fault.line, null)
    if (method === "events.subscribe") return this.subscribe(socket, id, params)
    const answer = answerOf(this.state, method, params)
    const body = answer === null ? unknownMethod(method) : JSON.stringify({ id, ...answer })
    this.send(socket, body, fault?.kind === "pieces" ? fault.bytes : null)
  }

  private subscribe(socket: net.Socket, id: string, params: Params): unknown {
    const problem = subscriptionProblem(params)
    if (problem !== null) return this.send(socket, JSON.stringify({ id: "", error: problem }), null)
    this.subscribers.add(socket)
    socket.write(`${JSON.stringify({ id, result: { type: "subscription_started" } })}\n`)
    for (const event of this.history) socket.write(`${JSON.stringify(event)}\n`)
  }

  private send(socket: net.Socket, line: string | Uint8Array, pieces: number | null): void {
    const bytes = typeof line === "string" ? Buffer.from(`${line}\n`) : Buffer.from(line)
    setTimeout(() => {
      if (pieces === null) return void socket.end(bytes)
      const next = (at: number): unknown => {
        if (at >= bytes.length) return void socket.end()
        socket.write(bytes.subarray(at, at + pieces))
        setTimeout(() => next(at + pieces), 1)
      }
      next(0)
    }, this.delay())
  }
}

/** A running fake server, gone with the scope. */
export const fakeHerdr: Effect.Effect<FakeHerdr, never, Scope.Scope> = Effect.acquireRelease(
  Effect.promise(async () => {
    const fake = new FakeHerdr()
    await fake.start()
    return fake
  }),
  (fake) => Effect.promise(() => fake.dispose())
)
