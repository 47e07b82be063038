import { OWN } from "./exits/commands.ts"
import { FAMILIES } from "./exits/families.ts"
import type { Row } from "./exits/row.ts"

type Own = typeof OWN
type Families = typeof FAMILIES

type OwnId = { [Command in keyof Own & string]: `${Command}.${keyof Own[Command] & string}` }[keyof Own &
  string]
type OwnCode<Id> = Id extends `${infer Command extends keyof Own}.${infer Word}`
  ? Word extends keyof Own[Command]
    ? Own[Command][Word] extends readonly [infer Code, ...ReadonlyArray<unknown>]
      ? Code
      : never
    : never
  : never
type FamilyCode<Id> = {
  [Word in keyof Families]: Id extends `${string}.${Word}` ? Families[Word]["code"] : never
}[keyof Families]

/** The code an id ends with; `never` for an id without a row, so that an exit with it does not compile. */
export type CodeOf<Id extends string> = Id extends OwnId
  ? OwnCode<Id>
  : Id extends `${string}.${keyof Families}`
    ? FamilyCode<Id>
    : // A word only known when the command runs: test/cli/exits.test.ts reads the sources for where it comes from.
      `${string}.${string}` extends Id
      ? 0 | 1 | 2
      : never

/** One exit of one command. */
export interface Exit extends Row {
  readonly id: string
  readonly command: string
}

const byCommand = (): ReadonlyMap<string, ReadonlyMap<string, Row>> => {
  const all = new Map<string, Map<string, Row>>()
  const put = (command: string, word: string, { code, repair, when }: Row): void => {
    const rows = all.get(command) ?? new Map<string, Row>()
    all.set(command, rows.set(word, { code, when, repair: repair?.replace("COMMAND", command) ?? null }))
  }
  for (const [word, { of, ...row }] of Object.entries(FAMILIES)) {
    for (const command of of) put(command, word, row)
  }
  for (const [command, words] of Object.entries(OWN)) {
    for (const [word, [code, when, repair]] of Object.entries(words)) {
      put(command, word, { code, when, repair })
    }
  }
  return all
}

const compare = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0)

/** Every exit id of every command with its code, sorted by id (spec 000 §4, §6; design §3). */
export const EXITS: ReadonlyArray<Exit> = [...byCommand()]
  .flatMap(([command, rows]) =>
    [...rows].map(([word, row]) => ({ id: `${command}.${word}`, command, ...row }))
  )
  .sort((left, right) => compare(left.id, right.id))
