import * as FastCheck from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { watchDeclared } from "../../../src/domain/team/liveness.ts"
import type { Chain } from "../../../src/domain/threshold/resolve.ts"
import { resolveThresholds, SHIPPED_THRESHOLDS } from "../../../src/domain/threshold/resolve.ts"
import { applyTempo } from "../../../src/domain/threshold/tempo.ts"
import type { Declared, LivenessWord, SettingKey } from "../../../src/domain/threshold/words.ts"
import { NOTHING, SETTINGS } from "../../../src/domain/threshold/words.ts"

const RULE = "a liveness threshold may be tightened, never loosened, unless the level above allows it"
const seconds = (value: number): LivenessWord => ({ seconds: value, written: null })
const wrote = (value: number | null, written: string): LivenessWord => ({ seconds: value, written })
const chain = (part: Partial<Chain>): Chain => ({
  machine: NOTHING,
  entity: NOTHING,
  project: NOTHING,
  team: NOTHING,
  seats: [],
  tempo: 1,
  ...part
})

describe("the chain of thresholds", () => {
  it("gives the shipped values when nothing is declared", () => {
    const { bySeat, lines, team } = resolveThresholds(chain({ seats: [{ name: "a", declared: NOTHING }] }))
    expect(team).toEqual({
      idleLead: 300_000,
      idleOwner: 900_000,
      blindAfter: 300_000,
      traceWindow: 120_000,
      hookWorking: 120_000,
      idleWindow: 300_000
    })
    expect(bySeat.get("a")).toEqual(team)
    expect(lines).toEqual([])
    expect(SHIPPED_THRESHOLDS).toEqual(team)
  })

  it("says the two lines of the spec to the letter", () => {
    const { lines, team } = resolveThresholds(
      chain({
        team: { ...NOTHING, idle_lead_seconds: wrote(600, "10m"), blind_after_seconds: wrote(1.5, "1.5s") }
      })
    )
    expect(lines).toEqual([
      `liveness_idle_lead_seconds: the team declared 10m, longer than the 5m in force — ${RULE}`,
      "state_blind_after_seconds: the team declared 1.5s, which is not a whole number of seconds; it is set aside"
    ])
    expect(team).toEqual(SHIPPED_THRESHOLDS)
  })

  it.each([
    [seconds(600), "10m, longer than the 5m in force"],
    [seconds(1e9), "1000000000s, longer than the 5m in force"],
    [seconds(1.5), "1.5s, which is not a whole number of seconds; it is set aside"],
    [seconds(0), "0s, which is not a whole number of seconds, at least one; it is set aside"],
    [seconds(-1), "-1s, which is not a whole number of seconds, at least one; it is set aside"],
    [seconds(1e300), "1e+300s, which is not a whole number of seconds; it is set aside"],
    [wrote(null, "5m"), "5m, which is not a whole number of seconds; it is set aside"]
  ])("sets %j aside at every level, naming the level", (word, said) => {
    const declared = { ...NOTHING, idle_lead_seconds: word }
    for (const level of ["machine", "entity", "project", "team"] as const) {
      const { lines, team } = resolveThresholds(chain({ [level]: declared }))
      expect(lines.map((line) => line.split(" — ")[0])).toEqual([
        `liveness_idle_lead_seconds: the ${level} declared ${said}`
      ])
      expect(team.idleLead).toBe(300_000)
    }
    const { bySeat, lines } = resolveThresholds(chain({ seats: [{ name: "worker-1", declared }] }))
    expect(lines[0]).toContain(`the seat worker-1 declared ${said}`)
    expect(bySeat.get("worker-1")?.idleLead).toBe(300_000)
  })

  it("takes 300.0 and an equal value without a word", () => {
    const { lines } = resolveThresholds(chain({ machine: { ...NOTHING, idle_lead_seconds: seconds(300.0) } }))
    expect(lines).toEqual([])
  })

  it("prints the value in force as its level wrote it", () => {
    const { lines } = resolveThresholds(
      chain({
        team: { ...NOTHING, idle_lead_seconds: wrote(90, "1.5m") },
        seats: [{ name: "s", declared: { ...NOTHING, idle_lead_seconds: seconds(120) } }]
      })
    )
    expect(lines[0]).toContain("the seat s declared 2m, longer than the 1.5m in force")
  })

  it("lets the project open the state windows again, beyond the shipped value, and every level inside close them", () => {
    const { bySeat, lines, team } = resolveThresholds(
      chain({
        machine: { ...NOTHING, blind_after_seconds: seconds(60) },
        project: {
          ...NOTHING,
          blind_after_seconds: seconds(3_600),
          trace_window_seconds: seconds(600),
          hook_working_seconds: seconds(900)
        },
        seats: [{ name: "s", declared: { ...NOTHING, blind_after_seconds: seconds(30) } }]
      })
    )
    expect(lines).toEqual([])
    expect(team).toMatchObject({ blindAfter: 3_600_000, traceWindow: 600_000, hookWorking: 900_000 })
    expect(bySeat.get("s")?.blindAfter).toBe(30_000)
  })

  it("lets no other level open what another closed", () => {
    for (const level of ["entity", "team"] as const) {
      const { lines, team } = resolveThresholds(
        chain({
          machine: { ...NOTHING, blind_after_seconds: seconds(60) },
          [level]: { ...NOTHING, blind_after_seconds: seconds(61) }
        })
      )
      expect(team.blindAfter).toBe(60_000)
      expect(lines).toEqual([
        `state_blind_after_seconds: the ${level} declared 61s, longer than the 1m in force — ${RULE}`
      ])
    }
  })

  it("hands on only a watch value that differs from the shipped one", () => {
    const shipped = {
      idle_first: wrote(300, "5m"),
      idle_owner: wrote(900, "900s"),
      blind_after: wrote(300, "300s"),
      trace_window_seconds: seconds(120),
      hook_working_seconds: null
    }
    expect(watchDeclared(shipped)).toEqual(NOTHING)
    // A machine that tightened is not contradicted by a file that writes the shipped value out.
    const machine = { ...NOTHING, idle_lead_seconds: seconds(120) }
    expect(resolveThresholds(chain({ machine, team: watchDeclared(shipped) })).lines).toEqual([])
    expect(watchDeclared({ ...shipped, idle_first: wrote(299, "299s") }).idle_lead_seconds?.seconds).toBe(299)
  })

  it("scales the idle window alone by tempo, after the check", () => {
    const { lines, team } = resolveThresholds(chain({ tempo: 3 }))
    expect(team).toEqual({ ...SHIPPED_THRESHOLDS, idleWindow: 900_000 })
    expect(lines).toEqual([])
    expect(applyTempo(0, 5)).toBe(0)
    expect(applyTempo(1, 0.001)).toBe(1)
    expect(applyTempo(600_000, 0.5)).toBe(300_000)
  })
})

const word = FastCheck.oneof(
  FastCheck.constant(null),
  FastCheck.integer({ min: 1, max: 2_000 }).map(seconds),
  FastCheck.constantFrom(seconds(0), seconds(-3), seconds(2.5), wrote(null, "5m"), wrote(null, "on"))
)
const declared: FastCheck.Arbitrary<Declared> = FastCheck.record({
  idle_lead_seconds: word,
  idle_owner_seconds: word,
  blind_after_seconds: word,
  trace_window_seconds: word,
  hook_working_seconds: word
})
const chains: FastCheck.Arbitrary<Chain> = FastCheck.record({
  machine: declared,
  entity: declared,
  project: declared,
  team: declared,
  seats: FastCheck.tuple(declared, declared).map(([one, two]) => [
    { name: "one", declared: one },
    { name: "two", declared: two }
  ]),
  tempo: FastCheck.constantFrom(0.5, 1, 4)
})
const FIELD: Readonly<
  Record<SettingKey, "idleLead" | "idleOwner" | "blindAfter" | "traceWindow" | "hookWorking">
> = {
  idle_lead_seconds: "idleLead",
  idle_owner_seconds: "idleOwner",
  blind_after_seconds: "blindAfter",
  trace_window_seconds: "traceWindow",
  hook_working_seconds: "hookWorking"
}
const isValid = (one: LivenessWord | null): boolean =>
  one?.seconds != null && one.seconds >= 1 && Number.isInteger(one.seconds)
const onlyValid = (level: Declared): Declared => ({
  idle_lead_seconds: isValid(level.idle_lead_seconds) ? level.idle_lead_seconds : null,
  idle_owner_seconds: isValid(level.idle_owner_seconds) ? level.idle_owner_seconds : null,
  blind_after_seconds: isValid(level.blind_after_seconds) ? level.blind_after_seconds : null,
  trace_window_seconds: isValid(level.trace_window_seconds) ? level.trace_window_seconds : null,
  hook_working_seconds: isValid(level.hook_working_seconds) ? level.hook_working_seconds : null
})

describe("properties of the chain", () => {
  it("no level but the project ever raises a value, and the project never the idle ones", () => {
    FastCheck.assert(
      FastCheck.property(chains, (all) => {
        const closed = { ...all, project: NOTHING }
        const { bySeat, team } = resolveThresholds(closed)
        for (const setting of SETTINGS) {
          expect(team[FIELD[setting.key]]).toBeLessThanOrEqual(setting.shippedMs)
          for (const seat of bySeat.values()) {
            expect(seat[FIELD[setting.key]]).toBeLessThanOrEqual(team[FIELD[setting.key]])
          }
        }
        const open = resolveThresholds(all).team
        expect(open.idleLead).toBeLessThanOrEqual(300_000)
        expect(open.idleOwner).toBeLessThanOrEqual(900_000)
      })
    )
  })

  it("a word that is no whole number of seconds changes nothing but its own line", () => {
    FastCheck.assert(
      FastCheck.property(chains, (all) => {
        const clean: Chain = {
          machine: onlyValid(all.machine),
          entity: onlyValid(all.entity),
          project: onlyValid(all.project),
          team: onlyValid(all.team),
          seats: all.seats.map((seat) => ({ name: seat.name, declared: onlyValid(seat.declared) })),
          tempo: all.tempo
        }
        const full = resolveThresholds(all)
        const bare = resolveThresholds(clean)
        expect(full.team).toEqual(bare.team)
        expect([...full.bySeat]).toEqual([...bare.bySeat])
        expect(full.lines.filter((line) => !line.endsWith("set aside"))).toEqual(bare.lines)
      })
    )
  })

  it("each value is some level's valid word or the shipped one, and one seat's words never touch another", () => {
    FastCheck.assert(
      FastCheck.property(chains, (all) => {
        const { bySeat, team } = resolveThresholds(all)
        for (const { key, shippedMs } of SETTINGS) {
          const levels = [all.machine, all.entity, all.project, all.team].map((level) => level[key])
          const allowed = levels.filter(isValid).map((one) => (one?.seconds ?? 0) * 1_000)
          expect([shippedMs, ...allowed]).toContain(team[FIELD[key]])
        }
        const alone = resolveThresholds({ ...all, seats: all.seats.slice(1) })
        expect(alone.bySeat.get("two")).toEqual(bySeat.get("two"))
      })
    )
  })

  it("resolving again from the result changes nothing and says nothing", () => {
    FastCheck.assert(
      FastCheck.property(chains, (all) => {
        const { team } = resolveThresholds(all)
        const project = Object.fromEntries(
          SETTINGS.map(({ key }) => [key, seconds(team[FIELD[key]] / 1_000)])
        )
        const again = resolveThresholds(chain({ project: { ...NOTHING, ...project }, tempo: all.tempo }))
        expect(again.team).toEqual(team)
        expect(again.lines).toEqual([])
      })
    )
  })
})
