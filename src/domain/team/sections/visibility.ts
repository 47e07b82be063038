import { choice } from "../codec.ts"

/** `visibility`: whether the project is public. */
export const visibility = choice("public", "private")
