import * as FastCheck from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { MINUTE } from "../../support/scenario.ts"
import { World } from "./delivery-model.ts"
import { type Story, story, type WorldEvent } from "./delivery-story.ts"
import { CALM } from "./model.ts"

const RUNS = Number(process.env["TYPING_RUNS"] ?? 2_000)
const SEED = Number(process.env["TYPING_SEED"] ?? Date.now() % 2 ** 31)

describe("what a watch and others type to a simulated seat", () => {
  it(
    "keeps to one line and one Enter a delivery, loses no message, and types nothing twice",
    () => {
      console.log(`delivery model: ${RUNS} runs, TYPING_SEED=${SEED}`)
      const ends = new Map<string, number>()
      FastCheck.assert(
        FastCheck.property(story, (one) => {
          const world = new World(one)
          const wrong = world.run()
          for (const [word, count] of world.ends) ends.set(word, (ends.get(word) ?? 0) + count)
          expect(wrong).toEqual([])
        }),
        { numRuns: RUNS, seed: SEED }
      )
      if (process.env["TYPING_ENDS"] !== undefined) console.log(Object.fromEntries(ends))
      // A world in which no line ever gets through proves nothing.
      for (const line of ["nudge", "ring", "retry"])
        expect(ends.get(`${line} submitted`) ?? 0).toBeGreaterThan(RUNS / 100)
      expect(ends.size).toBeGreaterThan(20)
    },
    Math.max(180_000, 40 * RUNS)
  )
})

describe("a story that went wrong once", () => {
  const told = (
    events: ReadonlyArray<readonly [after: number, WorldEvent]>,
    more: Partial<Story> = {}
  ): World => {
    const world = new World({
      nature: CALM,
      leads: false,
      idleRepeat: null,
      ownPane: false,
      tail: true,
      events: events.map(([after, what]) => ({ after, what })),
      ...more
    })
    expect(world.run()).toEqual([])
    return world
  }
  const taken = (world: World) => world.model.submissions.map(({ text }) => text.replace(/\/.*\//u, ""))
  const pass: WorldEvent = { _tag: "Pass", cause: "interval" }
  const send = (held: boolean): WorldEvent => ({ _tag: "Send", held, tries: false, lives: null })
  const FIRST = "Read 01K80000000000000000000001.md and do that."

  it("a watch that ends in the middle of a held send: the line was typed again by the next", () => {
    const world = told([
      [0, send(true)],
      [0, pass],
      [100, { _tag: "Stop" }],
      [2 * MINUTE, pass]
    ])
    expect(taken(world).filter((line) => line === FIRST)).toEqual([FIRST])
  })

  it("a watch killed after Enter, and a clock that stepped back: the seat was nudged again", () => {
    const world = told([
      [0, pass],
      [0, { _tag: "Kill", calls: 12, arrives: false }],
      [2 * MINUTE, pass],
      [4_000, { _tag: "Jump", by: -24 * 60 * MINUTE }],
      [0, pass]
    ])
    expect(taken(world)).toEqual(["Read alpha.md and do that."])
  })

  it("a nudge whose Enter was lost and whose line a person took away: typed anew, five times at the most", () => {
    const world = told(
      [
        [0, pass],
        [MINUTE, pass],
        [4_000, { _tag: "Pane", what: { _tag: "clears" } }],
        [0, pass]
      ],
      { nature: { ...CALM, burst: 400 } }
    )
    expect(world.model.keys.filter(({ key }) => key === "Type").length).toBeLessThanOrEqual(5)
  })

  it("a person's line in the box: a message waits behind it, and its owner is told", () => {
    const world = told([
      [0, { _tag: "Pane", what: { _tag: "types", text: "please wait" } }],
      [100, send(false)],
      [0, pass]
    ])
    expect(world.model.keys).toEqual([])
  })
})
