import { describe, expect, it } from "@effect/vitest"
import { readScreen } from "../../../src/domain/screen/read.ts"
import { poorer } from "./sweep.ts"
import { claudeSweep } from "./sweep-claude.ts"
import { codexSweep } from "./sweep-codex.ts"

/** At these an idle answer is no harm: the box is empty and nothing runs. */
const HARMLESS: ReadonlySet<string> = new Set(["idle", "error", "limit"])

for (const [cli, drawn] of [
  ["claude-code", claudeSweep()],
  ["codex", codexSweep()]
] as const) {
  describe(`${cli} at every width and height`, () => {
    it("case 50: reads the state, whatever the size and the version", () => {
      const wrong = drawn.filter(({ frame, kind }) => {
        const read = readScreen(frame).kind
        // a failure whose row is scrolled out of a low pane cannot be seen
        const gone = HARMLESS.has(kind) && !/[■⎿]|● API Error|Usage limit/.test(frame.ansi)
        return read !== kind && !(gone && read === "idle")
      })
      expect(
        wrong.map(({ frame, name }) => `${name}: ${readScreen(frame).kind} by ${readScreen(frame).rule}`)
      ).toEqual([])
    })

    it("never calls a harmful state idle where the host knows less", () => {
      const wrong = drawn
        .filter(({ kind }) => !HARMLESS.has(kind))
        .flatMap(({ frame, name }) =>
          poorer(frame)
            .filter((poor) => readScreen(poor).kind === "idle")
            .map(() => name)
        )
      expect(wrong).toEqual([])
    })
  })
}
