import * as Either from "effect/Either"
import { getNodeValue, type Node } from "jsonc-parser"
import {
  differingFields,
  type HookEntry,
  isOurHandler,
  isRecord,
  sameJson
} from "../../domain/hook/settings-record.ts"
import type { HookVendor } from "../../domain/hook/vendor.ts"
import { cleanText } from "../../domain/text/clean.ts"
import { appended, hasComments, replaced, type Splice, spliced, styleOf, withoutElement } from "./splice.ts"
import { arrayAt, objectAt, parseSettings, properties, property, type TextProblem } from "./tree.ts"

/** What an entry of ours is to become: `stays` as it is, `other` gets the fields named, `extra` goes. */
type Judgment =
  | { readonly kind: "stays" }
  | { readonly kind: "other"; readonly fields: ReadonlyArray<string> }
  | { readonly kind: "extra" }

/** An entry of ours: the array it stands in and its index there. */
interface Found {
  readonly event: string
  readonly array: Node
  readonly index: number
  /** The whole entry of the event is ours, not one command in somebody's group. */
  readonly whole: boolean
  readonly value: HookEntry
}

interface Read {
  readonly root: Node
  readonly hooks: Node | null
  readonly found: ReadonlyArray<Found>
}

type Wanted = ReadonlyMap<string, HookEntry>

/** A BOM and nothing else than blanks count as an empty file, which CLIs read as no settings. */
const BOM = "\ufeff"
export const isBlank = (text: string): boolean => text.replace(BOM, "").trim() === ""

const oursIn = (vendor: HookVendor, event: string, array: Node): ReadonlyArray<Found> =>
  (array.children ?? []).flatMap((entry, index): ReadonlyArray<Found> => {
    const value: unknown = getNodeValue(entry)
    if (!isRecord(value)) return []
    if (vendor.shape === "flat") {
      return isOurHandler(value, vendor.cli) ? [{ event, array, index, whole: true, value }] : []
    }
    const inner = properties(entry).find((one) => one.key === "hooks")?.value
    if (inner?.type !== "array") return []
    const handlers = inner.children ?? []
    const ours = handlers
      .map((node, at): { readonly at: number; readonly handler: unknown } => ({
        at,
        handler: getNodeValue(node)
      }))
      .filter(({ handler }) => isOurHandler(handler, vendor.cli))
    if (ours.length === 0) return []
    if (ours.length === handlers.length) return [{ event, array, index, whole: true, value }]
    return ours.map(({ at, handler }) => ({
      event,
      array: inner,
      index: at,
      whole: false,
      value: isRecord(handler) ? handler : {}
    }))
  })

const readTree = (vendor: HookVendor, text: string, wanted: Wanted): Either.Either<Read, TextProblem> =>
  Either.gen(function* () {
    const root = yield* parseSettings(text)
    const hooks = (yield* objectAt(text, root, "hooks"))?.value ?? null
    if (hooks === null) return { root, hooks, found: [] }
    for (const event of wanted.keys()) yield* arrayAt(text, hooks, event)
    const found = properties(hooks).flatMap(({ key, value }) =>
      value.type === "array" ? oursIn(vendor, key, value) : []
    )
    return { root, hooks, found }
  })

/** Judges the entries of ours in order: of each event one stays, the exact one if there is any. */
const judge = (found: ReadonlyArray<Found>, wanted: Wanted): ReadonlyMap<Found, Judgment> => {
  const judged = new Map<Found, Judgment>()
  for (const [event, entry] of wanted) {
    const here = found.filter((one) => one.event === event)
    const kept =
      here.find((one) => one.whole && sameJson(one.value, entry)) ?? here.find((one) => one.whole) ?? null
    for (const one of here) {
      if (one !== kept) judged.set(one, { kind: "extra" })
      else if (sameJson(one.value, entry)) judged.set(one, { kind: "stays" })
      else judged.set(one, { kind: "other", fields: differingFields(one.value, entry) })
    }
  }
  for (const one of found) if (!judged.has(one)) judged.set(one, { kind: "extra" })
  return judged
}

/** How the entries of ours in a text compare with those of this version. */
export interface Comparison {
  readonly state: "installed" | "absent" | "differs"
  /** One short line for each difference, by event; never a value of the file. Empty unless it differs. */
  readonly differences: ReadonlyArray<string>
}

const saidOf = (one: Found, judgment: Judgment, wanted: Wanted): ReadonlyArray<string> => {
  if (judgment.kind === "stays") return []
  if (judgment.kind === "other") {
    // The names of fields are the file's, so they are cleaned.
    const fields = judgment.fields.map((field) => cleanText(field, 20))
    return [`${one.event} has another ${fields.join(", ")}`]
  }
  if (!wanted.has(one.event)) return ["an event that is no longer reported has a command of team's"]
  return [`${one.event} has it ${one.whole ? "twice" : "inside somebody's group"}`]
}

/** Compares the whole record of every event (case 37). */
export const compareText = (
  vendor: HookVendor,
  text: string,
  wanted: Wanted
): Either.Either<Comparison, TextProblem> => {
  if (isBlank(text)) return Either.right({ state: "absent", differences: [] })
  return Either.map(readTree(vendor, text.replace(BOM, ""), wanted), ({ found, root }) => {
    if (found.length === 0) return { state: "absent", differences: [] }
    const judged = judge(found, wanted)
    const differences = [
      ...found.flatMap((one) => saidOf(one, judged.get(one) ?? { kind: "extra" }, wanted)),
      ...[...wanted.keys()]
        .filter((event) => !found.some((one) => one.event === event))
        .map((event) => `${event} is missing`),
      ...Object.keys(vendor.required)
        .filter((key) => !properties(root).some((one) => one.key === key))
        .map((key) => `the file has no "${key}"`)
    ]
    return {
      state: differences.length === 0 ? "installed" : "differs",
      differences: [...new Set(differences)]
    }
  })
}

/** Takes one entry out, with every array and object around it that holds nothing else and no comment. */
const dropped = (text: string, { array, index }: Found): ReadonlyArray<Splice> => {
  let container = array
  let at = index
  for (;;) {
    const alone = container.children?.length === 1 && !hasComments(text, container)
    // What an array stands in is its property, and that one's object; what an object stands in, an array or the root.
    const around = container.parent?.type === "property" ? container.parent : container
    const outer = around.parent
    if (!alone || outer === undefined) return withoutElement(text, container, at)
    at = outer.children?.indexOf(around) ?? 0
    container = outer
  }
}

type Step = (text: string, read: Read) => ReadonlyArray<Splice> | null

/** Makes one change after another, each on the text the last one left, until there is none to make. */
const repeated = (
  vendor: HookVendor,
  text: string,
  wanted: Wanted,
  step: Step
): Either.Either<string, TextProblem> =>
  Either.gen(function* () {
    const bom = text.startsWith(BOM) ? BOM : ""
    let now = text.slice(bom.length)
    // Each step takes one entry of ours away or puts one in its place, so the steps are as many as the entries.
    for (let steps = 0; steps < 10_000; steps += 1) {
      const splices = step(now, yield* readTree(vendor, now, wanted))
      if (splices === null) return bom + now
      now = spliced(now, splices)
    }
    return yield* Either.left<TextProblem>({ reason: "Shape", message: "holds too many of these hooks" })
  })

const installStep =
  (vendor: HookVendor, wanted: Wanted): Step =>
  (text, { found, hooks, root }) => {
    const style = styleOf(text, root)
    for (const [key, value] of Object.entries(vendor.required)) {
      if (Either.getOrNull(property(root, key)) === null) return appended(text, root, key, value, style)
    }
    const judged = judge(found, wanted)
    for (const [one, judgment] of judged) {
      const node = one.array.children?.[one.index]
      const entry = wanted.get(one.event)
      if (judgment.kind === "extra") return dropped(text, one)
      if (judgment.kind === "other" && node !== undefined && entry !== undefined) {
        return replaced(text, node, entry, style)
      }
    }
    const missing = [...wanted].filter(([event]) => !found.some((one) => one.event === event))
    const [first] = missing
    if (first === undefined) return null
    if (hooks === null) {
      const all = Object.fromEntries(missing.map(([event, entry]) => [event, [entry]]))
      return appended(text, root, "hooks", all, style)
    }
    const [event, entry] = first
    const array = properties(hooks).find((one) => one.key === event)?.value
    return array === undefined
      ? appended(text, hooks, event, [entry], style)
      : appended(text, array, null, entry, style)
  }

/**
 * The text with the hooks of this version in it: entries of ours that differ are replaced where they stand, missing ones
 * come last, everything else stays as it is, byte for byte. The same text where there is nothing to do.
 */
export const installText = (
  vendor: HookVendor,
  text: string,
  wanted: Wanted
): Either.Either<string, TextProblem> =>
  repeated(
    vendor,
    isBlank(text) ? `${text.startsWith(BOM) ? BOM : ""}{}\n` : text,
    wanted,
    installStep(vendor, wanted)
  )

/** The text without any entry of ours, of this version or an older one. The same text where there is none. */
export const removeText = (
  vendor: HookVendor,
  text: string,
  wanted: Wanted
): Either.Either<string, TextProblem> =>
  isBlank(text)
    ? Either.right(text)
    : repeated(vendor, text, wanted, (now, { found }) => {
        const [one] = found
        return one === undefined ? null : dropped(now, one)
      })

/** The switch in the file that turns every hook off, as `key = value`; null where none does. */
export const switchedOff = (vendor: HookVendor, text: string): string | null => {
  if (isBlank(text)) return null
  const root = Either.getOrNull(parseSettings(text.replace(BOM, "")))
  const value: unknown = root === null ? null : getNodeValue(root)
  for (const { off, path } of vendor.switches) {
    const here = path.reduce<unknown>((at, key) => (isRecord(at) ? at[key] : undefined), value)
    if (here === off) return `${path.join(".")} is ${off}`
  }
  return null
}
