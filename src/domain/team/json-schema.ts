import * as JSONSchema from "effect/JSONSchema"
import { FILE_FIELDS, IDLE_SECTIONS } from "./sections.ts"
import { writtenOf } from "./struct.ts"

/** The Schema of a team file as a person writes it; quoting and the rules between sections are not in it. */
export const WrittenTeamFile = writtenOf(FILE_FIELDS, IDLE_SECTIONS)

/** The JSON Schema editors check `.agents/team.yaml` with, generated from the codecs that read the file. */
export const teamFileJsonSchema = (): JSONSchema.JsonSchema7Root => ({
  ...JSONSchema.make(WrittenTeamFile),
  title: "seatwatch team file",
  description: "The team of a project: its seats, and how they are watched."
})
