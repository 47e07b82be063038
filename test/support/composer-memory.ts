import * as Effect from "effect/Effect"
import type { MemoryControl } from "../../src/services/herdr/memory.ts"
import { type Capture, capture, paneShowing } from "./cli.ts"

const IDLE = capture("claude-code/2.1.332/light.idle-afterturn-160x50")
const WORKING = capture("claude-code/2.1.332/working-hang-160x50")

/** How a composer takes what is typed: as it should, deaf to Enter, or out of sight once Enter was pressed. */
export type Manner = "takes" | "deaf" | "hides"

/** A memory pane of a claude-code seat at its empty prompt that draws what is typed into it, 150 columns at the most. */
export const composerPane = (host: MemoryControl, name: string, manner: Manner = "takes") =>
  Effect.gen(function* () {
    const pane = yield* host.setPane(paneShowing(name, IDLE))
    yield* host.setProcesses(pane, {
      root: { pid: 40, start: "40", name: "bash" },
      foreground: [{ pid: 41, start: "41", name: "claude" }]
    })
    const show = (shown: Capture, text = "") => {
      // The prompt row's own cursor cell gives way to the text and a cursor after it.
      const ansi = text === "" ? shown.ansi : shown.ansi.replace("❯\u00a0", `❯\u00a0${text}`)
      const cursor = { ...shown.cursor, x: shown.cursor.x + text.length }
      return host.setScreen(pane, { ansi, cursor })
    }
    yield* host.onInput((input) => {
      if (input.pane !== pane) return Effect.void
      if (input._tag === "Typed") return show(IDLE, input.text)
      if (manner === "deaf") return Effect.void
      return manner === "hides" ? host.setUnreadable(pane, true) : show(WORKING)
    })
    return { pane, idle: show(IDLE), working: show(WORKING), holding: (text: string) => show(IDLE, text) }
  })
