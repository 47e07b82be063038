import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/TestClock"
import type { HookRecord } from "../../src/domain/hook/record.ts"
import { RING, triggerLine } from "../../src/domain/typing/line.ts"
import type { Outcome } from "../../src/domain/typing/outcome.ts"
import type { HostReason } from "../../src/services/Herdr.ts"
import { type Delivery, deliver } from "../../src/services/Typist.ts"
import { faults, nature, PANE, planOf, schedule } from "../domain/typing/model.ts"
import { type Given, hostOver } from "../domain/typing/model-host.ts"
import { MODEL_PROCESS, type Scheduled } from "../support/model-pane.ts"

const delivery = (change: Partial<Delivery> = {}): Delivery => ({
  held: { _tag: "SeatHeld", seat: "worker" },
  seat: "worker",
  pane: PANE,
  cli: "claude-code",
  line: RING,
  own: { _tag: "None" },
  launched: { pane: PANE, processes: [MODEL_PROCESS], session: null, at: 0 },
  hooks: Effect.succeed([]),
  hookWorking: 120_000,
  ...change
})

const delivered = (given: Given, change: Partial<Delivery> = {}) =>
  Effect.gen(function* () {
    const { calls, layer, model } = yield* hostOver(given)
    const fiber = yield* Effect.fork(Effect.provide(deliver(delivery(change)), layer))
    yield* TestClock.adjust("30 seconds")
    const outcome: Outcome = yield* Fiber.join(fiber)
    return { outcome, model, calls, keys: model.keys.map(({ at, key }) => `${key}@${at}`) }
  })

const at = (instant: number, what: Scheduled["what"]): Scheduled => ({ at: instant, what })

describe("the typist over a host and a screen", () => {
  it.effect("types the ring into an empty idle prompt, once, and sees it taken", () =>
    Effect.gen(function* () {
      const { keys, model, outcome } = yield* delivered({})
      expect(outcome).toEqual({ _tag: "Submitted", typed: true })
      expect(keys).toEqual(["Type@0", "Press@250"])
      expect(model.submissions.map(({ text }) => text)).toEqual([RING])
    })
  )

  it.effect("reads a long trigger back over the rows it wraps in", () =>
    Effect.gen(function* () {
      const line = Either.getOrThrow(
        triggerLine(`/home/dev/${"proj/".repeat(12)}.agents/drops/worker/4f2c.md`)
      )
      const { model, outcome } = yield* delivered({}, { line })
      expect(model.submissions.map(({ text }) => text)).toEqual([line])
      expect(outcome._tag).toBe("Submitted")
    })
  )

  it.effect("asks list, read and processes at once and fits into a host that answers in 101 ms", () =>
    Effect.gen(function* () {
      const { calls, keys, outcome } = yield* delivered({ latency: 101 })
      expect(outcome._tag).toBe("Submitted")
      // 101 the look, 101 the call.
      expect(keys[0]).toBe("Type@202")
      expect(calls.filter((call) => call === "type" || call === "press")).toEqual(["type", "press"])
    })
  )

  it.effect("does not act on a look that took longer than two seconds", () =>
    Effect.gen(function* () {
      const { keys, outcome } = yield* delivered({ latency: 2_500 })
      expect(outcome).toEqual({ _tag: "NotTyped", reason: "slow", record: null })
      expect(keys).toEqual([])
    })
  )

  it.effect("presses no Enter on a dialog that opens once the line is typed", () =>
    Effect.gen(function* () {
      const happens = [at(0, { _tag: "status", word: "idle" }), at(150, { _tag: "dialog", on: true })]
      const { keys, outcome } = yield* delivered({ happens })
      expect(outcome).toMatchObject({
        _tag: "TypedNotSent",
        reason: "dialog",
        record: { text: RING, enters: 0 }
      })
      expect(keys).toEqual(["Type@0"])
    })
  )

  it.effect("sends a line that stands there only with proof", () =>
    Effect.gen(function* () {
      const nature = { text: RING }
      expect((yield* delivered({ nature })).outcome).toMatchObject({ _tag: "NotTyped", reason: "foreign" })
      const marked = yield* delivered({ nature }, { own: { _tag: "Marker" } })
      expect(marked.outcome).toEqual({ _tag: "Submitted", typed: false })
      expect(marked.keys).toEqual(["Press@150"])
    })
  )

  it.effect("believes a listing that says dead or scrolled over a screen that looks free", () =>
    Effect.gen(function* () {
      for (const reason of ["dead", "scrolled"] as const) {
        const { keys, outcome } = yield* delivered({ listed: { [reason]: true } })
        expect(outcome).toMatchObject({ _tag: "NotTyped", reason })
        expect(keys).toEqual([])
      }
    })
  )

  it.effect("touches nothing without the seat's own lock", () =>
    Effect.gen(function* () {
      const { calls, outcome } = yield* delivered({}, { held: { _tag: "SeatHeld", seat: "other" } })
      expect(outcome).toMatchObject({ _tag: "NotTyped", reason: "held" })
      expect(calls).toEqual([])
    })
  )
})

describe("a host that fails", () => {
  const failing = (method: string, from: number, reason: HostReason, arrives = false) =>
    Effect.map(delivered({ fails: { method, from, reason, arrives } }), ({ calls, outcome }) => ({
      said: "reason" in outcome ? `${outcome._tag} ${outcome.reason}` : outcome._tag,
      keys: calls.filter((call) => call === "type" || call === "press")
    }))

  it.effect("before the line: nothing is typed", () =>
    Effect.gen(function* () {
      for (const method of ["list", "read", "processes"]) {
        expect(yield* failing(method, 0, "Lost"), method).toEqual({ said: "NotTyped host", keys: [] })
      }
      expect(yield* failing("read", 0, "NoPane")).toEqual({ said: "NotTyped gone", keys: [] })
    })
  )

  it.effect("on the line: refused is not typed, no answer may be, and neither is tried again", () =>
    Effect.gen(function* () {
      for (const reason of ["Refused", "NoPane", "NotRunning", "NotInstalled"] as const) {
        expect(yield* failing("type", 0, reason), reason).toEqual({
          said: "NotTyped refused",
          keys: ["type"]
        })
      }
      for (const reason of ["Timeout", "Lost", "Restarting", "Protocol"] as const) {
        expect(yield* failing("type", 0, reason, true), reason).toEqual({
          said: "TypedNotSent unsure",
          keys: ["type"]
        })
      }
    })
  )

  it.effect("between line and Enter: no Enter", () =>
    Effect.gen(function* () {
      for (const method of ["list", "read", "processes"]) {
        expect(yield* failing(method, 200, "Lost"), method).toEqual({
          said: "TypedNotSent host",
          keys: ["type"]
        })
      }
    })
  )

  it.effect("on Enter: the screen says what became of it, and it is pressed once", () =>
    Effect.gen(function* () {
      const keys = ["type", "press"]
      expect(yield* failing("press", 0, "Timeout", true)).toEqual({ said: "Submitted", keys })
      expect(yield* failing("press", 0, "Timeout")).toEqual({ said: "TypedNotSent holds", keys })
      expect(yield* failing("press", 0, "Refused")).toEqual({ said: "TypedNotSent refused", keys })
    })
  )

  it.effect("by its own time limit, in the middle of a delivery that nobody may interrupt", () =>
    Effect.gen(function* () {
      const hung = (method: string, from: number) =>
        Effect.map(delivered({ hangs: { method, from } }), ({ outcome }) =>
          "reason" in outcome ? `${outcome._tag} ${outcome.reason}` : outcome._tag
        )
      expect(yield* hung("read", 0)).toBe("NotTyped host")
      expect(yield* hung("type", 0)).toBe("TypedNotSent unsure")
      expect(yield* hung("read", 200)).toBe("TypedNotSent host")
      expect(yield* hung("press", 0)).toBe("TypedNotSent holds")
    })
  )

  it.effect("after Enter: nobody knows", () =>
    Effect.gen(function* () {
      expect(yield* failing("read", 300, "Lost")).toEqual({
        said: "Unconfirmed unclear",
        keys: ["type", "press"]
      })
    })
  )
})

describe("an interrupted delivery", () => {
  it.effect("stops before it types, and runs to its end after", () =>
    Effect.gen(function* () {
      const early = yield* hostOver({ latency: 50 })
      const first = yield* Effect.fork(Effect.provide(deliver(delivery()), early.layer))
      yield* TestClock.adjust("10 millis")
      yield* Fiber.interrupt(first)
      expect(early.calls).not.toContain("type")

      const late = yield* hostOver({})
      const second = yield* Effect.fork(Effect.provide(deliver(delivery()), late.layer))
      yield* TestClock.adjust("50 millis")
      expect(late.calls).toContain("type")
      const interrupting = yield* Effect.fork(Fiber.interrupt(second))
      yield* TestClock.adjust("10 seconds")
      yield* Fiber.join(interrupting)
      expect(late.model.keys.map(({ key }) => key)).toEqual(["Type", "Press"])
    })
  )
})

describe("who says that the seat is free", () => {
  const said = (given: Given, change: Partial<Delivery> = {}) =>
    Effect.map(delivered(given, change), ({ outcome }) =>
      "reason" in outcome ? outcome.reason : outcome._tag
    )

  const hook = (word: "working" | "idle", sender = MODEL_PROCESS): HookRecord => ({
    format: 1,
    cli: "claude-code",
    event: "e",
    word,
    at: 0,
    session: null,
    host: "tmux",
    server: "s1",
    pane: PANE,
    sender: [sender]
  })
  const tmux: Given = { host: "tmux", cli: null, nature: { hasStatus: false } }
  const hooks = (...records: ReadonlyArray<HookRecord>) => ({ hooks: Effect.succeed(records) })

  it.effect("the host, where it has a word and sees an agent", () =>
    Effect.gen(function* () {
      expect(yield* said({ host: "herdr" })).toBe("Submitted")
      expect(yield* said({ host: "herdr", cli: null })).toBe("busy")
      expect(yield* said({ host: "herdr", nature: { hasStatus: false } })).toBe("busy")
      expect(yield* said({ host: "herdr", happens: [at(0, { _tag: "status", word: "working" })] })).toBe(
        "busy"
      )
    })
  )

  it.effect(
    "its own reading, where the host has none: idle by screen or hook, never past a working hook",
    () =>
      Effect.gen(function* () {
        expect(yield* said(tmux)).toBe("Submitted")
        expect(yield* said(tmux, hooks(hook("idle")))).toBe("Submitted")
        expect(yield* said(tmux, hooks(hook("working")))).toBe("busy")
        expect(yield* said(tmux, hooks(hook("working", { ...MODEL_PROCESS, pid: 9 })))).toBe("Submitted")
        expect(yield* said({ ...tmux, happens: [at(0, { _tag: "turn" })] }, hooks(hook("idle")))).toBe("busy")
      })
  )
})

describe("deliveries over the real reader of screens", () => {
  it.effect("keep the model's property", () =>
    Effect.gen(function* () {
      const seed = 20_261_201
      const natures = FastCheck.sample(nature(RING), { numRuns: 120, seed })
      const schedules = FastCheck.sample(schedule, { numRuns: 120, seed })
      const owns = ["None", "Marker", "Record"] as const
      const ends = new Set<string>()
      for (const [index, drawn] of natures.entries()) {
        const plan = planOf(RING, owns[index % 3] ?? "None")
        const happens = schedules[index] ?? []
        const given = { nature: { ...drawn, width: 80, wrap: "word" as const }, happens }
        const { model, outcome } = yield* delivered(given, { own: plan.own })
        ends.add(outcome._tag)
        expect(faults({ model, outcome, plan, steps: [] }), JSON.stringify(given)).toEqual([])
      }
      expect([...ends].sort()).toEqual(["NotTyped", "Submitted", "TypedNotSent", "Unconfirmed"])
    })
  )
})
