// A whole escape sequence goes with its parameters: OSC, DCS and their kin up to the terminator (or the end), CSI, the rest.
const ESCAPES =
  /(?:\u001b[\]PX^_]|[\u009d\u0090\u0098\u009e\u009f])[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c|$)?|(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]?|\u001b[ -/]*[0-~]?/g
const SPACES = /[\t\n\v\f\r\u0085\u2028\u2029]+/g
// Control characters, the bidirectional overrides and isolates, zero-width marks that hide text, the byte order mark.
const HIDDEN =
  /[\u0000-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\u061c\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu
const LONE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

// Made when a text is first cut: it costs a cold start more than everything else here.
let segmenter: Intl.Segmenter | undefined
const graphemes = (text: string): Intl.Segments => {
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" })
  return segmenter.segment(text)
}

/**
 * Untrusted text made fit to print on one line: no escapes, no control or direction characters, line breaks and tabs as
 * one space, at most `max` characters as a reader counts them (the last one an ellipsis when something was cut).
 */
export const cleanText = (text: string, max: number): string => {
  // Cut the raw text first, generously, so that a huge input costs no more than its share.
  const raw = text.length > max * 64 + 4_096 ? text.slice(0, max * 64 + 4_096) : text
  const clean = raw
    .replaceAll(ESCAPES, "")
    .replaceAll(SPACES, " ")
    .replaceAll(HIDDEN, "")
    .replaceAll(LONE, "\ufffd")
    .trim()
  if (max <= 0) return ""
  if (clean.length <= max && raw.length === text.length) return clean
  const kept: Array<string> = []
  for (const { segment } of graphemes(clean)) {
    if (kept.length === max) return `${kept.slice(0, max - 1).join("")}…`
    kept.push(segment)
  }
  return kept.join("")
}
