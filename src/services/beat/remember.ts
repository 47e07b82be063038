import * as fs from "node:fs"
import { join } from "node:path"
import { keyFolderOf, rootHash } from "../approvals/places.ts"
import { level, pruneFiles, replaceSmall } from "../hook/store.ts"
import { type BeatPlace, placeFolders, placeName, placeText } from "./place.ts"

/** What the session in force is found from: the team file and the approval that stands over it (spec 000 §3.2). */
const standsOn = (root: string, config: string): ReadonlyArray<string> => {
  const hash = rootHash(root)
  const names = fs.existsSync(config) ? fs.readdirSync(config) : []
  const stores = names.filter((name) => name.endsWith(`-${hash}`)).map((name) => join(config, name))
  return [
    join(root, ".agents", "team.yaml"),
    config,
    keyFolderOf(config),
    join(keyFolderOf(config), "generations", `${hash}.json`),
    ...stores.flatMap((store) => [store, join(store, "approval.json")])
  ]
}

/**
 * Writes down what a full command found of `cwd`, so that the next beat from there need not look. `place` is the session in
 * force, from the project's own team file; `config` the folder of the approvals. Never fails: it is only a shorter way.
 */
export const rememberPlace = (
  env: Readonly<Record<string, string | undefined>>,
  cwd: string,
  config: string,
  place: BeatPlace,
  now: number
): void => {
  try {
    const folders = placeFolders(env)
    if (folders === null) return
    const [state, team, places] = folders
    level(state, false)
    level(team, true)
    level(places, true)
    replaceSmall(places, placeName(env, cwd), placeText(cwd, place, standsOn(place.root, config), now))
    pruneFiles(places, now)
  } catch {
    // The next beat looks for itself.
  }
}
