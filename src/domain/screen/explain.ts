import * as Schema from "effect/Schema"
import { boxOf } from "./composer.ts"
import { dialogAt } from "./dialog.ts"
import { groupsOf } from "./extract.ts"
import type { Frame } from "./frame.ts"
import { furthest } from "./lack.ts"
import { findSign, fits } from "./marks.ts"
import type { Composer, Dialog, Extractor, Mark, Profile, Sign } from "./profile.ts"
import { type Look, liveBox, lookAt, readWith } from "./read.ts"
import { ScreenReading } from "./reading.ts"
import { lastDrawn } from "./rows.ts"
import { findShell } from "./shell.ts"
import { asksSign } from "./verdict.ts"

/** One rule of a profile on one screen: the rows it holds on, or what it lacks to have its say. */
export const RuleNote = Schema.Struct({
  rule: Schema.String,
  kind: Schema.Literal("composer", "dialog", "mark", "sign", "title", "shell", "extractor"),
  /** It holds and was asked; `rule` of the reading names the one that decided. */
  fired: Schema.Boolean,
  rows: Schema.Array(Schema.Int),
  /** The first thing that is missing, in words; null when it fired. */
  lacked: Schema.NullOr(Schema.String)
})
export type RuleNote = typeof RuleNote.Type

/** A reading with every rule of the profile, in the profile's order. */
export const Explained = Schema.Struct({ reading: ScreenReading, rules: Schema.Array(RuleNote) })
export type Explained = typeof Explained.Type

type Kind = RuleNote["kind"]

const yes = (rule: string, kind: Kind, rows: ReadonlyArray<number>): RuleNote => ({
  rule,
  kind,
  fired: true,
  rows: [...rows],
  lacked: null
})

const no = (rule: string, kind: Kind, lacked: string): RuleNote => ({
  rule,
  kind,
  fired: false,
  rows: [],
  lacked
})

const range = (from: number, to: number): ReadonlyArray<number> =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i)

const ofComposer = (profile: Profile, frame: Frame, look: Look, composer: Composer): RuleNote => {
  const { found, live, screen } = look
  const kept = furthest()
  const box = boxOf(composer, screen, kept.say)
  if (box === undefined) return no(composer.id, "composer", kept.lack() ?? "no box of this shape")
  if (found === undefined || found.composer !== composer)
    return no(composer.id, "composer", `the box of "${found?.composer.id ?? "none"}" stands lower`)
  if (live !== undefined) return yes(composer.id, "composer", range(box.first, box.last))
  const why = furthest()
  liveBox(profile, screen, found, look.cursor, frame.cols ?? undefined, why.say)
  return no(composer.id, "composer", `not live: ${why.lack() ?? "another rule reads it"}`)
}

const ofDialog = (profile: Profile, { live, screen, verdict }: Look, dialog: Dialog): RuleNote => {
  if (verdict.open?.dialog === dialog)
    return yes(dialog.id, "dialog", range(verdict.open.from, verdict.open.to))
  const kept = furthest()
  if (dialogAt(profile, screen, dialog, kept.say) === undefined)
    return no(dialog.id, "dialog", kept.lack() ?? "nothing is drawn")
  if (live !== undefined) return no(dialog.id, "dialog", "it holds, but a live box stands on the screen")
  const first = verdict.open?.dialog.id
  return no(
    dialog.id,
    "dialog",
    first === undefined ? "it holds, but a shell stands below it" : `it holds, but "${first}" does first`
  )
}

const ofMark = (profile: Profile, { live, screen, tail }: Look, mark: Mark): RuleNote => {
  if (live === undefined) return no(mark.id, "mark", "no live box to read upward from")
  const { box } = live
  const kept = furthest()
  const held = range(0, box.top - 1).filter((at) => fits(mark, screen, at, box.quiet, kept.say))
  const last = held[held.length - 1]
  if (last === undefined) return no(mark.id, "mark", kept.lack() ?? "no row matches")
  const asked = tail.mark === undefined ? tail.passed : [...tail.passed, tail.row]
  const first = (at: number): Mark | undefined =>
    profile.marks.find((known) => fits(known, screen, at, box.quiet))
  const own = held.filter((at) => asked.includes(at) && first(at) === mark)
  if (own.length > 0) return yes(mark.id, "mark", own)
  // queued messages also stand above the row of the turn
  if (mark.role === "queued" && tail.queued > 0) return yes(mark.id, "mark", [last])
  if (!asked.includes(last))
    return no(mark.id, "mark", `row ${last} matches, but is not reached from the box`)
  return no(mark.id, "mark", `row ${last} is "${first(last)?.id ?? "another"}" first`)
}

const NO_ROWS: Readonly<Record<Sign["at"], string>> = {
  footer: "no row below the box matches",
  anchor: "the box's own footer row does not match",
  ghost: "the box shows no such suggestion",
  above: "no row passed above the box matches",
  head: "no row at the screen's top matches",
  screen: "no row above the box matches"
}

const ofSign = (profile: Profile, frame: Frame, look: Look, sign: Sign): RuleNote => {
  const { cursor, live, screen, tail, title } = look
  if (live === undefined) return no(sign.id, "sign", "no live box")
  const view = { profile, screen, ...live, tail, title, named: frame.title ?? "", cursor }
  if (!asksSign(view, sign)) {
    return no(
      sign.id,
      "sign",
      sign.emptyOnly === true ? "asked only of an empty box" : "the cursor is in the box"
    )
  }
  const ghost = live.content.state === "ghost" ? live.content.text : undefined
  const found = findSign(profile, screen, live.box, ghost, tail.passed, (one) => one === sign)
  return found === undefined ? no(sign.id, "sign", NO_ROWS[sign.at]) : yes(sign.id, "sign", [found.row])
}

const ofTitles = (profile: Profile, frame: Frame, { title }: Look): ReadonlyArray<RuleNote> =>
  profile.titles === undefined
    ? []
    : (["overlay", "working", "idle"] as const).map((word) =>
        word === title
          ? yes(`title-${word}`, "title", [])
          : no(`title-${word}`, "title", frame.title ? "the title does not match" : "no title is known")
      )

const ofShell = (profile: Profile, { cursor, live, screen, verdict }: Look): RuleNote => {
  if (live !== undefined) return no("shell-prompt", "shell", "a live box stands on the screen")
  const row = findShell(profile, screen, cursor)
  if (row === undefined) return no("shell-prompt", "shell", "no prompt waits")
  return verdict.rule === "shell-prompt"
    ? yes("shell-prompt", "shell", [row])
    : no("shell-prompt", "shell", `a prompt in row ${row}, but "${verdict.rule}" is read first`)
}

const ofExtractor = ({ live, screen, tail, verdict }: Look, extractor: Extractor): RuleNote => {
  if (verdict.kind === "shell") return no(extractor.id, "extractor", "not asked of a shell")
  const box = live?.box
  const passed = box === undefined ? [] : tail.passed
  if (groupsOf(extractor, screen, box, passed, verdict.open) !== undefined)
    return yes(extractor.id, "extractor", [])
  return no(
    extractor.id,
    "extractor",
    extractor.at === "dialog" && verdict.open === undefined
      ? "no dialog is open"
      : extractor.at !== "banner" && extractor.at !== "dialog" && box === undefined
        ? "no live box"
        : "no row matches"
  )
}

/**
 * Why a frame reads as it does: the reading, and for every rule of the profile where it holds or the first thing it
 * lacks. Asks the engine's own matchers. What it lacks names patterns and row numbers, never what a row shows.
 */
export const explainScreen = (profile: Profile, frame: Frame): Explained => {
  const look = lookAt(profile, frame)
  return {
    reading: readWith(profile, frame),
    rules: [
      ...profile.composers.map((rule) => ofComposer(profile, frame, look, rule)),
      ...profile.dialogs.map((rule) => ofDialog(profile, look, rule)),
      ...profile.marks.map((rule) => ofMark(profile, look, rule)),
      ...profile.signs.map((rule) => ofSign(profile, frame, look, rule)),
      ...ofTitles(profile, frame, look),
      ofShell(profile, look),
      ...profile.extractors.map((rule) => ofExtractor(look, rule))
    ]
  }
}

/** The screen's rows as they are read: without side panels, scroll bars and dialog borders, up to the last drawn one. */
export const readRows = (profile: Profile, frame: Frame): ReadonlyArray<string> => {
  const { rows } = lookAt(profile, frame).screen
  return rows.slice(0, lastDrawn(rows) + 1).map((row) => row.text)
}
