import { MAX_ENTERS, MAX_TRIES } from "../../../src/domain/mailbox/waiting.ts"
import { RING } from "../../../src/domain/typing/line.ts"
import type { Listed, Tries } from "../../../src/services/Mailbox.ts"
import { type ModelPane, wrapped } from "../../support/model-pane.ts"
import { lineOf, NUDGE, type Process } from "./delivery-process.ts"
import type { Story } from "./delivery-story.ts"
import { drawsLine } from "./model.ts"

/** Keeps count of every key and of what the files say of it, beside the code under test, and notes what is wrong. */
export class Judge {
  readonly wrong: Array<string> = []
  readonly #story: Story
  readonly #model: ModelPane
  readonly #messages: ReadonlyArray<Listed>
  readonly #keysOf = new Map<string, { types: number; presses: number }>()
  #delivery = { types: 0, presses: 0, line: "" }

  constructor(story: Story, model: ModelPane, messages: ReadonlyArray<Listed>) {
    this.#story = story
    this.#model = model
    this.#messages = messages
  }

  /** A delivery has the seat's lock. `held` since when the team is on hold. */
  begins(process: Process, held: number | null): void {
    this.#delivery = { types: 0, presses: 0, line: "" }
    if (process.isWatch && held !== null && this.#model.now > held) this.wrong.push("began under a hold")
  }

  #key(key: string, process: Process): void {
    const { copy, deaf, nature, shown, status, unreadable } = this.#model
    for (const bad of ["dialog", "overlay", "vim", "turn", "torn", "folded"] as const)
      if (shown[bad]) this.wrong.push(`${key} on ${bad}`)
    if (shown.process !== "cli") this.wrong.push(`${key} into ${shown.process}`)
    if (copy || unreadable || deaf) this.wrong.push(`${key} unseen`)
    if (nature.hasStatus && status !== "idle" && status !== "done") this.wrong.push(`${key} while ${status}`)
    if (!nature.styled) this.wrong.push(`${key} on a plain screen`)
    if (process.isWatch && this.#story.ownPane) this.wrong.push(`${key} into the watch's own pane`)
    if (process.dead && !process.arrives) this.wrong.push(`${key} by a dead process`)
  }

  types(process: Process, text: string): void {
    this.#key("Type", process)
    if (this.#model.shown.text !== "") this.wrong.push("Type on other text")
    if (++this.#delivery.types > 1) this.wrong.push("typed twice")
    this.#delivery.line = text
    process.typed.add(text)
    const message = this.#messages.find((one) => lineOf(one) === text)
    if (message === undefined) {
      if (text !== RING && text !== NUDGE) this.wrong.push("typed no line of ours")
      if (text === NUDGE && this.#story.leads) this.wrong.push("nudged a lead")
      return
    }
    const counts = this.#countsOf(message)
    counts.types += 1
    if (counts.types > MAX_TRIES + 1) this.wrong.push("typed more often than there are tries")
    if (counts.presses > 0) this.wrong.push("typed again after an Enter")
    if (message.pending === null) this.wrong.push("typed without a marker")
  }

  presses(process: Process, key: string): void {
    this.#key("Press", process)
    if (key !== "Enter") this.wrong.push(`pressed ${key}`)
    if (++this.#delivery.presses > 1) this.wrong.push("two Enters")
    const line = this.#lineIn(this.#model.shown.text)
    if (line === null) {
      this.wrong.push("Press on other text")
      return
    }
    if (this.#delivery.types > 0 && this.#delivery.line !== line) this.wrong.push("Press on another line")
    const message = this.#messages.find((one) => lineOf(one) === line)
    if (message === undefined) {
      if (!process.typed.has(line)) this.wrong.push("sent what nobody proved")
      return
    }
    if (message.pending === null) this.wrong.push("sent without a marker")
    if (++this.#countsOf(message).presses > MAX_ENTERS) this.wrong.push("a third Enter")
  }

  #lineIn(text: string): string | null {
    const rows = wrapped(text, this.#model.nature)
    return [RING, NUDGE, ...this.#messages.map(lineOf)].find((line) => drawsLine(rows, line)) ?? null
  }

  #countsOf({ id }: Listed): { types: number; presses: number } {
    const known = this.#keysOf.get(id) ?? { types: 0, presses: 0 }
    this.#keysOf.set(id, known)
    return known
  }

  /** A receipt of a typed line needs a line that was taken; what people do to the box meanwhile no screen can tell apart. */
  receives(message: Listed): void {
    const { emptied, hands, restarts, submissions } = this.#model
    if (emptied.length + hands.length + restarts.length > 0) return
    if (!submissions.some(({ text }) => text.trimEnd() === lineOf(message)))
      this.wrong.push("a receipt of a line that was not taken")
  }

  /** The nudges that the seat took. */
  get nudges(): number {
    return this.#model.submissions.filter(({ by, text }) => by === "watch" && text.trimEnd() === NUDGE).length
  }

  counts(process: Process, before: Tries, now: Tries): void {
    if (now.tries > MAX_TRIES || now.enters > MAX_ENTERS) this.wrong.push("more tries than there may be")
    if (process.isWatch && now.tries < before.tries) this.wrong.push("a try of the watch was taken back")
  }
}
