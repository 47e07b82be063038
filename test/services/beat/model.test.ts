import * as FastCheck from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { beatName } from "../../../src/domain/supervision/records.ts"
import { BEAT, FUTURE_GRACE, STALE_AFTER } from "../../../src/domain/supervision/tiers.ts"
import { type Reading, WATCHERS, World } from "./world.ts"

const RUNS = Number(process.env["SUPERVISION_RUNS"] ?? 20_000)
const SEED = Number(process.env["SUPERVISION_SEED"] ?? Math.trunc(Math.random() * 2_147_483_647))

/** How often each promise had something to judge: one that never had would hold of anything. */
const judged = new Map<string, number>()
const judge = (what: string, holds: boolean, world: World, { now, status }: Reading): void => {
  judged.set(what, (judged.get(what) ?? 0) + 1)
  if (!holds) {
    const { beat, beatWrite, lastOut, marker, ops, stepped, time } = world
    throw new Error(
      `${what}: ${JSON.stringify({ status, now, time, ops, beat, beatWrite, marker, lastOut, stepped, files: [...world.files] })}`
    )
  }
}

const armOf = (world: World): string | null => {
  const text = world.files.get(beatName(world.tier))?.text
  return text === undefined ? null : (/"armId":"([^"]+)"/.exec(text)?.[1] ?? null)
}

const check = (world: World, reading: Reading): void => {
  const { ages, beat, everBeaten, now, start, status } = reading
  const { state } = status
  judged.set(state, (judged.get(state) ?? 0) + 1)
  const promise = (what: string, holds: boolean) => judge(what, holds, world, reading)
  const age = now - world.beatWrite.mtime
  if (state === "ARMED")
    promise(
      "armed only by a beat of six beats",
      ages.some((one) => one <= STALE_AFTER + FUTURE_GRACE && one >= -FUTURE_GRACE)
    )
  if (state === "STALE")
    promise(
      "stale only when older",
      ages.some((one) => one > STALE_AFTER)
    )
  if (state === "UNREADABLE")
    promise(
      "unreadable only by a clock set back",
      world.stepped >= 0 && ages.some((one) => one < -FUTURE_GRACE)
    )
  if (everBeaten) promise("never absent after a beat", state !== "ABSENT")
  if (state === "DISARMED") {
    promise("disarmed by somebody", world.marker.op >= 0)
    if (beat !== null)
      promise("not disarmed after a whole beat", !(beat.start >= world.marker.op && beat.start < start))
    for (const { job, life, since } of world.watchers) {
      if (life === "running" && job?.kind !== "disarm" && since <= world.marker.time)
        promise("disarmed for one beat at most", reading.time - world.marker.time <= BEAT)
    }
  }
  // A beat after the last step of the clock and the last stand-down: whatever else was, the tier is armed.
  if (
    beat !== null &&
    beat.start >= world.marker.op &&
    beat.start >= world.stepped &&
    world.time - beat.time <= STALE_AFTER
  )
    promise("armed after a beat", state === "ARMED")
  const { lastOut } = world
  if (
    lastOut !== null &&
    world.idle() &&
    world.beatOp <= lastOut.start &&
    world.marker.op > lastOut.start &&
    start >= world.marker.op
  ) {
    const arm = armOf(world)
    const foreign = arm !== null && arm !== lastOut.arm && age <= STALE_AFTER
    promise("disarmed after the last one out", foreign || state === "DISARMED")
  }
}

const at = <A>(list: ReadonlyArray<A>, index: number): A => {
  const found = list[index % list.length]
  if (found === undefined) throw new Error("an empty list")
  return found
}

const PASSES = [
  1,
  400,
  BEAT / 2,
  BEAT - 1,
  BEAT,
  BEAT,
  BEAT + 1,
  3 * BEAT,
  STALE_AFTER,
  STALE_AFTER + 1,
  90_000
]
const STEPS = [-3_600_000, 3_600_000, -61_000, 61_000, -5_000, 5_000, -1_000, 500, -1, 1]

type Watcher = World["watchers"][number]
type Event = (world: World, who: Watcher, much: number) => void

/** What may happen, and how often of 30 times. */
const EVENTS: ReadonlyArray<readonly [number, Event]> = [
  [4, (world, who) => world.armAt(who, false)],
  [1, (world, who) => world.armAt(who, true)],
  [3, (world, who) => world.disarm(who)],
  [1, (world, who) => world.kill(who)],
  [1, (world, who) => world.stop(who)],
  [1, (world, who) => world.resume(who)],
  [1, (world) => world.standDown()],
  [1, (world) => world.goVerb()],
  [2, (world, _, much) => world.stepClock(at(STEPS, much))],
  [1, (world) => world.startLook()],
  [2, (world) => world.look()],
  [1, (world) => world.read()],
  [6, (world, who) => world.go(who)],
  [5, (world, _, much) => world.pass(at(PASSES, much))]
]
const LOT = EVENTS.flatMap(([times, event]) => Array.from({ length: times }, () => event))

/** What one number makes happen: its low digits say what, the next ones to whom, the rest how much. */
const happen = (world: World, number: number): void =>
  at(LOT, number % 64)(world, at(world.watchers, (number >>> 6) % WATCHERS), number >>> 10)

describe("five watchers on one disk", () => {
  it(`keep every promise, whatever comes between (${RUNS} runs, seed ${SEED})`, {
    timeout: 1_800_000
  }, () => {
    FastCheck.assert(
      FastCheck.property(
        FastCheck.boolean(),
        FastCheck.uint32Array({ minLength: 4, maxLength: 64 }),
        (seats, numbers) => {
          const world = new World(seats ? "overseer" : "watch", check)
          for (const number of numbers) {
            happen(world, number)
            // A reading after each thing that happens, from outside of everything.
            if (number % 3 === 0) world.read()
          }
          world.read()
          world.pass(BEAT)
          world.read()
        }
      ),
      { numRuns: RUNS, seed: SEED }
    )
    if (process.env["SUPERVISION_RUNS"] !== undefined) console.log(Object.fromEntries(judged))
    if (RUNS >= 1_000) {
      for (const what of [
        "ABSENT",
        "ARMED",
        "STALE",
        "DISARMED",
        "UNREADABLE",
        "not disarmed after a whole beat",
        "disarmed for one beat at most",
        "armed after a beat",
        "disarmed after the last one out"
      ])
        expect(judged.get(what) ?? 0, what).toBeGreaterThan(20)
    }
  })
})
