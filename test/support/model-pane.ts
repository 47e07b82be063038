import type { ProcessId } from "../../src/domain/host/pane.ts"
import type { Front } from "../../src/domain/typing/front.ts"
import type { Observation, Word } from "../../src/domain/typing/observation.ts"
import type { Drawn } from "../../src/domain/typing/readback.ts"
import type { Sight } from "../../src/domain/typing/sight.ts"

/** What may happen to a pane at any instant, beside the keys of the delivery. */
export type Happening =
  | { readonly _tag: "types" | "prefixes"; readonly text: string }
  | { readonly _tag: "backspace" | "clears" | "breaks" | "enters" | "pastes" }
  | { readonly _tag: "sends"; readonly text: string }
  | {
      readonly _tag: "dialog" | "overlay" | "vim" | "copy" | "torn" | "unreadable" | "deaf"
      readonly on: boolean
    }
  | { readonly _tag: "exits" | "restarts" | "replaced" | "editor" | "closed" | "server" | "turn" | "rests" }
  | { readonly _tag: "status"; readonly word: string | null }

export interface Scheduled {
  readonly at: number
  readonly what: Happening
}

export interface Nature {
  readonly width: number
  readonly wrap: "word" | "hard"
  /** Ms from a key to the program that takes it; text comes in parts, `part` characters each, `gap` ms apart. */
  readonly typeDelay: number
  readonly part: number
  readonly gap: number
  readonly enterDelay: number
  /** Ms from a change to the screen that shows it, and to the host's status word. */
  readonly drawDelay: number
  readonly statusDelay: number
  /** An Enter this soon after text is part of a paste; it becomes a line break, or is lost. 0: never; infinite: always. */
  readonly burst: number
  readonly burstBreaks: boolean
  /** Ms that a turn takes. */
  readonly turn: number
  readonly styled: boolean
  readonly hasStatus: boolean
  readonly text: string
}

/** Everything true of the pane at one instant, as far as a screen or a host could show it. */
export interface Truth {
  readonly text: string
  readonly folded: boolean
  readonly dialog: boolean
  readonly overlay: boolean
  readonly vim: boolean
  readonly turn: boolean
  readonly torn: boolean
  readonly process: "cli" | "again" | "shell" | "other" | "editor" | "none"
}

/** A key of the delivery with what the screen showed and what was so at that instant. */
export interface SentKey {
  readonly key: "Type" | "Press"
  readonly at: number
  readonly shown: Truth
  readonly copy: boolean
  readonly readable: boolean
  readonly status: string | null
}

interface Input {
  readonly at: number
  readonly by: "watch" | "sender"
  readonly text: string | null
}

const CLI: ProcessId = { pid: 100, start: "1", name: "claude" }
const COLUMN = 2

/** The rows that a composer of this nature draws a text in; blanks at their ends are not to be seen. */
export const wrapped = (text: string, nature: Nature): ReadonlyArray<string> =>
  text.split("\n").flatMap((line) => {
    const rows: Array<string> = []
    const room = nature.wrap === "hard" ? nature.width - COLUMN - 1 : nature.width - COLUMN - 2
    let rest = line
    while (rest.length > room) {
      const space = nature.wrap === "word" ? rest.lastIndexOf(" ", room) : -1
      rows.push(rest.slice(0, space > 0 ? space : room))
      rest = rest.slice(space > 0 ? space + 1 : room)
    }
    return [...rows, rest].map((row) => row.trimEnd())
  })

/** Joined as a reader joins rows: by their widths alone. */
const unwrapped = (rows: ReadonlyArray<string>, nature: Nature): string =>
  rows.reduce((text, row, at) => {
    if (at === 0) return row
    const before = COLUMN + (rows[at - 1] ?? "").length
    const word = row.split(" ", 1)[0] ?? ""
    const full = before >= nature.width - 1
    const fits = word === "" || before + 1 + word.length <= nature.width - 2
    return `${text}${full ? "" : fits ? "\n" : " "}${row}`
  }, "")

/**
 * A simulated pane: a composer, the CLI behind it and whatever a person, a dialog or another sender does to them, by a
 * schedule in ms. Pure but for itself: nothing here reads a clock.
 */
export class ModelPane {
  readonly nature: Nature
  readonly keys: Array<SentKey> = []
  readonly submissions: Array<{ readonly text: string; readonly by: string; readonly at: number }> = []
  /** The box was emptied by somebody's hand at these instants: no screen can tell that from a line that was sent. */
  readonly emptied: Array<number> = []
  /** Somebody else changed the text in the box at these instants. */
  readonly hands: Array<number> = []
  /** The CLI was started anew at these instants; its old frame stands until it draws. */
  readonly restarts: Array<number> = []
  now = 0
  #truth: Truth
  #screens: Array<{ readonly at: number; readonly truth: Truth }>
  #words: Array<{ readonly at: number; readonly word: string }>
  #inputs: Array<Input> = []
  #schedule: Array<Scheduled>
  #lastText = Number.NEGATIVE_INFINITY
  #turnEnd = Number.POSITIVE_INFINITY
  #status: string | null = null
  #copy = false
  #unreadable = false
  #deaf = false
  #server = "s1"

  constructor(nature: Nature, schedule: ReadonlyArray<Scheduled>) {
    this.nature = nature
    this.#truth = {
      text: nature.text,
      folded: false,
      dialog: false,
      overlay: false,
      vim: false,
      turn: false,
      torn: false,
      process: "cli"
    }
    this.#screens = [{ at: Number.NEGATIVE_INFINITY, truth: this.#truth }]
    this.#words = [{ at: Number.NEGATIVE_INFINITY, word: "idle" }]
    this.#schedule = schedule.toSorted((a, b) => a.at - b.at)
  }

  get server(): string {
    return this.#server
  }

  /** What the screen shows now. */
  get shown(): Truth {
    return this.#screens.findLast((one) => one.at <= this.now)?.truth ?? this.#truth
  }

  get copy(): boolean {
    return this.#copy
  }

  get unreadable(): boolean {
    return this.#unreadable
  }

  /** The host does not answer. */
  get deaf(): boolean {
    return this.#deaf
  }

  get status(): string | null {
    if (!this.nature.hasStatus) return null
    return this.#status ?? this.#words.findLast((one) => one.at <= this.now)?.word ?? null
  }

  #set(change: Partial<Truth>): void {
    this.#truth = { ...this.#truth, ...change }
    this.#screens.push({ at: this.now + this.nature.drawDelay, truth: this.#truth })
    const { dialog, turn } = this.#truth
    const word = dialog ? "blocked" : turn ? "working" : "idle"
    this.#words.push({ at: this.now + this.nature.statusDelay, word })
  }

  get #takesText(): boolean {
    const { dialog, overlay, process, vim } = this.#truth
    return !dialog && !overlay && !vim && (process === "cli" || process === "again") && !this.#copy
  }

  #insert(text: string, by: string): void {
    if (!this.#takesText) return
    if (by !== "watch") this.hands.push(this.now)
    this.#lastText = this.now
    this.#set({ text: this.#truth.text + text })
  }

  #enter(by: string): void {
    if (!this.#takesText) {
      if (this.#truth.dialog) this.#set({ dialog: false })
      return
    }
    const { burst } = this.nature
    if (this.now - this.#lastText < burst || burst === Number.POSITIVE_INFINITY) {
      if (this.nature.burstBreaks) this.#insert("\n", "watch")
      return
    }
    if (this.#truth.text === "") return
    this.submissions.push({ text: this.#truth.text, by, at: this.now })
    this.#turnEnd = this.now + this.nature.turn
    this.#set({ text: "", folded: false, turn: true })
  }

  #empty(text: string): void {
    if (text === "" && this.#truth.text !== "") this.emptied.push(this.now)
    this.#set({ text, folded: text !== "" && this.#truth.folded })
  }

  /** What a happening changes at once; undefined where it comes by another way. */
  #changeBy(what: Happening): Partial<Truth> | undefined {
    const gone = { text: "", folded: false, dialog: false, overlay: false, turn: false }
    const { text } = this.#truth
    switch (what._tag) {
      case "prefixes":
        return this.#takesText ? { text: what.text + text } : undefined
      case "pastes":
        return this.#takesText ? { text: `${text}[Pasted text #1 +9 lines]`, folded: true } : undefined
      case "dialog":
      case "overlay":
      case "vim":
      case "torn":
        return { [what._tag]: what.on }
      case "exits":
        return { ...gone, process: "shell" }
      case "restarts":
        return { ...gone, process: "again" }
      case "replaced":
        return { ...gone, process: "other" }
      case "editor":
        return { process: "editor" }
      case "closed":
        return { process: "none" }
      case "turn":
      case "rests":
        return { turn: what._tag === "turn" }
    }
    return undefined
  }

  #happen(what: Happening): void {
    const change = this.#changeBy(what)
    const edits = what._tag === "prefixes" || what._tag === "pastes" || what._tag === "backspace"
    if (edits && this.#takesText) this.hands.push(this.now)
    if (change !== undefined) this.#set(change)
    if (what._tag === "restarts") this.restarts.push(this.now)
    if (what._tag === "turn") this.#turnEnd = this.now + this.nature.turn
    else if (what._tag === "types") this.#insert(what.text, "person")
    else if (what._tag === "breaks") this.#insert("\n", "person")
    else if (what._tag === "backspace" && this.#takesText) this.#empty(this.#truth.text.slice(0, -1))
    else if (what._tag === "clears" && this.#takesText) this.#empty("")
    else if (what._tag === "enters") this.#enter("person")
    else if (what._tag === "copy") this.#copy = what.on
    else if (what._tag === "unreadable") this.#unreadable = what.on
    else if (what._tag === "deaf") this.#deaf = what.on
    else if (what._tag === "server") this.#server = "s2"
    else if (what._tag === "status") this.#status = what.word
    else if (what._tag === "sends") {
      this.#inputs.push({ at: this.now, by: "sender", text: what.text })
      this.#inputs.push({ at: this.now + 200, by: "sender", text: null })
    }
  }

  /** Lets time pass up to an instant: keys arrive, things happen, turns end, each in its order. */
  advanceTo(to: number): void {
    for (;;) {
      const input = this.#inputs[0]
      const due = this.#schedule[0]
      const at = Math.min(
        input?.at ?? Number.POSITIVE_INFINITY,
        due?.at ?? Number.POSITIVE_INFINITY,
        this.#turnEnd
      )
      if (at > to) break
      this.now = Math.max(this.now, at)
      if (input !== undefined && input.at === at) {
        this.#inputs.shift()
        if (input.text === null) this.#enter(input.by)
        else this.#insert(input.text, input.by)
      } else if (due !== undefined && due.at === at) {
        this.#schedule.shift()
        this.#happen(due.what)
        this.#inputs.sort((a, b) => a.at - b.at)
      } else {
        this.#turnEnd = Number.POSITIVE_INFINITY
        if (this.#truth.turn) this.#set({ turn: false })
      }
    }
    this.now = Math.max(this.now, to)
  }

  #record(key: SentKey["key"]): void {
    this.keys.push({
      key,
      at: this.now,
      shown: this.shown,
      copy: this.#copy,
      readable: !this.#unreadable && !this.#deaf,
      status: this.status
    })
  }

  type(text: string): void {
    this.#record("Type")
    const { gap, part, typeDelay } = this.nature
    for (let at = 0; at < text.length; at += part) {
      const when = this.now + typeDelay + (at / part) * gap
      this.#inputs.push({ at: when, by: "watch", text: text.slice(at, at + part) })
    }
    this.#inputs.sort((a, b) => a.at - b.at)
  }

  press(): void {
    this.#record("Press")
    // A terminal hands keys over in their order: an Enter never overtakes text that is still on its way.
    const last = this.#inputs.findLast((one) => one.by === "watch")?.at ?? 0
    this.#inputs.push({ at: Math.max(last, this.now + this.nature.enterDelay), by: "watch", text: null })
    this.#inputs.sort((a, b) => a.at - b.at)
  }

  /** The rows of the box as drawn now. */
  get rows(): ReadonlyArray<string> {
    return wrapped(this.shown.text, this.nature)
  }

  get front(): Front {
    const { process } = this.#truth
    if (process === "cli") return { _tag: "Seat", process: CLI }
    const again = this.restarts.length
    if (process === "again")
      return { _tag: "Agent", process: { ...CLI, pid: 200 + again, start: `2${again}` } }
    if (process === "shell") return { _tag: "Shell" }
    return process === "none" ? { _tag: "Unread" } : { _tag: "Other" }
  }

  #sight(): Sight {
    const { dialog, folded, overlay, process, text, torn, turn, vim } = this.shown
    const nothing = { touchable: false, troubled: false, box: "none", drawn: null } as const
    if (torn) return { kind: "unknown", ...nothing }
    if (dialog) return { kind: "permission", ...nothing }
    if (overlay) return { kind: "overlay", ...nothing }
    // A shell's prompt, another agent's box and a dead CLI's last frame all look like an empty one here (case 71).
    const empty = text === "" || (process !== "cli" && process !== "again" && process !== "editor")
    const { styled } = this.nature
    const drawn: Drawn | null =
      empty || !styled || vim ? null : { rows: this.rows, text: unwrapped(this.rows, this.nature), folded }
    const kind = turn ? "working" : empty ? "idle" : "unsent"
    return {
      kind,
      touchable: kind === "idle" && styled && !vim,
      troubled: false,
      box: empty ? "empty" : "text",
      drawn
    }
  }

  /** A look as a driver would have it, taken in no time. */
  observe(): Observation {
    const unseen = (why: "host" | "gone" | "scrolled" | "screen"): Observation => ({
      began: this.now,
      at: this.now,
      seen: { _tag: "Unseen", why }
    })
    if (this.#deaf) return unseen("host")
    if (this.#truth.process === "none") return unseen("gone")
    if (this.#copy) return unseen("scrolled")
    if (this.#unreadable) return unseen("screen")
    const sight = this.#sight()
    const status = this.status
    // A seat's own reading is that of its screen, our own text set aside.
    const word: Word = this.nature.hasStatus
      ? status === null
        ? { _tag: "None" }
        : { _tag: "Host", status }
      : {
          _tag: "Own",
          reading: {
            word: sight.kind === "idle" || sight.kind === "unsent" ? "idle" : "working",
            source: "cli",
            blind: false
          }
        }
    return {
      began: this.now,
      at: this.now,
      seen: { _tag: "Seen", server: this.#server, front: this.front, word, sight }
    }
  }
}

/** The recorded process of a model pane, for a launch record. */
export const MODEL_PROCESS: ProcessId = CLI
