import { createHash } from "node:crypto"
import { constants } from "node:fs"
import { access, open, realpath, stat } from "node:fs/promises"
import { isAbsolute, join } from "node:path"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { ApprovedCommand } from "../domain/approval/record.ts"

const isProgram = async (path: string): Promise<boolean> => {
  try {
    if (!(await stat(path)).isFile()) return false
    await access(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * The real path of a command: an absolute one as it is, a bare name from the first absolute folder of `path` (as in
 * `PATH`) that has such a program. A path relative to whatever folder this runs in is no command.
 */
export const resolveCommand = (command: string, path: string): Effect.Effect<Option.Option<string>> =>
  Effect.promise(async () => {
    const candidates = isAbsolute(command)
      ? [command]
      : command.includes("/")
        ? []
        : path
            .split(":")
            .filter(isAbsolute)
            .map((folder) => join(folder, command))
    for (const candidate of candidates) {
      if (!(await isProgram(candidate))) continue
      return Option.fromNullable(await realpath(candidate).catch(() => null))
    }
    return Option.none()
  })

/** The sha256 (hex) of a regular file, a link at its last name not followed; none when there is no such file. */
export const hashFile = (path: string): Effect.Effect<Option.Option<string>> =>
  Effect.promise(async () => {
    try {
      const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
      const handle = await open(path, flags)
      try {
        if (!(await handle.stat()).isFile()) return Option.none()
        const hash = createHash("sha256")
        const chunk = new Uint8Array(65_536)
        for (;;) {
          const { bytesRead } = await handle.read(chunk, 0, chunk.length, null)
          if (bytesRead === 0) return Option.some(hash.digest("hex"))
          hash.update(chunk.subarray(0, bytesRead))
        }
      } finally {
        await handle.close()
      }
    } catch {
      return Option.none()
    }
  })

/** Whether the file an approval names still is, byte for byte, what was approved. */
export const isApprovedFile = ({ path, sha256 }: ApprovedCommand): Effect.Effect<boolean> =>
  Effect.map(hashFile(path), Option.contains(sha256))
