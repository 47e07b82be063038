import { hookCommand, isOurCommand } from "./settings-command.ts"
import type { HookVendor } from "./vendor.ts"
import { installedEvents } from "./vendors/index.ts"

/** What stands for one event in a CLI's settings: JSON as data. */
export type HookEntry = Readonly<Record<string, unknown>>

const handlerOf = (vendor: HookVendor, program: string, event: string): HookEntry => {
  const command = hookCommand(program, vendor.cli, event)
  return vendor.shape === "flat"
    ? { command, timeout: vendor.timeout }
    : { type: "command", command, timeout: vendor.timeout }
}

/** The entry of each event as this version writes it, in the order they are written. */
export const wantedEntries = (vendor: HookVendor, program: string): ReadonlyMap<string, HookEntry> =>
  new Map(
    installedEvents(vendor).map((event) => {
      const handler = handlerOf(vendor, program, event)
      return [event, vendor.shape === "flat" ? handler : { hooks: [handler] }] as const
    })
  )

export const isRecord = (value: unknown): value is HookEntry =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Whether one command entry of the settings is ours. */
export const isOurHandler = (value: unknown, cli: string): boolean =>
  isRecord(value) && typeof value["command"] === "string" && isOurCommand(value["command"], cli)

/** Equal as JSON; the order of an object's keys does not count. */
export const sameJson = (left: unknown, right: unknown): boolean => {
  if (left === right) return true
  if (Array.isArray(left)) {
    return (
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((item, index) => sameJson(item, right[index]))
    )
  }
  if (!isRecord(left) || !isRecord(right)) return false
  const keys = Object.keys(left)
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && sameJson(left[key], right[key]))
  )
}

/**
 * The names of the fields in which an entry of ours is not as it would be written now, such as `timeout` or `matcher`:
 * names only, because a value of somebody's settings may be a secret. Case 37.
 */
export const differingFields = (found: HookEntry, wanted: HookEntry): ReadonlyArray<string> => {
  const fields = new Set<string>()
  const compare = (left: HookEntry, right: HookEntry): void => {
    for (const key of new Set([...Object.keys(right), ...Object.keys(left)])) {
      const [one, other] = [left[key], right[key]]
      if (sameJson(one, other)) continue
      const [inner] = Array.isArray(one) ? one : []
      const [wantedInner] = Array.isArray(other) ? other : []
      if (key === "hooks" && isRecord(inner) && isRecord(wantedInner)) compare(inner, wantedInner)
      else fields.add(key)
    }
  }
  compare(found, wanted)
  return [...fields]
}

/** The switch lines of a TOML file that turn hooks off: a scan of plain lines, for a look and never for an edit. */
export const tomlSwitchOff = (
  text: string,
  table: string,
  keys: ReadonlyArray<string>
): { readonly line: number; readonly key: string } | null => {
  let inTable = ""
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const line = raw.trim()
    const header = /^\[\s*([A-Za-z0-9_."'-]+)\s*\]/.exec(line)
    if (header !== null) {
      inTable = (header[1] ?? "").replaceAll(/["']/g, "")
      continue
    }
    if (line.startsWith("[")) inTable = "["
    for (const key of keys) {
      const plain = inTable === table && new RegExp(`^["']?${key}["']?\\s*=\\s*false\\b`).test(line)
      const dotted = inTable === "" && new RegExp(`^${table}\\s*\\.\\s*${key}\\s*=\\s*false\\b`).test(line)
      const inline =
        inTable === "" && new RegExp(`^${table}\\s*=\\s*\\{(?:[^}]*,)?\\s*${key}\\s*=\\s*false\\b`).test(line)
      if (plain || dotted || inline) return { line: index + 1, key }
    }
  }
  return null
}
