import { describe, expect, it } from "vitest"
import { nearest } from "../../../src/domain/text/nearest.ts"

describe("the nearest word", () => {
  const words = ["idle_first", "idle_owner", "checks", "interval", "up", "down"]
  it.each([
    ["idle_frist", "idle_first"],
    ["idleFirst", "idle_first"],
    ["cheks", "checks"],
    ["intervall", "interval"],
    ["pu", "up"],
    ["inter", "interval"],
    ["idle_o", "idle_owner"],
    ["dwon", "down"],
    ["UP", "up"]
  ])("%s means %s", (word, meant) => expect(nearest(word, words)).toBe(meant))
  it.each(["", "zebra", "idle", "x".repeat(65), "idle_zzzzzzzz"])("%j means nothing near", (word) =>
    expect(nearest(word, words)).toBeNull()
  )
})
