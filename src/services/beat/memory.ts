import type { BeatDisk } from "./disk.ts"

/** One file in memory. */
export interface MemoryFile {
  readonly mtime: number
  readonly text: string
}

/** Files by name; `now` gives the system's instant, which is a new file's mtime. */
export const memoryDisk = (files: Map<string, MemoryFile>, now: () => number): BeatDisk => ({
  look: (name) => {
    const file = files.get(name)
    return file === undefined ? { _tag: "None" } : { _tag: "File", ...file }
  },
  names: () => [...files.keys()],
  write: (name, text, notBefore = Number.NEGATIVE_INFINITY) =>
    void files.set(name, { mtime: Math.max(now(), notBefore), text }),
  remove: (name) => void files.delete(name)
})
