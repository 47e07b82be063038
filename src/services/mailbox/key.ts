import { lstatSync } from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { ApprovalError } from "../approvals/error.ts"
import { loadKey, type SigningKey } from "../approvals/key.ts"

const sameOf = (path: string): string => {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return "-"
  return `${stats.mode} ${stats.uid} ${stats.ino} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}`
}

/** `loadKey`, which reads the file again only when it or its folder changed: a pass asks every second. */
export const rememberKey = (
  folder: string,
  name: string
): Effect.Effect<Option.Option<SigningKey>, ApprovalError> => {
  let known: { readonly same: string; readonly key: Option.Option<SigningKey> } | null = null
  return Effect.suspend(() => {
    let same: string | null
    try {
      same = `${sameOf(folder)} ${sameOf(join(folder, name))}`
    } catch {
      // What is wrong there the reader says.
      same = null
    }
    if (known !== null && known.same === same) return Effect.succeed(known.key)
    return Effect.tap(loadKey(folder, name), (key) => {
      known = same === null ? null : { same, key }
    })
  })
}
