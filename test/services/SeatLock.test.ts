import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Ref from "effect/Ref"
import { Processes } from "../../src/services/Processes.ts"
import { ProcessRunner } from "../../src/services/ProcessRunner.ts"
import { SeatLock, sessionFolder } from "../../src/services/SeatLock.ts"
import { StateLock } from "../../src/services/StateLock.ts"

const folder = Effect.acquireRelease(
  Effect.sync(() => realpathSync(mkdtempSync(join(tmpdir(), "sw-seat-")))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)
const machine = StateLock.layer.pipe(Layer.provide(Processes.layer), Layer.provide(ProcessRunner.layer))
const onDisk = (root: string) => SeatLock.layerFile(root).pipe(Layer.provide(machine))
const lockOf = (root: string, seat: string) => join(root, ".agents", "seat-locks", "harbour", seat)

/** The same rules for both layers. */
const both = (title: string, test: (lock: SeatLock["Type"]) => Effect.Effect<void>) => {
  it.scopedLive(`${title} (file)`, () =>
    Effect.gen(function* () {
      yield* Effect.flatMap(SeatLock, test).pipe(Effect.provide(onDisk(yield* folder)))
    })
  )
  it.live(`${title} (memory)`, () =>
    Effect.flatMap(SeatLock, test).pipe(Effect.provide(SeatLock.layerMemory))
  )
}

describe("a seat's lock", () => {
  both("lets one in at a time, and every one in the end", (lock) =>
    Effect.gen(function* () {
      const inside = yield* Ref.make(0)
      const most = yield* Ref.make(0)
      const enter = lock.withSeat("harbour", "glass", { waitMillis: 20_000 })((held) =>
        Effect.gen(function* () {
          expect(held).toEqual({ _tag: "SeatHeld", seat: "glass" })
          const now = yield* Ref.updateAndGet(inside, (count) => count + 1)
          yield* Ref.update(most, (seen) => Math.max(seen, now))
          yield* Effect.sleep(5)
          yield* Ref.update(inside, (count) => count - 1)
        })
      )
      yield* Effect.all(
        Array.from({ length: 8 }, () => enter),
        { concurrency: "unbounded" }
      )
      expect([yield* Ref.get(most), yield* Ref.get(inside)]).toEqual([1, 0])
    }).pipe(Effect.orDie)
  )

  both("refuses while it is held, and is another seat's and another session's own", (lock) =>
    lock
      .withSeat(
        "harbour",
        "glass"
      )(() =>
        Effect.gen(function* () {
          const ask = (session: string, seat: string) =>
            lock.withSeat(session, seat, { waitMillis: 0 })(() => Effect.succeed("in"))
          const outside = <A, E>(effect: Effect.Effect<A, E>) =>
            Effect.promise(() => Effect.runPromise(Effect.either(effect)))
          const refused = yield* outside(ask("harbour", "glass"))
          expect(refused._tag).toBe("Left")
          if (refused._tag === "Left") {
            expect(refused.left).toMatchObject({ reason: "Held", seat: "glass" })
            expect(refused.left.message).toContain("is typing into seat glass; try again when it is done")
          }
          expect((yield* outside(ask("harbour", "brass")))._tag).toBe("Right")
          expect((yield* outside(ask("quarry", "glass")))._tag).toBe("Right")
        })
      )
      .pipe(Effect.orDie)
  )

  both("is released by a failure, a defect and an interruption", (lock) =>
    Effect.gen(function* () {
      const take = <A, E>(use: Effect.Effect<A, E>) =>
        lock.withSeat("harbour", "glass", { waitMillis: 0 })(() => use)
      expect(yield* Effect.flip(take(Effect.fail("no")))).toBe("no")
      expect(Exit.isFailure(yield* Effect.exit(take(Effect.die("broken"))))).toBe(true)
      const entered = yield* Deferred.make<void>()
      const fiber = yield* Effect.fork(
        take(Effect.zipRight(Deferred.succeed(entered, undefined), Effect.never))
      )
      yield* Deferred.await(entered)
      yield* Fiber.interrupt(fiber)
      expect(yield* take(Effect.succeed("in"))).toBe("in")
    }).pipe(Effect.orDie)
  )

  both("comes after the session's lock, never before it, and never twice", (lock) =>
    Effect.gen(function* () {
      const seat = lock.withSeat("harbour", "glass")(() => Effect.succeed("in"))
      expect(yield* lock.withRun("harbour")(seat)).toBe("in")
      const wrong = [
        lock.withSeat("harbour", "glass")(() => lock.withRun("harbour")(Effect.void)),
        lock.withSeat(
          "harbour",
          "glass"
        )(() => Effect.asVoid(lock.withSeat("harbour", "brass")(() => Effect.void))),
        lock.withRun("harbour")(lock.withRun("quarry")(Effect.void))
      ]
      for (const one of wrong) {
        const exit = yield* Effect.exit(one)
        expect(Exit.isFailure(exit) && Cause.isDie(exit.cause)).toBe(true)
      }
      expect(yield* seat).toBe("in")
    }).pipe(Effect.orDie)
  )

  both("is for a seat's name and nothing else", (lock) =>
    Effect.gen(function* () {
      for (const name of ["", ".run", "../x", "a/b", "x".repeat(65), "né"]) {
        expect(yield* Effect.flip(lock.withSeat("harbour", name)(() => Effect.void))).toMatchObject({
          reason: "Name"
        })
      }
    }).pipe(Effect.orDie)
  )

  it.scopedLive("names the process that has it, and leaves nothing behind", () =>
    Effect.gen(function* () {
      const root = yield* folder
      const path = lockOf(root, "glass")
      yield* Effect.gen(function* () {
        const lock = yield* SeatLock
        yield* lock.withSeat(
          "harbour",
          "glass"
        )(() => Effect.sync(() => expect(readFileSync(path, "utf8")).toContain(String(process.pid))))
      }).pipe(Effect.provide(onDisk(root)))
      expect(existsSync(path)).toBe(false)
      expect(readdirSync(join(root, ".agents", "seat-locks", "harbour"))).toEqual([])
    })
  )

  it.scopedLive("that cannot be made lets nobody in", () =>
    Effect.gen(function* () {
      const root = yield* folder
      mkdirSync(join(root, ".agents"))
      symlinkSync(tmpdir(), join(root, ".agents", "seat-locks"))
      const entered = yield* Ref.make(false)
      const refused = yield* Effect.gen(function* () {
        const lock = yield* SeatLock
        return yield* Effect.flip(lock.withSeat("harbour", "glass")(() => Ref.set(entered, true)))
      }).pipe(Effect.provide(onDisk(root)))
      expect(refused).toMatchObject({ reason: "Refused", seat: "glass" })
      expect(yield* Ref.get(entered)).toBe(false)
    })
  )

  it("gives every session a folder of its own, whatever its name", () => {
    const names = [
      "harbour",
      "Harbour",
      "har bour",
      "har_bour",
      "../x",
      "..",
      ".",
      "",
      "a/b",
      "a:b",
      "~",
      "é",
      "x".repeat(90)
    ]
    const folders = names.map(sessionFolder)
    expect(new Set(folders.map((name) => name.toLowerCase())).size).toBe(names.length)
    for (const name of folders) expect(name).toMatch(/^[A-Za-z0-9_~][A-Za-z0-9._~-]*$/)
  })
})
