import * as Either from "effect/Either"
import * as Option from "effect/Option"
import type { Sink } from "./codec.ts"
import { scanCredentials } from "./credentials.ts"
import { crossCheck } from "./cross.ts"
import type { TeamFile } from "./file.ts"
import type { Problem, YamlNode } from "./node.ts"
import { FILE_FIELDS, homeOf, IDLE_SECTIONS } from "./sections.ts"
import { readFields } from "./struct.ts"

/** A file that is valid, and what its owner should know of it. */
export interface Decoded {
  readonly file: TeamFile
  readonly warnings: ReadonlyArray<Problem>
}

/** More than anybody reads; keeps a hostile file's answer small. */
export const MOST_PROBLEMS = 100

/** By line, then as found; without repeats; at most `MOST_PROBLEMS` and a last one that counts the rest. */
export const tidyProblems = (problems: ReadonlyArray<Problem>): ReadonlyArray<Problem> => {
  const seen = new Set<string>()
  const distinct = problems.filter((problem) => {
    const key = `${problem.line}:${problem.message}`
    return seen.has(key) ? false : seen.add(key)
  })
  const sorted = distinct.toSorted((left, right) => left.line - right.line)
  const rest = sorted.length - MOST_PROBLEMS
  const kept = sorted.slice(0, MOST_PROBLEMS)
  const last = kept.at(-1)
  return rest > 0 && last !== undefined
    ? [...kept, { line: last.line, message: `and ${rest} more problems` }]
    : kept
}

const NOT_A_FILE = 'the file must be a map of fields, starting with "format: 1"'

/**
 * Decides what a parsed team file means: the whole file with every default filled in, or every problem in it, sorted by
 * line. Pure; never throws. Whether folders exist and are trusted is `placementProblems`.
 */
export const decodeTeamFile = (node: YamlNode): Either.Either<Decoded, ReadonlyArray<Problem>> => {
  const problems: Array<Problem> = []
  const warnings: Array<Problem> = []
  const sink: Sink = {
    problem: (line, message) => void problems.push({ line, message }),
    warn: (line, message) => void warnings.push({ line, message })
  }
  if (node.kind !== "map") return Either.left([{ line: node.line, message: NOT_A_FILE }])
  scanCredentials(node, sink)
  const readings = readFields(FILE_FIELDS, node, "the file", sink, {
    where: "the file",
    prefix: "",
    home: homeOf,
    retired: IDLE_SECTIONS,
    needs: (_, key) =>
      key === "seats"
        ? "seats is required: at least the orchestrator's and the operator's seat"
        : `${key} is required`
  })
  const file = crossCheck(node, readings, sink)
  return problems.length > 0 || Option.isNone(file)
    ? Either.left(tidyProblems(problems))
    : Either.right({ file: file.value, warnings: tidyProblems(warnings) })
}
