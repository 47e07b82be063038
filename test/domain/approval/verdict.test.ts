import * as FastCheck from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { ephemeralKey } from "../../../src/services/approvals/key.ts"
import { example } from "../team/support.ts"
import { judged, key, ROOT, sealed, word } from "./support.ts"

const DIGEST = "ab".repeat(32)
const { record, text } = sealed(
  example("full"),
  {
    checks: { plan: { path: "/usr/bin/plan-left", sha256: DIGEST } },
    notify: { path: "/usr/local/bin/ring", sha256: DIGEST }
  },
  { generation: 3 }
)
const third = { generation: 3 }
const raw = (): Record<string, unknown> => JSON.parse(text)
const changed = (change: (fields: Record<string, unknown>) => void): string => {
  const fields = raw()
  change(fields)
  return word(judged(JSON.stringify(fields), third))
}

/** Every place in the record where a string or a number stands. */
const leaves = (value: unknown, path: ReadonlyArray<string> = []): ReadonlyArray<ReadonlyArray<string>> =>
  typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([name, part]) => leaves(part, [...path, name]))
    : [path]

const put = (target: unknown, path: ReadonlyArray<string>, change: (old: unknown) => unknown): void => {
  const [name, ...rest] = path
  if (typeof target !== "object" || target === null || name === undefined) throw new Error("no such place")
  const old: unknown = Reflect.get(target, name)
  if (rest.length === 0) Reflect.set(target, name, change(old))
  else put(old, rest, change)
}

describe("a record that is whole", () => {
  it("is verified, with everything in it", () => {
    expect(judged(text, third)).toEqual({ _tag: "Verified", record })
    expect(record.text).toBe(example("full"))
    expect(Object.keys(record.fingerprints.sections)).toContain("watch.checks")
    expect(record.notify?.path).toBe("/usr/local/bin/ring")
  })

  it("is verified however its JSON is laid out", () => {
    const turned = Object.fromEntries(Object.entries(raw()).reverse())
    expect(judged(JSON.stringify(turned), third)._tag).toBe("Verified")
  })

  it("is none where there is no text, and legacy where an earlier tool wrote it", () => {
    expect(word(judged(null))).toBe("None")
    expect(word(judged('{"format":1,"approvedAt":5,"whatever":true}'))).toBe("Legacy")
  })
})

describe("a record that is not trusted", () => {
  it("is refused when any one value of it was changed", () => {
    const places = leaves(raw())
    expect(places.length).toBeGreaterThan(30)
    for (const path of places) {
      const fields = raw()
      put(fields, path, (old) => {
        if (typeof old === "number") return old + 1
        if (typeof old !== "string") throw new Error("no leaf")
        // A digit stays a digit of its kind, so that the form is still right and the signature must tell.
        return old.startsWith("a") ? `b${old.slice(1)}` : `a${old.slice(1)}`
      })
      const verdict = judged(JSON.stringify(fields), third)
      const reason = verdict._tag === "Refused" ? verdict.reason : verdict._tag
      expect([path.join("."), reason]).toEqual([
        path.join("."),
        path[0] === "format" ? "newer" : path[0] === "key" ? "key" : "changed"
      ])
    }
  })

  it("is refused when an entry was added to it or taken out of it", () => {
    const said = "the approval record was changed after approval: run team approve"
    expect(changed((fields) => put(fields, ["fingerprints", "seats", "ghost"], () => DIGEST))).toBe(said)
    expect(
      changed((fields) => put(fields, ["checks", "other"], () => ({ path: "/x", sha256: DIGEST })))
    ).toBe(said)
    expect(changed((fields) => delete fields["notify"])).toBe(said)
    const extra = text.replace("{", '{"__proto__":{"path":"/x"},')
    expect(judged(extra, third)._tag).toBe("Refused")
    const inner = text.replace('"checks": {', `"checks": {"__proto__":{"path":"/x","sha256":"${DIGEST}"},`)
    expect(inner).not.toBe(text)
    expect(word(judged(inner, third))).toBe(said)
  })

  it("names the field that is missing, unknown or of another type", () => {
    const not = (field: string, why: string) =>
      `the approval record is not whole (the field ${field} ${why}): run team approve`
    for (const name of Object.keys(raw())) {
      if (name === "notify") continue
      expect(changed((fields) => delete fields[name])).toBe(not(name, "is missing"))
      expect(changed((fields) => put(fields, [name], () => true))).toBe(not(name, "has a wrong value"))
    }
    expect(changed((fields) => put(fields, ["extra"], () => 1))).toBe(not("extra", "is not known"))
    expect(changed((fields) => put(fields, ["checks", "plan", "args"], () => "x"))).toBe(
      not("checks.plan.args", "is not known")
    )
    expect(changed((fields) => put(fields, ["ceilings", "seats"], () => 1.5))).toBe(
      not("ceilings.seats", "has a wrong value")
    )
    expect(changed((fields) => put(fields, ["generation"], () => 0))).toBe(
      not("generation", "has a wrong value")
    )
    expect(changed((fields) => put(fields, ["signature"], () => record.signature.toUpperCase()))).toBe(
      not("signature", "has a wrong value")
    )
    expect(changed((fields) => put(fields, ["x\u001b[31m\ny"], () => 1))).toBe(not("x y", "is not known"))
  })

  it("is refused when it is no map, and when it says format 1 and is signed", () => {
    for (const no of ["[]", "3", "null", '"x"'])
      expect(word(judged(no))).toBe("the approval record is no map of fields: run team approve")
    expect(changed((fields) => put(fields, ["format"], () => 1))).toBe(
      "the approval record says format 1 and carries a signature: run team approve"
    )
  })

  it("is refused when a later version wrote it", () => {
    expect(word(judged('{"format":3,"anything":[]}'))).toBe(
      "the approval record has format 3, newer than this version of team reads (2): use the newer team, or run team approve"
    )
  })

  it("is refused for another folder, though it is signed", () => {
    expect(word(judged(text, { ...third, root: "/srv/other" }))).toBe(
      `the approval record was made for another folder (${ROOT}): run team approve`
    )
  })

  it("is refused when it is not the last approval", () => {
    expect(word(judged(text, { generation: 4 }))).toBe(
      "the approval record is number 3, and the last approval is number 4 (an older record was put back, or an approval was cut short): run team approve"
    )
    expect(word(judged(text, { generation: 2 }))).toContain("the count was put back")
    expect(word(judged(text, { generation: null }))).toContain("the count of approvals is gone")
  })

  it("is refused when another key signed it, also when it then claims ours", () => {
    const other = ephemeralKey()
    const foreign = sealed(example("small"), {}, { by: other }).text
    expect(word(judged(foreign))).toBe(
      `the approval record is signed by another key (${other.fingerprint}; this machine's is ${key.fingerprint}): run team approve`
    )
    const claimed = foreign.replace(other.fingerprint, key.fingerprint)
    expect(word(judged(claimed))).toBe("the approval record was changed after approval: run team approve")
    expect(word(judged(text, { ...third, key: null }))).toBe(
      `the approval record is signed by the key ${key.fingerprint}, and this machine has none: restore the key from a copy, or run team approve`
    )
  })

  it("is refused when it was cut anywhere", () => {
    const whole = sealed(example("small")).text
    expect(judged(whole)._tag).toBe("Verified")
    for (let length = 0; length < whole.trimEnd().length; length += 1) {
      const verdict = judged(whole.slice(0, length))
      if (verdict._tag !== "Refused" || verdict.reason !== "not-json") throw new Error(`read at ${length}`)
    }
  })
})

describe("whatever stands in the file", () => {
  const isSafe = (given: string): void => {
    const verdict = judged(given, third)
    if (verdict._tag === "Verified") expect(verdict.record).toEqual(record)
    else if (verdict._tag === "Refused") expect(verdict.text).toMatch(/^[^\n\u001b]+$/)
  }

  it("never crashes, and is never verified but as what was signed", () => {
    const at = FastCheck.nat({ max: text.length - 1 })
    FastCheck.assert(
      FastCheck.property(at, FastCheck.nat({ max: 40 }), FastCheck.string(), (from, cut, put) => {
        isSafe(text.slice(0, from) + put + text.slice(from + cut))
      }),
      { numRuns: 400 }
    )
    FastCheck.assert(FastCheck.property(FastCheck.json(), isSafe), { numRuns: 200 })
    FastCheck.assert(FastCheck.property(FastCheck.string({ unit: "binary" }), isSafe), { numRuns: 200 })
  })

  it("is not felled by depth or size", () => {
    const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`
    expect(judged(deep)._tag).toBe("Refused")
    expect(judged(`{"format":2,"text":${deep}}`)._tag).toBe("Refused")
    expect(judged(`{"format":2,"checks":${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}}`)._tag).toBe(
      "Refused"
    )
  })

  it("is refused with every field replaced by any other value", () => {
    const names = Object.keys(raw()).filter((name) => name !== "format")
    FastCheck.assert(
      FastCheck.property(FastCheck.constantFrom(...names), FastCheck.jsonValue(), (name, value) => {
        const before = raw()[name]
        FastCheck.pre(JSON.stringify(before) !== JSON.stringify(value))
        expect(judged(JSON.stringify({ ...raw(), [name]: value }), third)._tag).toBe("Refused")
      })
    )
  })
})
