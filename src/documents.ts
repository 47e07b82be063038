/** The documents the commands print with `--json`; each has its JSON Schema in `contract/`. */
export { ErrorDocument } from "./cli/exit.ts"
export { CheckDocument } from "./cli/render/check.ts"
export { InitDocument } from "./cli/render/init.ts"
export { PassDocument } from "./cli/render/replay.ts"
export { ScoreDocument } from "./cli/render/score.ts"
export { SeatRow, SeatsDocument } from "./cli/render/seats.ts"
export { StatusDocument } from "./cli/render/status.ts"
