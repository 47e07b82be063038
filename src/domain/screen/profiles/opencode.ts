import { grammar } from "./opencode-grammar.ts"

/** OpenCode. */
export const opencode = grammar({
  id: "opencode",
  aliases: ["open-code"],
  versions: ["1.18.33"],
  command: "opencode"
})
