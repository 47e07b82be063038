import type { Profile } from "./profile.ts"

interface Named {
  readonly id: string
}

/** The person's rules first, then the shipped ones whose id no rule of the person has. */
const rules = <A extends Named>(shipped: ReadonlyArray<A>, own: ReadonlyArray<A>): ReadonlyArray<A> => {
  const ids = new Set(own.map((rule) => rule.id))
  return [...own, ...shipped.filter((rule) => !ids.has(rule.id))]
}

const texts = (shipped: ReadonlyArray<string> | undefined, own: ReadonlyArray<string> | undefined) => [
  ...(own ?? []),
  ...(shipped ?? [])
]

/** A shipped profile as a person's file extends it. It is only ever read beside the shipped one (`moreCautious`). */
export const layered = (shipped: Profile, own: Profile): Profile => {
  const titles =
    shipped.titles === undefined || own.titles === undefined
      ? (own.titles ?? shipped.titles)
      : {
          working: texts(shipped.titles.working, own.titles.working),
          idle: texts(shipped.titles.idle, own.titles.idle),
          overlay: texts(shipped.titles.overlay, own.titles.overlay),
          turnHidden: shipped.titles.turnHidden || own.titles.turnHidden
        }
  return {
    ...shipped,
    composers: rules(shipped.composers, own.composers),
    openers: texts(shipped.openers, own.openers),
    entries: texts(shipped.entries, own.entries),
    dialogs: rules(shipped.dialogs, own.dialogs),
    marks: rules(shipped.marks, own.marks),
    signs: rules(shipped.signs, own.signs),
    ...(titles === undefined ? {} : { titles }),
    ...(own.choices === undefined ? {} : { choices: own.choices }),
    exits: texts(shipped.exits, own.exits),
    // a later extractor overrides an earlier one, so the person's come last
    extractors: [...shipped.extractors, ...own.extractors],
    background: texts(shipped.background, own.background),
    resets: texts(shipped.resets, own.resets)
  }
}

const LISTS = [
  "aliases",
  "composers",
  "openers",
  "entries",
  "dialogs",
  "marks",
  "signs",
  "exits",
  "extractors",
  "background",
  "resets"
] as const
const RULES = new Set(["composers", "dialogs", "marks", "signs", "extractors"])

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const withCaptured = (value: unknown): unknown =>
  Array.isArray(value) ? value.map((rule) => (isMap(rule) ? { captured: false, ...rule } : rule)) : value

/**
 * What a person wrote, with what may be left out filled in: lists are empty, a rule is `captured: false` (nobody saw
 * it), titles hide no turn, `id` is the file's name. The result still has to pass the `Profile` Schema.
 */
export const completed = (written: unknown, id: string): unknown => {
  if (!isMap(written)) return written
  const whole: Record<string, unknown> = { id, ...written }
  for (const key of LISTS) {
    const value = whole[key] ?? []
    whole[key] = RULES.has(key) ? withCaptured(value) : value
  }
  const choices = whole["choices"]
  if (isMap(choices)) whole["choices"] = { captured: false, ...choices }
  const titles = whole["titles"]
  if (isMap(titles)) whole["titles"] = { working: [], idle: [], turnHidden: false, ...titles }
  return whole
}
