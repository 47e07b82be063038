import { describe, expect, it } from "vitest"
import { standDownName } from "../../../src/domain/supervision/records.ts"
import { BEAT, STALE_AFTER } from "../../../src/domain/supervision/tiers.ts"
import type { MemoryFile } from "../../../src/services/beat/memory.ts"
import { memoryDisk } from "../../../src/services/beat/memory.ts"
import {
  beatSteps,
  disarmSteps,
  finish,
  type Steps,
  standDownSteps
} from "../../../src/services/beat/steps.ts"
import { World } from "./world.ts"

/** A world that answers what a reader finds. */
const scene = () => {
  const found: Array<string> = []
  const world = new World("watch", (_, { status }) => void found.push(status.state))
  const [one, other] = world.watchers
  if (one === undefined || other === undefined) throw new Error("too few watchers")
  const state = () => {
    world.read()
    return found.at(-1)
  }
  return { world, one, other, state }
}

describe("between the touches of a disk", () => {
  it("a watcher that arms while another decides that it is the last one out stays armed", () => {
    for (let touches = 1; touches <= 8; touches += 1) {
      const { one, other, state, world } = scene()
      world.armAt(one, false)
      world.pass(BEAT / 2)
      world.disarm(one)
      for (let at = 0; at < touches; at += 1) world.go(one)
      world.armAt(other, false)
      world.pass(1)
      expect(state(), `after ${touches} touches`).toBe("ARMED")
      world.pass(BEAT)
      expect(state()).toBe("ARMED")
      expect([...world.files.keys()].filter((name) => name.startsWith("watch.live."))).toEqual([
        `watch.live.${other.arm}`
      ])
    }
  })

  it("a stand-down that comes into the middle of a beat is undone by the next one at the latest", () => {
    for (let touches = 0; touches <= 6; touches += 1) {
      const { one, state, world } = scene()
      world.armAt(one, true)
      world.pass(BEAT)
      for (let at = 0; at < touches; at += 1) world.go(one)
      world.standDown()
      for (let at = 0; at < 4; at += 1) world.goVerb()
      world.pass(BEAT)
      world.pass(1)
      expect(state(), `after ${touches} touches`).toBe("ARMED")
    }
  })

  it("a reader in the middle of an arming never takes the old beat for the last", () => {
    for (let touches = 0; touches <= 10; touches += 1) {
      const found: Array<string> = []
      const world = new World("watch", (_, { status }) => void found.push(status.state))
      const [one, other] = world.watchers
      if (one === undefined || other === undefined) throw new Error("too few watchers")
      world.armAt(one, false)
      world.pass(1)
      world.disarm(one)
      world.pass(2 * STALE_AFTER)
      world.startLook()
      // The watch is the last of the tiers: eight touches are the others'.
      for (let at = 0; at < touches; at += 1) world.look()
      world.armAt(other, false)
      for (let at = 0; at < 6; at += 1) world.go(other)
      for (let at = 0; at < 12; at += 1) world.look()
      // At ten it had seen both files before.
      expect(found, `after ${touches} touches`).toEqual([touches < 10 ? "ARMED" : "DISARMED"])
    }
  })
})

describe("one watcher", () => {
  it("killed reads stale, when six beats are over", () => {
    const { one, state, world } = scene()
    world.armAt(one, false)
    world.pass(1)
    world.kill(one)
    world.pass(STALE_AFTER - 1)
    expect(state()).toBe("ARMED")
    world.pass(1)
    expect(state()).toBe("STALE")
    world.pass(86_400_000)
    expect(state()).toBe("STALE")
  })

  it("stopped (kill -STOP) reads stale and, gone on, armed", () => {
    const { one, state, world } = scene()
    world.armAt(one, false)
    world.pass(3 * BEAT)
    world.stop(one)
    world.pass(STALE_AFTER + BEAT)
    expect(state()).toBe("STALE")
    world.resume(one)
    world.pass(1)
    expect(state()).toBe("ARMED")
  })

  it("stopped in its disarming does not stand a tier down that another holds by then", () => {
    for (let touches = 1; touches <= 8; touches += 1) {
      const { one, other, state, world } = scene()
      world.armAt(one, false)
      world.pass(1)
      world.disarm(one)
      for (let at = 0; at < touches; at += 1) world.go(one)
      world.stop(one)
      world.armAt(other, false)
      world.pass(3 * STALE_AFTER)
      world.resume(one)
      world.pass(1)
      expect(state(), `after ${touches} touches`).toBe("ARMED")
    }
  })

  it("that ended cleanly reads disarmed for ever", () => {
    const { one, state, world } = scene()
    world.armAt(one, false)
    world.pass(1)
    world.disarm(one)
    world.pass(86_400_000)
    expect(state()).toBe("DISARMED")
  })
})

describe("a clock that steps", () => {
  it.each([-3_600_000, 3_600_000])("by %d ms never tells a lie, and heals with the next beat", (ms) => {
    const { one, state, world } = scene()
    world.armAt(one, false)
    world.pass(1)
    world.stepClock(ms)
    expect(state()).toBe(ms < 0 ? "UNREADABLE" : "STALE")
    world.pass(BEAT)
    world.pass(1)
    expect(state()).toBe("ARMED")
    world.disarm(one)
    world.pass(1)
    expect(state()).toBe("DISARMED")
  })

  it("back hides no beat of a loop behind an old stand-down", () => {
    const { one, state, world } = scene()
    world.standDown()
    world.pass(1)
    world.stepClock(-3_600_000)
    world.armAt(one, true)
    world.pass(1)
    expect(state()).toBe("ARMED")
  })

  it("back lets a watcher end cleanly, though its last beat is from the future", () => {
    const { one, state, world } = scene()
    world.armAt(one, false)
    world.pass(1)
    world.stepClock(-3_600_000)
    world.disarm(one)
    world.pass(1)
    expect(state()).toBe("DISARMED")
    world.pass(3_600_000)
    expect(state()).toBe("DISARMED")
  })
})

describe("a disk that refuses", () => {
  const writer = { tier: "watch", seat: null, arm: "a", pid: 1 } as const
  const broken = (files: Map<string, MemoryFile>, refuses: (name: string) => boolean) => {
    const disk = memoryDisk(files, () => 1_000)
    const guard = (name: string): void => {
      if (refuses(name)) throw new Error("ENOSPC")
    }
    return {
      ...disk,
      write: (name: string, text: string) => {
        guard(name)
        disk.write(name, text)
      },
      remove: (name: string) => {
        guard(name)
        disk.remove(name)
      }
    }
  }
  const thrown = (steps: Steps<unknown>): string => {
    try {
      finish(steps)
      return ""
    } catch (cause) {
      return String(cause)
    }
  }

  it("the beat: the old stand-down goes all the same, and no presence is made", () => {
    const files = new Map([[standDownName("watch"), { mtime: 1, text: "" }]])
    expect(
      thrown(
        beatSteps(
          broken(files, (name) => name === "watch.beat"),
          writer,
          1_000
        )
      )
    ).toContain("ENOSPC")
    expect([...files.keys()]).toEqual([])
  })

  it("the clearing: the beat is made", () => {
    const files = new Map([[standDownName("watch"), { mtime: 1, text: "" }]])
    expect(
      thrown(
        beatSteps(
          broken(files, (name) => name === "watch.standdown"),
          writer,
          1_000
        )
      )
    ).toBe("")
    expect([...files.keys()].sort()).toEqual(["watch.beat", "watch.live.a", "watch.standdown"])
  })

  it("the stand-down: it is said, and what was stale is swept", () => {
    const files = new Map([["watch.live.old", { mtime: -900_000, text: "" }]])
    const disk = broken(files, (name) => name === "watch.standdown")
    expect(thrown(disarmSteps(disk, writer, 1_000))).toContain("ENOSPC")
    expect(thrown(standDownSteps(disk, writer, 1_000))).toContain("ENOSPC")
    expect([...files.keys()]).toEqual([])
  })

  it("sweeps no stale presence that came back to life in between", () => {
    const files = new Map([["watch.live.old", { mtime: -900_000, text: "" }]])
    const disk = memoryDisk(files, () => 1_000)
    const steps = disarmSteps(disk, writer, 1_000)
    while (!files.has("watch.standdown")) steps.next()
    disk.write("watch.live.old", "again")
    finish(steps)
    expect(files.has("watch.live.old")).toBe(true)
  })
})
