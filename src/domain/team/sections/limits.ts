import { whole } from "../codec.ts"
import { maybe, optional, record, struct } from "../struct.ts"

/** The `limits` section. `seats` null stands for the declared seats and the temporary ones together. */
export const limits = struct({
  seats: maybe(whole(1), "Most seats that may run; the declared and the temporary ones when left out."),
  temporary: optional(whole(0), 2, "Most temporary seats.", 2),
  vendors: optional(
    record(whole(0), { notAMap: (name) => `${name} must be a map: a vendor, then its ceiling` }),
    {},
    "Most seats of each vendor."
  )
})
