import * as Durations from "../../threshold/duration.ts"
import { positive } from "../codec.ts"
import { percent, period, size } from "../measures.ts"
import { optional, struct } from "../struct.ts"

/** The machine's limit contract: one set of figures, for launches and for checks 11 to 15 (spec 000 §3.3). */
export const machine = struct(
  {
    load_max: optional(positive, 6, "Highest load per core, over one minute.", 6),
    memory_min: optional(percent, 15, "Least free memory.", "15%"),
    disk_min: optional(size, 10e9, "Least free disk.", "10GB"),
    swap_free_min: optional(size, 2e9, "Least free swap.", "2GB"),
    swap_growth_max: optional(size, 1e9, "Most swap growth inside the window.", "1GB"),
    swap_growth_window: optional(period, Durations.ofMs(600_000), "The window of swap growth.", "10m")
  },
  {
    retired: {
      load_start: "is not used: machine.load_max holds for launches too",
      memory_start: "is not used: machine.memory_min holds for launches too"
    }
  }
)
