import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { ApprovalFacts, approvalFacts, approvalFindings } from "../../../src/domain/approval/check.ts"
import type { ApprovalDifference } from "../../../src/domain/approval/differences.ts"
import { emptyReportMemory, foldFindings } from "../../../src/domain/report/memory.ts"
import { example } from "../team/support.ts"
import { judged, sealed } from "./support.ts"

const verified = judged(sealed(example("small")).text)
const differs = (...names: ReadonlyArray<string>): ReadonlyArray<ApprovalDifference> =>
  names.map((name) => ({ kind: "section", name, text: `\`${name}\` changed` }))
const said = (facts: ApprovalFacts): ReadonlyArray<string> =>
  approvalFindings(facts).map((finding) =>
    finding._tag === "Once" ? `${finding.text} → ${finding.to}` : finding._tag
  )

describe("check 10", () => {
  it("says what stands, to the owner", () => {
    expect(said(approvalFacts({ _tag: "None" }, differs("watch")))).toEqual([
      "the file was never approved on this machine: run team approve → owner"
    ])
    expect(said(approvalFacts({ _tag: "Legacy" }, []))).toEqual([
      "approved before records were signed → owner"
    ])
    expect(said(approvalFacts(judged(sealed(example("small")).text, { generation: 9 }), []))).toEqual([
      "the approval record is number 1, and the last approval is number 9 (an older record was put back, or an approval was cut short): run team approve → owner"
    ])
    expect(said(approvalFacts(verified, differs("limits", "watch")))).toEqual([
      "`limits` changed; `watch` changed → owner"
    ])
    expect(said(approvalFacts(verified, []))).toEqual([])
  })

  it("cuts a long list", () => {
    const many = differs(...Array.from({ length: 15 }, (_, index) => `s${index}`))
    expect(said(approvalFacts(verified, many))[0]).toMatch(/`s11` changed; and 3 more → owner$/)
  })

  it("is said once, and again when something else differs", () => {
    let memory = emptyReportMemory
    const pass = (at: number, facts: ApprovalFacts): ReadonlyArray<string> => {
      const folded = foldFindings(
        memory,
        at,
        approvalFindings(facts).map((finding) => ({ check: "approval" as const, finding }))
      )
      memory = folded.memory
      return folded.say.map((report) => report.text)
    }
    expect(pass(1, approvalFacts(verified, differs("watch"))).length).toBe(1)
    expect(pass(2, approvalFacts(verified, differs("watch")))).toEqual([])
    expect(pass(3, approvalFacts(verified, differs("watch", "limits")))).toEqual([
      "`watch` changed; `limits` changed"
    ])
    expect(pass(4, approvalFacts({ _tag: "Refused", reason: "changed", text: "no" }, []))).toEqual(["no"])
    expect(pass(5, approvalFacts({ _tag: "Refused", reason: "changed", text: "no" }, []))).toEqual([])
  })

  it("has facts without the record, fit for a recording", () => {
    const facts = approvalFacts(verified, differs("watch"))
    const text = JSON.stringify(Schema.encodeSync(ApprovalFacts)(facts))
    expect(Schema.decodeUnknownSync(ApprovalFacts)(JSON.parse(text))).toEqual(facts)
    expect(text).not.toContain("lantern")
  })
})
