import * as Options from "@effect/cli/Options"
import { HOST_CHOICES } from "../services/herdr/select.ts"

/** The options that mean the same everywhere (design §8). */
export const session = Options.text("session").pipe(
  Options.withDescription("another session than the file's"),
  Options.optional
)
export const file = Options.text("file").pipe(
  Options.withDescription("another team file than .agents/team.yaml"),
  Options.optional
)
export const host = Options.choice("host", HOST_CHOICES).pipe(
  Options.withDescription("where the panes are; else TEAM_HOST, the machine's settings, herdr, tmux"),
  Options.optional
)
export const json = Options.boolean("json").pipe(Options.withDescription("one JSON document"))
export const project = Options.text("project").pipe(
  Options.withDescription("a project that has a record, by name"),
  Options.optional
)
export const all = Options.boolean("all").pipe(Options.withDescription("every project that has a record"))
