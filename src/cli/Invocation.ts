import * as Context from "effect/Context"

/** The process's surroundings, so that no command reads them by itself. */
export interface InvocationShape {
  readonly command: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: string
  readonly pid: number
  readonly json: boolean
  /** The program and first arguments that start `team` again. */
  readonly self: ReadonlyArray<string>
}

export class Invocation extends Context.Tag("seatwatch/Invocation")<Invocation, InvocationShape>() {}
