import { Buffer } from "node:buffer"

/** Bytes of one output up to a cap; what comes after it is dropped and said once. */
export class BoundedOutput {
  private readonly chunks: Array<Uint8Array> = []
  private readonly cap: number
  private readonly onFull: () => void
  private size = 0

  constructor(cap: number, onFull: () => void) {
    this.cap = cap
    this.onFull = onFull
  }

  push(chunk: Uint8Array): void {
    const room = this.cap - this.size
    if (chunk.length <= room) {
      this.chunks.push(chunk)
      this.size += chunk.length
      return
    }
    if (room > 0) this.chunks.push(chunk.subarray(0, room))
    this.size = this.cap
    this.onFull()
  }

  /** Decoded over the whole buffer, so that no character breaks at a chunk's edge; bad bytes become U+FFFD. */
  text(): string {
    return Buffer.concat(this.chunks).toString("utf8")
  }
}
