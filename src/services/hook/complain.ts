import * as fs from "node:fs"
import { dirname, join } from "node:path"
import { openAppend } from "../append-file.ts"
import { readSmall } from "./store.ts"

const TAIL = 4_096

const projectOf = (cwd: string): string | null => {
  let folder = cwd
  for (let step = 0; step < 64; step += 1) {
    const stat = fs.lstatSync(join(folder, ".agents"), { throwIfNoEntry: false })
    if (stat?.isDirectory() === true) return folder
    const above = dirname(folder)
    if (above === folder) return null
    folder = above
  }
  return null
}

/** One line in the log of the project around `cwd`, unless its end says the same already. `what` is our own text. */
export const complain = (cwd: string, cli: string, what: string, now: number): void => {
  const project = projectOf(cwd)
  if (project === null) return
  const path = join(project, ".agents", "team.log")
  const text = ` hook [${cli}] ${what}\n`
  if (readSmall(path, TAIL)?.includes(text) === true) return
  const { fd } = openAppend(path, false)
  try {
    fs.writeSync(fd, new Date(now).toISOString() + text)
  } finally {
    fs.closeSync(fd)
  }
}
