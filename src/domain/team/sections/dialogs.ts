import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Codec } from "../codec.ts"
import { choice, refuse } from "../codec.ts"
import { unknownKeys } from "../struct.ts"

/** Who may answer a trust dialog: the owner alone, or the orchestrator too. */
export interface Dialogs {
  readonly trust: "owner" | "orchestrator"
}

const word = choice("owner", "orchestrator")
const Dialogs: Schema.Schema<Dialogs> = Schema.Struct({ trust: word.type })

/** The `dialogs` section: only `trust`, and the old word `coordinator` is read as `orchestrator`. */
export const dialogs: Codec<Dialogs> = {
  type: Dialogs,
  written: Schema.Struct({
    trust: Schema.Literal("owner", "orchestrator", "coordinator").annotations({
      description: "Who may answer a trust dialog. `coordinator` is the old word for orchestrator."
    })
  }),
  read: (node, name, sink) => {
    if (node.kind !== "map") return refuse(sink, node.line, `${name} must be a map containing trust`)
    unknownKeys(node, ["trust"], name, sink)
    const trust = node.entries.find((entry) => entry.key === "trust")?.value
    if (trust === undefined) return refuse(sink, node.line, `${name} must contain trust`)
    if (trust.kind === "scalar" && trust.value === "coordinator")
      return Option.some({ trust: "orchestrator" })
    return Option.map(word.read(trust, `${name}.trust`, sink), (who) => ({ trust: who }))
  }
}
