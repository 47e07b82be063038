/** One scalar as the file has it. */
export interface YamlScalar {
  readonly kind: "scalar"
  readonly line: number
  /** The text as written for a plain scalar, the resolved text for a quoted one. */
  readonly text: string
  readonly quoted: boolean
  /** What YAML makes of it. */
  readonly value: string | number | boolean | null
}

export interface YamlEntry {
  readonly key: string
  readonly line: number
  readonly value: YamlNode
}

export interface YamlMap {
  readonly kind: "map"
  readonly line: number
  readonly entries: ReadonlyArray<YamlEntry>
}

export interface YamlList {
  readonly kind: "list"
  readonly line: number
  readonly items: ReadonlyArray<YamlNode>
}

/** A parsed file as plain data with line numbers; no library type in it. Keys of a map are distinct. */
export type YamlNode = YamlScalar | YamlMap | YamlList

/** Something wrong (or to be warned of) at a line of a file. `message` holds at most short, cleaned pieces of it. */
export interface Problem {
  readonly line: number
  readonly message: string
}

/** True for a key written with nothing behind it. */
export const isEmpty = (node: YamlNode): boolean =>
  node.kind === "scalar" && !node.quoted && node.value === null && node.text === ""

/** The node under a key of a map, or null. */
export const child = (node: YamlNode, key: string): YamlNode | null =>
  node.kind === "map" ? (node.entries.find((entry) => entry.key === key)?.value ?? null) : null
