import type { Sink } from "./codec.ts"
import type { YamlNode } from "./node.ts"

const KEY =
  /(?<![A-Za-z0-9])(?:sk-|gh[pousr]_|github_pat_|glpat-|xox[a-z]-|AKIA|ASIA|AIza|lin_api_|npm_|shpat_|dckr_pat_)[A-Za-z0-9_-]{16,}/
const PEM = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY/
const URL_WITH_PASSWORD = /[A-Za-z][A-Za-z0-9+.-]{0,30}:\/\/[^\s/:@]{1,256}:[^\s/@]{1,256}@/
const RANDOM_WORD = /[A-Za-z0-9+/_=-]{32,}/g

/** Shannon entropy of a word, in bits a character. */
const entropy = (word: string): number => {
  const counts = new Map<string, number>()
  for (const letter of word) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / word.length) * Math.log2(count / word.length)
  return bits
}

const NEVER = "a team file never holds a credential"

/** Why a text is refused as a credential, or null. The text itself is never part of the answer. */
export const credentialProblem = (text: string): string | null => {
  if (PEM.test(text)) return `a private key: ${NEVER}`
  if (URL_WITH_PASSWORD.test(text)) return `a URL with credentials: ${NEVER}`
  return KEY.test(text) ? `a value shaped like a key or token: ${NEVER}` : null
}

const isPath = (text: string): boolean => /^(?:\/[^/]+){2,}\/?$/.test(text)

const looksRandom = (text: string): boolean =>
  !isPath(text) && (text.match(RANDOM_WORD) ?? []).some((word) => entropy(word) > 4)

const scanText = (text: string, line: number, sink: Sink): void => {
  const wrong = credentialProblem(text)
  if (wrong !== null) sink.problem(line, wrong)
  else if (looksRandom(text)) sink.warn(line, "a long random-looking value: check it is not a credential")
}

/** Looks at every key and scalar of the file: credentials are refused, random-looking words warned of. */
export const scanCredentials = (node: YamlNode, sink: Sink): void => {
  if (node.kind === "scalar") scanText(node.text, node.line, sink)
  else if (node.kind === "list") for (const item of node.items) scanCredentials(item, sink)
  else {
    for (const entry of node.entries) {
      scanText(entry.key, entry.line, sink)
      scanCredentials(entry.value, sink)
    }
  }
}
