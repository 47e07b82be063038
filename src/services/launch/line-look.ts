import { accessSync, constants, existsSync, statSync } from "node:fs"
import { isAbsolute, join, resolve } from "node:path"
import type { Found, LineLook } from "../../domain/launch/line.ts"

const foundAt = (path: string): Found => {
  try {
    if (!statSync(path).isFile()) return "missing"
  } catch {
    return "missing"
  }
  try {
    accessSync(path, constants.X_OK)
    return "there"
  } catch {
    return "not-executable"
  }
}

/** Looks where a launch line's words lead, from the folder it starts in. `path` is the PATH it will have. */
export const lineLook = (folder: string, home: string, path: string): LineLook => {
  const absolute = (word: string): string =>
    word === "~" || word.startsWith("~/") ? join(home, word.slice(1)) : resolve(folder, word)
  return {
    command: (word) => {
      if (word.includes("/")) return foundAt(absolute(word))
      const all = path
        .split(":")
        .filter((one) => isAbsolute(one))
        .map((one) => foundAt(join(one, word)))
      return all.includes("there") ? "there" : all.includes("not-executable") ? "not-executable" : "missing"
    },
    path: (word) => existsSync(absolute(word))
  }
}
