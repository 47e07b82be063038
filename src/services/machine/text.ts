import { open } from "node:fs/promises"
import * as Effect from "effect/Effect"

const MAX_BYTES = 256 * 1024

/**
 * The text of a kernel file, or null when it is not there, too long or slow to answer. These files have no size of
 * their own, so the cap is on what is read. At most two seconds.
 */
export const readKernelText = (path: string): Effect.Effect<string | null> =>
  Effect.tryPromise(async () => {
    const handle = await open(path, "r")
    try {
      const buffer = Buffer.alloc(MAX_BYTES)
      let length = 0
      while (length < MAX_BYTES) {
        const { bytesRead } = await handle.read(buffer, length, MAX_BYTES - length, null)
        if (bytesRead === 0) return buffer.subarray(0, length).toString("utf8")
        length += bytesRead
      }
      return null
    } finally {
      await handle.close()
    }
  }).pipe(
    Effect.timeout("2 seconds"),
    Effect.orElseSucceed(() => null)
  )
