/** The longest line the product ever types, in UTF-8 bytes (design §6). */
export const MAX_LINE_BYTES = 512

const bytesOf = (text: string): number => {
  let bytes = 0
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4
  }
  return bytes
}

// Line separators and lone surrogates are refused too: a terminal or an encoder would turn them into something else.
const FORBIDDEN = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ud800-\udfff]/u

/**
 * Why a text may not be typed as one line, or null when it may (design §6): it is empty, holds a control character,
 * a line break or half a character, or is longer than 512 bytes. The answer never holds the text.
 */
export const lineProblem = (text: string): string | null => {
  if (text.length === 0) return "there is no text to type"
  if (FORBIDDEN.test(text)) return "the text holds a control character or a line break"
  const bytes = bytesOf(text)
  return bytes > MAX_LINE_BYTES ? `the text has ${bytes} bytes, more than ${MAX_LINE_BYTES}` : null
}
