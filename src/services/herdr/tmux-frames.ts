import { Buffer } from "node:buffer"

/** One answered command of a control client. */
export interface Frame {
  /** The server's clock at the command, in whole seconds. */
  readonly at: number
  readonly error: boolean
  /** True for a command this client sent; false for what a hook of the person's settings ran. */
  readonly ours: boolean
  readonly lines: ReadonlyArray<string>
}

export interface FrameHandler {
  readonly frame: (frame: Frame) => void
  /** A line outside every frame, such as `%window-close @3`. */
  readonly notification: (line: string) => void
}

const LF = 0x0a

/**
 * Cuts the output of `tmux -C` into frames and notifications. Bytes become text a whole line at a time, so that no
 * character breaks at a chunk's edge. A frame ends only at a line that carries its own time, number and flags:
 * captured text that looks like `%end` is text.
 */
export class FrameParser {
  private readonly handler: FrameHandler
  private rest: Buffer = Buffer.alloc(0)
  private open: { readonly id: string; readonly at: number; readonly ours: boolean } | null = null
  private lines: Array<string> = []

  constructor(handler: FrameHandler) {
    this.handler = handler
  }

  push(chunk: Uint8Array): void {
    const bytes = this.rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([this.rest, chunk])
    let start = 0
    for (let end = bytes.indexOf(LF, start); end !== -1; end = bytes.indexOf(LF, start)) {
      this.line(bytes.toString("utf8", start, end))
      start = end + 1
    }
    this.rest = bytes.subarray(start)
  }

  private line(line: string): void {
    if (this.open !== null) {
      const error = line === `%error ${this.open.id}`
      if (!error && line !== `%end ${this.open.id}`) {
        this.lines.push(line)
        return
      }
      const { at, ours } = this.open
      const lines = this.lines
      this.open = null
      this.lines = []
      this.handler.frame({ at, ours, error, lines })
      return
    }
    const begin = /^%begin ((\d+) \d+ (\d+))$/.exec(line)
    if (begin?.[1] === undefined) this.handler.notification(line)
    else this.open = { id: begin[1], at: Number(begin[2]), ours: (Number(begin[3]) & 1) === 1 }
  }
}
