import { expect, it } from "vitest"
import { ALWAYS_ON, CHECK_NAMES, isAlwaysOn } from "../../../src/domain/check/names.ts"

it("names sixteen checks, four of them always on", () => {
  expect(CHECK_NAMES).toHaveLength(16)
  expect(new Set(CHECK_NAMES).size).toBe(16)
  expect([CHECK_NAMES[0], CHECK_NAMES[4], CHECK_NAMES[15]]).toEqual(["missing", "provider-error", "budget"])
  expect(CHECK_NAMES.filter(isAlwaysOn).toSorted()).toEqual([...ALWAYS_ON].toSorted())
})
