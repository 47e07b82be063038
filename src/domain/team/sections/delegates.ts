import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Codec } from "../codec.ts"
import { choice, list, NonEmpty, textOf } from "../codec.ts"
import { required, struct } from "../struct.ts"

const pane = textOf({
  schema: NonEmpty.pipe(Schema.pattern(/^[A-Za-z0-9][A-Za-z0-9._-]*\/[A-Za-z0-9%][A-Za-z0-9:._-]*$/)),
  refusal: (name) => `${name} must be a session and a pane id, such as main/w1:p1`
})

const commands: Codec<ReadonlyArray<"up" | "down" | "add" | "remove">> = (() => {
  const words = list(choice("up", "down", "add", "remove"), (name) => `each item of ${name}`)
  return {
    ...words,
    read: (node, name, sink) =>
      Option.filter(words.read(node, name, sink), (all) => {
        if (all.length === 0) sink.problem(node.line, `${name} must list at least one command`)
        const twice = all.find((word, index) => all.indexOf(word) !== index)
        if (twice !== undefined) sink.problem(node.line, `${name} lists ${twice} twice`)
        return all.length > 0 && twice === undefined
      })
  }
})()

const one = struct(
  {
    pane: required(pane, "The session and pane id that may run the commands: `main/w1:p1`."),
    commands: required(commands, "What it may run: up, down, add, remove.")
  },
  { where: "a delegate" }
)

const all = list(one)

/** The `delegates` section: one to eight panes of other sessions. Order is part of what is approved. */
export const delegates: Codec<ReadonlyArray<Schema.Schema.Type<typeof one.type>>> = {
  ...all,
  read: (node, name, sink) =>
    Option.filter(all.read(node, name, sink), (entries) => {
      const fits = entries.length >= 1 && entries.length <= 8
      if (!fits) sink.problem(node.line, `${name} must have 1 to 8 entries`)
      const twice = entries.find(
        (entry, index) => entries.findIndex((other) => other.pane === entry.pane) !== index
      )
      if (twice !== undefined) sink.problem(node.line, `${name} names the pane ${twice.pane} twice`)
      return fits && twice === undefined
    })
}
