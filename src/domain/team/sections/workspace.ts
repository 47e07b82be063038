import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Codec } from "../codec.ts"
import { choice, NonEmpty, refuse, text, textOf, texts, whole } from "../codec.ts"
import { maybe, optional, struct } from "../struct.ts"

/** What is wrong with a worktree path, after `workspace.path `, or null. */
const pathProblem = (path: string): string | null => {
  if (path.startsWith("/") || path.startsWith("~")) return "must be relative to the project"
  const parts = path.split("/").filter((part) => part !== "" && part !== ".")
  if (parts.at(-1) !== "{task}") return "must end with the segment {task}"
  const before = parts.slice(0, -1)
  if (before.some((part) => part.includes("{task}"))) return "takes {task} only as its last segment"
  return before.every((part) => part === "..")
    ? "needs a fixed folder of its own before {task}: ../worktrees/{task}"
    : null
}

const path: Codec<string> = {
  ...text,
  read: (node, name, sink) =>
    Option.flatMap(text.read(node, name, sink), (value) => {
      const wrong = pathProblem(value)
      return wrong === null ? Option.some(value) : refuse(sink, node.line, `${name} ${wrong}`)
    })
}

// What git takes as a branch name, with {task} standing for a word.
const branch = textOf({
  schema: NonEmpty.pipe(
    Schema.pattern(/^(?![-/.])(?!.*(?:\.\.|\/\/|\/\.|@\{))[^\s~^:?*[\\\u007f]+(?<![/.])$/)
  ),
  refusal: (name) => `${name} must be a branch name git takes`
})

/** The `workspace` section: where the seats work. */
export const workspace = struct({
  mode: optional(
    choice("worktree", "shared"),
    "worktree",
    "A worktree for each task, or the shared checkout.",
    "worktree"
  ),
  path: maybe(path, "Where worktrees go, relative to the project; ends with the segment {task}."),
  branch: optional(branch, "{task}", "The branch of a worktree.", "{task}"),
  base: maybe(branch, "The branch worktrees start from."),
  setup: optional(texts, [], "Commands run in a new worktree."),
  remove: optional(choice("on-merge", "manual"), "on-merge", "When a worktree may go.", "on-merge"),
  protected: optional(texts, ["."], "Checkouts that no seat works in by a worktree command.", ["."]),
  limit: optional(whole(1), 8, "Most worktrees at a time.", 8)
})
