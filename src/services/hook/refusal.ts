import type { Stats } from "node:fs"

/** Bits of a mode that let the group or others write. */
const OTHERS_WRITE = 0o022

/** Why a folder on the way to the records is not trusted, or null: only ours alone is (design §4.2). `stat` follows no link. */
export const refusalOf = (stat: Stats): string | null => {
  if (stat.isSymbolicLink()) return "it is a link"
  if (!stat.isDirectory()) return "it is not a folder"
  if (stat.uid !== (process.getuid?.() ?? stat.uid)) return "it belongs to another user"
  // Windows has no such bits: it shows them all set.
  if (process.platform !== "win32" && (stat.mode & OTHERS_WRITE) !== 0) return "others may write into it"
  return null
}
