import * as Schema from "effect/Schema"
import { BudgetRow, budgetCells } from "../../domain/budget/rows.ts"
import { table } from "./table.ts"

/** `team usage --json` (kind `team.usage`). */
export const UsageDocument = Schema.Struct({
  format: Schema.Literal(1),
  kind: Schema.Literal("team.usage"),
  at: Schema.String,
  project: Schema.String,
  session: Schema.String,
  budgets: Schema.Array(BudgetRow),
  notes: Schema.Array(Schema.String)
})
export type UsageDocument = typeof UsageDocument.Type

/** The accounts as rows of a table, without a head. */
export const budgetTable = (rows: ReadonlyArray<BudgetRow>, indent = ""): ReadonlyArray<string> =>
  rows.length === 0 ? [] : table(rows.map(budgetCells), indent)

/** The lines of `team usage`. */
export const usageLines = ({ budgets, notes, project }: UsageDocument): ReadonlyArray<string> => [
  ...(budgets.length === 0
    ? [`${project}: the file has no accounts`]
    : table([
        ["ACCOUNT", "WINDOW", "LEFT", "USED", "RESETS", "SEAT", "AGE", "SOURCE", "STATE"],
        ...budgets.map(budgetCells)
      ])),
  ...notes.map((said) => `note: ${said}`)
]
