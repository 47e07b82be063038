import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { seatMailOf } from "../../../src/domain/mailbox/seat-mail.ts"
import { emptyMemory, type PassMemory } from "../../../src/domain/pass/memory.ts"
import { type PassResult, pass } from "../../../src/domain/pass/pass.ts"
import type { Snapshot } from "../../../src/domain/pass/snapshot.ts"
import type { Frame } from "../../../src/domain/screen/frame.ts"
import { readScreen } from "../../../src/domain/screen/read.ts"
import type { ScreenReading } from "../../../src/domain/screen/reading.ts"
import type { Typing } from "../../../src/domain/typing/typed.ts"
import { type Deliveries, makeDeliveries } from "../../../src/services/Deliveries.ts"
import { tryHeld } from "../../../src/services/HeldSend.ts"
import { SeatLock } from "../../../src/services/SeatLock.ts"
import { MODEL_PROCESS, ModelPane } from "../../support/model-pane.ts"
import { DAY, HOUR, MINUTE, quietMachine, seat, T0, team } from "../../support/scenario.ts"
import { Judge } from "./delivery-judge.ts"
import { layersOf, messageIn, type Places, shownIn } from "./delivery-places.ts"
import { callOf, clockOf, FOLDER, Process, SEAT, SESSION } from "./delivery-process.ts"
import type { Story, WorldEvent } from "./delivery-story.ts"
import { PANE } from "./model.ts"
import { answersOf } from "./model-host.ts"

const LAUNCHED = { pane: PANE, processes: [MODEL_PROCESS], session: null, at: T0 - DAY }

/** What happens to a pane without being work of the seat. */
const NO_WORK: ReadonlySet<string> = new Set([
  "types",
  "prefixes",
  "backspace",
  "clears",
  "breaks",
  "pastes",
  "copy",
  "torn",
  "status"
])

const readings = new Map<string, ScreenReading>()
/** The shipped reader; a frame that was read is known. */
const read = (frame: Frame): ScreenReading => {
  const key = `${frame.title} ${frame.ansi}`
  const known = readings.get(key)
  if (known !== undefined) return known
  if (readings.size > 5_000) readings.clear()
  const reading = readScreen(frame)
  readings.set(key, reading)
  return reading
}

interface Watch {
  readonly process: Process
  readonly deliveries: Deliveries
  readonly scope: Scope.CloseableScope
  memory: PassMemory
}

/**
 * One seat in a simulated pane, the watch over it with its real passes and deliveries, and whoever else sends, types, reads
 * and kills. Everything is carried out at once: time goes by where somebody sleeps, and what is due on the way happens there.
 */
export class World {
  readonly model: ModelPane
  readonly judge: Judge
  /** How the deliveries ended, and how often. */
  readonly ends = new Map<string, number>()
  readonly #story: Story
  readonly #places: Places
  readonly #queue: ReadonlyArray<{ readonly at: number; readonly what: WorldEvent }>
  #next = 0
  #shift = 0
  #watch: Watch | null = null
  /** What lies in the session's state. */
  #saved: PassMemory = emptyMemory

  constructor(story: Story) {
    this.#story = story
    let at = 0
    this.#queue = story.events.map(({ after, what }) => {
      at += after
      return { at, what }
    })
    this.model = new ModelPane(
      story.nature,
      this.#queue.flatMap(({ at: due, what }) => (what._tag === "Pane" ? [{ at: due, what: what.what }] : []))
    )
    this.model.advanceTo(0)
    const messages: Places["messages"] = []
    this.judge = new Judge(story, this.model, messages)
    const { judge, model } = this
    this.#places = { model, judge, messages, wall: () => this.#wall, held: null, holder: null }
  }

  get #wall(): number {
    return T0 + this.model.now + this.#shift
  }

  /** Plays the story to its end; answers everything that was wrong, in words. */
  run(): ReadonlyArray<string> {
    this.#advance(this.#queue.at(-1)?.at ?? 0)
    if (this.#story.tail) {
      this.#places.held = null
      for (let count = 0; count < 45; count++) {
        this.#advance(this.model.now + MINUTE)
        this.#pass("interval")
      }
      this.#judgeTail()
    }
    const { nudges, wrong } = this.judge
    const work = this.#queue.filter(({ what }) => what._tag === "Pane" && !NO_WORK.has(what.what._tag)).length
    if (this.#story.idleRepeat === null && nudges > 1 + work) wrong.push("nudged twice in a period")
    return wrong
  }

  #advance(to: number): void {
    for (;;) {
      const event = this.#queue[this.#next]
      if (event === undefined || event.at > to) break
      this.#next += 1
      this.model.advanceTo(event.at)
      this.#happen(event.what)
    }
    this.model.advanceTo(to)
  }

  #happen(what: WorldEvent): void {
    const { messages } = this.#places
    if (what._tag === "Pass") this.#pass(what.cause)
    else if (what._tag === "Send") this.#send(what)
    else if (what._tag === "Hold") this.#places.held = what.on ? this.model.now : null
    else if (what._tag === "Jump") this.#shift += what.by
    else if (what._tag === "Reads") {
      for (const [index, one] of messages.entries())
        messages[index] = { ...one, receipt: one.receipt ?? { at: this.#wall, how: "shown" } }
    } else if (what._tag === "Stop" && this.#watch !== null) {
      // The delivery that is under way goes on beneath this call; nobody waits for it here.
      Effect.runSync(Effect.forkDaemon(Scope.close(this.#watch.scope, Exit.void)))
      this.#watch = null
    } else if (what._tag === "Kill" && this.#watch !== null) {
      const { process } = this.#watch
      process.calls = what.calls
      process.arrives = what.arrives
      if (what.calls === 0) process.dead = true
    }
  }

  #clock(process: Process) {
    return clockOf(process, {
      wall: () => this.#wall,
      steady: () => this.model.now,
      wait: (millis) => this.#advance(this.model.now + millis)
    })
  }

  #start(): Watch {
    const process = new Process(true)
    const drops = { folder: FOLDER, write: () => callOf(process, Effect.void) }
    const pane = this.#story.ownPane ? PANE : null
    const scope = Effect.runSync(Scope.make())
    const made = Scope.extend(makeDeliveries({ session: SESSION, root: "/p", pane, drops }), scope).pipe(
      Effect.provide(layersOf(process, this.#places)),
      Effect.withClock(this.#clock(process))
    )
    const memory = { ...this.#saved, monotonic: null, said: [], readingsAt: null }
    return { process, deliveries: Effect.runSync(made), scope, memory }
  }

  #snapshot(cause: Snapshot["cause"], typing: Typing): Snapshot {
    const { leads, idleRepeat } = this.#story
    const { held } = this.#places
    const at = this.#wall
    const answers = answersOf(this.model, { host: "memory", name: SEAT })
    return {
      format: 1,
      at,
      monotonic: HOUR + this.model.now,
      cause,
      session: SESSION,
      team: team([seat(SEAT, { leads, idleWindow: MINUTE / 2 })], {
        session: SESSION,
        interval: 2 * MINUTE,
        nudgeWait: 2 * MINUTE,
        idleRepeat
      }),
      fileProblem: null,
      remarks: [],
      hold: held === null ? null : { since: at },
      host: this.model.deaf
        ? { _tag: "Silent", host: "memory", reason: "no answer" }
        : {
            _tag: "Answered",
            listing: answers.listing(),
            screens: [{ pane: PANE, read: answers.read() }],
            processes: [{ pane: PANE, processes: answers.processes() }]
          },
      facts: [{ seat: SEAT, launched: LAUNCHED, hook: null, traces: {} }],
      mail: [seatMailOf(SEAT, shownIn(this.#places))],
      typing,
      machine: { ...quietMachine, at }
    }
  }

  /** One pass of the watch, which is started where none lives, and the deliveries it asks for. */
  #pass(cause: Snapshot["cause"]): void {
    const watch = this.#watch === null || this.#watch.process.dead ? this.#start() : this.#watch
    this.#watch = watch
    const { deliveries, process } = watch
    const typing = Effect.runSync(deliveries.typing)
    const snapshot = this.#snapshot(cause, typing)
    const result = pass(snapshot, watch.memory, { read })
    this.#judgePass(result, typing)
    watch.memory = result.memory
    // Saved before anything is carried out; a process that was killed before does neither.
    if (process.dead) return
    this.#saved = result.memory
    const carried = deliveries.carry(result, { team: snapshot.team, remarks: [], fileProblem: null })
    Effect.runSync(Effect.withClock(carried, this.#clock(process)))
  }

  #judgePass({ again, intents, lines }: PassResult, { typed }: Typing): void {
    const { wrong } = this.judge
    if (again && intents.length > 0) wrong.push("asked for in the pass after a clock jump")
    if (this.#places.held !== null && intents.length > 0) wrong.push("asked for under a hold")
    if (intents.length > 1) wrong.push("two lines in one pass")
    const said = lines.filter((line) => /: the (nudge|ring|line) /.test(line))
    if (said.length !== typed.length) wrong.push("a delivery without its line")
    for (const { line, outcome, reason } of typed) this.#ended(`${line} ${outcome} ${reason ?? ""}`)
  }

  #ended(word: string): void {
    this.ends.set(word.trimEnd(), (this.ends.get(word.trimEnd()) ?? 0) + 1)
  }

  #send({ held, lives, tries }: Extract<WorldEvent, { readonly _tag: "Send" }>): void {
    const message = messageIn(this.#places, held, lives)
    this.#places.messages.push(message)
    // Under a hold a sender does not even look.
    if (!held || !tries || this.#places.held !== null) return
    const process = new Process(false)
    const attempt = {
      seat: SEAT,
      pane: PANE,
      cli: "claude-code",
      launched: LAUNCHED,
      hooks: Effect.succeed([]),
      hookWorking: 2 * MINUTE,
      session: SESSION,
      message: message.id,
      sender: true
    }
    const exit = Effect.flatMap(SeatLock, (locks) =>
      locks.withSeat(SESSION, SEAT)((lock) => tryHeld({ ...attempt, held: lock }))
    ).pipe(
      Effect.exit,
      Effect.provide(layersOf(process, this.#places)),
      Effect.withClock(this.#clock(process)),
      Effect.runSync
    )
    if (Exit.isSuccess(exit)) this.#ended(`sender ${exit.value?._tag ?? "nothing"}`)
  }

  /** After a long time in which the watch lived: nothing that waits is unknown to the owner. */
  #judgeTail(): void {
    // While the host is silent no time of its seats goes by, and the owner is told that it is.
    if (this.model.deaf) return
    const standing = new Set(this.#watch?.memory.reports.active.map(({ key }) => key))
    for (const { at, id, receipt } of shownIn(this.#places)) {
      // One from before a clock that stepped back is not old yet.
      const isOld = this.#wall - at >= 40 * MINUTE
      if (isOld && receipt === null && !standing.has(`waiting:${id}`))
        this.judge.wrong.push("a message nobody told of")
    }
  }
}
