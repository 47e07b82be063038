import * as Schema from "effect/Schema"
import { PassMemory } from "./memory.ts"
import { Snapshot } from "./snapshot.ts"

/** A line of a recording after its header: what the watch remembered when it began, then one snapshot a pass (design §2). */
export const RecordedLine = Schema.Union(
  Schema.Struct({ memory: PassMemory }),
  Schema.Struct({ snapshot: Snapshot })
)
export type RecordedLine = typeof RecordedLine.Type
