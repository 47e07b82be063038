import type { TierStatus } from "../../../src/domain/supervision/payload.ts"
import { beatName, standDownName } from "../../../src/domain/supervision/records.ts"
import { tierStatus } from "../../../src/domain/supervision/status.ts"
import { BEAT, isSeatTier, type Tier } from "../../../src/domain/supervision/tiers.ts"
import type { BeatDisk } from "../../../src/services/beat/disk.ts"
import { type MemoryFile, memoryDisk } from "../../../src/services/beat/memory.ts"
import {
  beatSteps,
  disarmSteps,
  lookSteps,
  type Steps,
  standDownSteps
} from "../../../src/services/beat/steps.ts"

/** Five watchers of one tier on one disk: what they do is the service's own steps, one touch of the disk at a time. */
export const WATCHERS = 5

type Job =
  | { readonly kind: "beat"; readonly start: number; readonly steps: Steps<void> }
  | { readonly kind: "disarm"; readonly start: number; readonly arm: string; readonly steps: Steps<boolean> }
  | { readonly kind: "verb"; readonly start: number; readonly steps: Steps<void> }

interface Watcher {
  /** `out` never armed, disarmed or killed · `stopped` as by kill -STOP, in the middle of what it did. */
  life: "out" | "running" | "stopped"
  /** Null for a loop of single beats. */
  arm: string | null
  job: Job | null
  due: number
  /** Since when it runs without a stop, in true time. */
  since: number
}

/** A reading with what was known when it began and ended. */
export interface Reading {
  readonly status: TierStatus
  readonly start: number
  readonly now: number
  /** The completed beat that began last, of those that ended before the reading. */
  readonly beat: World["beat"]
  readonly everBeaten: boolean
  readonly ages: ReadonlyArray<number>
  /** When it began, in true time: a reader may stand still too. */
  readonly time: number
}

export class World {
  readonly files = new Map<string, MemoryFile>()
  readonly watchers: ReadonlyArray<Watcher> = Array.from({ length: WATCHERS }, () => ({
    life: "out",
    arm: null,
    job: null,
    due: 0,
    since: 0
  }))
  readonly tier: Tier
  readonly disk: BeatDisk
  /** Touches of the disk so far: the order of everything. */
  ops = 0
  /** True time, ms, and how far the clock is off it. */
  time = 1_000_000
  offset = Date.UTC(2026, 10, 3)
  stepped = -1
  /** Who beat last, whole. */
  beat: { readonly start: number; readonly time: number } | null = null
  beatWrite = { op: -1, mtime: 0 }
  /** The times of the beats that the reader can have met: the one it found, and what came since. */
  private readable: Array<number> = []
  /** The last touch of the disk by a beat. */
  beatOp = -1
  marker = { op: -1, time: 0 }
  lastOut: { readonly start: number; readonly arm: string } | null = null
  private arms = 0
  private verb: Job | null = null
  private reader: {
    readonly steps: ReturnType<typeof lookSteps>
    readonly start: number
    readonly time: number
    readonly beat: World["beat"]
    readonly everBeaten: boolean
  } | null = null
  private readonly check: (world: World, reading: Reading) => void

  constructor(tier: Tier, check: (world: World, reading: Reading) => void) {
    this.tier = tier
    this.check = check
    const disk = memoryDisk(this.files, () => this.now())
    this.disk = {
      ...disk,
      write: (name, text, notBefore) => {
        disk.write(name, text, notBefore)
        if (name === beatName(tier)) {
          const mtime = this.files.get(name)?.mtime ?? 0
          this.beatWrite = { op: this.ops, mtime }
          this.readable.push(mtime)
        }
        if (name === standDownName(tier)) this.marker = { op: this.ops, time: this.time }
      }
    }
  }

  now(): number {
    return this.time + this.offset
  }

  private writer(arm: string | null, seat: string) {
    return { tier: this.tier, seat: isSeatTier(this.tier) ? seat : null, arm, pid: 1 }
  }

  private startBeat(watcher: Watcher): void {
    watcher.due = this.time + BEAT
    watcher.job = {
      kind: "beat",
      start: this.ops,
      steps: beatSteps(this.disk, this.writer(watcher.arm, "seat"), this.now())
    }
  }

  /** One touch of the disk; null when the job is done. */
  private advance(job: Job): Job | null {
    this.ops += 1
    if (job.kind === "beat") this.beatOp = this.ops
    const { done, value } = job.steps.next()
    if (done !== true) return job
    if (job.kind === "beat" && (this.beat === null || job.start >= this.beat.start)) {
      this.beat = { start: job.start, time: this.time }
    }
    if (job.kind === "disarm") this.lastOut = value === true ? { start: job.start, arm: job.arm } : null
    return null
  }

  private step(watcher: Watcher): void {
    if (watcher.life !== "running" || watcher.job === null) return
    const { kind } = watcher.job
    watcher.job = this.advance(watcher.job)
    if (watcher.job === null && kind === "disarm") watcher.life = "out"
  }

  /** What runs is done with its step before time goes on: one touch each in turn. */
  private settle(): void {
    for (let busy = true; busy; ) {
      busy = false
      for (const watcher of this.watchers) {
        if (watcher.life !== "running" || watcher.job === null) continue
        this.step(watcher)
        busy = true
      }
      if (this.verb !== null) {
        this.verb = this.advance(this.verb)
        busy = true
      }
      if (this.reader !== null) this.look()
    }
  }

  armAt(watcher: Watcher, loop: boolean): void {
    if (watcher.life !== "out") return
    this.arms += 1
    watcher.life = "running"
    watcher.arm = loop ? null : `arm-${this.arms}`
    watcher.since = this.time
    this.startBeat(watcher)
  }

  disarm(watcher: Watcher): void {
    if (watcher.life !== "running" || watcher.job?.kind === "disarm") return
    // A process does one thing after the other: a beat in the middle is ended first.
    while (watcher.job !== null) this.step(watcher)
    if (watcher.arm === null) {
      watcher.life = "out"
      return
    }
    const writer = { ...this.writer(watcher.arm, "seat"), arm: watcher.arm }
    watcher.job = {
      kind: "disarm",
      start: this.ops,
      arm: watcher.arm,
      steps: disarmSteps(this.disk, writer, this.now())
    }
  }

  kill(watcher: Watcher): void {
    watcher.life = "out"
    watcher.job = null
  }

  stop(watcher: Watcher): void {
    if (watcher.life === "running") watcher.life = "stopped"
  }

  resume(watcher: Watcher): void {
    if (watcher.life !== "stopped") return
    watcher.life = "running"
    watcher.since = this.time
    if (watcher.job === null && watcher.due <= this.time) this.startBeat(watcher)
  }

  standDown(): void {
    this.verb ??= {
      kind: "verb",
      start: this.ops,
      steps: standDownSteps(this.disk, this.writer(null, "verb"), this.now())
    }
  }

  stepClock(ms: number): void {
    this.offset += ms
    this.stepped = this.ops
  }

  go(watcher: Watcher): void {
    this.step(watcher)
  }

  goVerb(): void {
    if (this.verb !== null) this.verb = this.advance(this.verb)
  }

  pass(ms: number): void {
    const end = this.time + ms
    for (;;) {
      this.settle()
      if (this.time >= end) return
      const due = this.watchers.flatMap((one) => (one.life === "running" ? [one.due] : []))
      this.time = Math.min(end, Math.max(this.time, ...(due.length === 0 ? [end] : [Math.min(...due)])))
      for (const one of this.watchers)
        if (one.life === "running" && one.job === null && one.due <= this.time) this.startBeat(one)
      if (this.time >= end) return
    }
  }

  startLook(): void {
    if (this.reader === null) this.readable = this.beatWrite.op < 0 ? [] : [this.beatWrite.mtime]
    this.reader ??= {
      steps: lookSteps(this.disk),
      start: this.ops,
      time: this.time,
      beat: this.beat,
      everBeaten: this.beatWrite.op >= 0
    }
  }

  /** One touch of the reader, or all of them. */
  look(): void {
    const { reader } = this
    if (reader === null) return
    this.ops += 1
    const { done, value } = reader.steps.next()
    if (done !== true) return
    this.reader = null
    const seen = value[this.tier]
    if (seen === undefined) throw new Error("a tier was left out")
    const now = this.now()
    const { beat, everBeaten, start, time } = reader
    const ages = this.readable.map((mtime) => now - mtime)
    this.check(this, { status: tierStatus(this.tier, seen, now), start, now, beat, everBeaten, ages, time })
  }

  read(): void {
    this.startLook()
    while (this.reader !== null) this.look()
  }

  idle(): boolean {
    return this.verb === null && this.watchers.every((one) => one.life === "out")
  }
}
