/** What an exit id stands for. */
export interface Row {
  /** The process code: 0, 1 or 2, and 70 for a defect (design §3). */
  readonly code: 0 | 1 | 2 | 70
  /** When the command ends so: one sentence. */
  readonly when: string
  /** What a person does about it; null where nothing is to be done. */
  readonly repair: string | null
}

/** A command's own ids by the word after its name, each a line: code, when, repair. */
export type OwnRows = Readonly<
  Record<string, Readonly<Record<string, readonly [code: Row["code"], when: string, repair: string | null]>>>
>
