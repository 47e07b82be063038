import { grammar } from "./opencode-grammar.ts"

/** Kilo, a fork of OpenCode with the same screens. */
export const kilocode = grammar({
  id: "kilocode",
  aliases: ["kilo", "kilo-code"],
  versions: ["7.7.9"],
  command: "kilo"
})
