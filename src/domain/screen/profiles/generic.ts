import type { Profile } from "../profile.ts"

/** For a CLI without a profile: it can tell a shell and nothing else, so it never calls a screen idle. */
export const generic: Profile = {
  id: "generic",
  aliases: [],
  composers: [],
  openers: [],
  entries: [],
  dialogs: [],
  marks: [],
  signs: [],
  exits: ["^(?:Resume this session with:|To (?:resume|continue) this session)"],
  extractors: [],
  background: [],
  resets: []
}
