import * as Option from "effect/Option"
import type { Codec, Sink } from "../codec.ts"
import { hasControl, list, quote, refuse, text, texts } from "../codec.ts"
import type { YamlNode } from "../node.ts"

/** True for an entry of the old kind: a pattern relative to the project. `up` and `add` refuse a file of those. */
export const isLegacyTrust = (entry: string): boolean => !entry.startsWith("/") && !entry.startsWith("~")

const legacyProblem = (entry: string): string | null => {
  const parts = entry.split("/").filter((part) => part !== "" && part !== ".")
  const last = parts.at(-1)
  const fixed = last === "*" ? parts.slice(0, -1) : parts
  if (fixed.some((part) => /[*?[\]{}]/.test(part))) return 'takes "*" only as a whole last segment'
  const onlyUp = fixed.every((part) => part === "..")
  if (last === "*" && onlyUp && fixed.length > 0) {
    return 'would trust every folder beside the project or above it: name a fixed folder before "*"'
  }
  if (onlyUp && fixed.length > 0) return "is a parent of the project: trust a folder of the team's own"
  return null
}

const absoluteProblem = (entry: string): string | null => {
  const parts = entry.split("/")
  if (entry.startsWith("~") && parts[0] !== "~") return 'takes "~" only as the first component'
  if (parts.slice(1).includes("~")) return 'takes "~" only as the first component'
  if (/[*?[\]{}]/.test(entry)) return "must not contain glob characters"
  return parts.some((part) => part === "." || part === "..") ? 'must not contain "." or ".."' : null
}

/** What is wrong with one entry, after `trust: "<entry>" `, or null. Whether the folder exists is the launch's to see. */
export const trustProblem = (entry: string): string | null => {
  if (hasControl(entry) || entry.includes("`")) return "must not contain control characters or backticks"
  return isLegacyTrust(entry) ? legacyProblem(entry) : absoluteProblem(entry)
}

const entry: Codec<string> = {
  ...text,
  read: (node, name, sink) => {
    // Before the general test on text, so that the refusal names the entry.
    const raw =
      node.kind === "scalar" && typeof node.value === "string" && node.value !== "" ? node.value : null
    const wrong = raw === null ? null : trustProblem(raw)
    if (raw !== null && wrong !== null) return refuse(sink, node.line, `trust: ${quote(raw)} ${wrong}`)
    const read = texts.read({ kind: "list", line: node.line, items: [node] }, name, sink)
    return Option.flatMap(read, (all) => Option.fromNullable(all[0]))
  }
}

const entries = list(entry)

/** The `trust` section: folders the seats may work in, as written. */
export const trust: Codec<ReadonlyArray<string>> = {
  ...entries,
  read: (node: YamlNode, name: string, sink: Sink) =>
    Option.filter(entries.read(node, name, sink), (all) => {
      const mixed = all.some(isLegacyTrust) && !all.every(isLegacyTrust)
      if (mixed) sink.problem(node.line, "trust cannot mix legacy patterns and absolute paths")
      return !mixed
    })
}
