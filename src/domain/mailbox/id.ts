/** Crockford's digits: they sort as text in the order of their values. */
const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
const TIME = 10
const RANDOM = 16
/** The last instant (epoch ms) that ten digits begun with 0 to 7 can say; the year 10889. */
const LAST_INSTANT = 2 ** 48 - 1

/** A message's id: 26 digits, the instant first. */
export const MESSAGE_ID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/

/** Whether a text is a message's id. */
export const isMessageId = (text: string): boolean => MESSAGE_ID.test(text)

const timeText = (at: number): string => {
  let rest = Math.min(LAST_INSTANT, Math.max(0, Math.trunc(at)))
  let text = ""
  for (let place = 0; place < TIME; place++) {
    text = (DIGITS[rest % 32] ?? "0") + text
    rest = Math.floor(rest / 32)
  }
  return text
}

/** The id after this one; where the random digits are used up, the instant's move on. */
const successor = (id: string): string => {
  const digits = Array.from(id, (one) => DIGITS.indexOf(one))
  for (let place = digits.length - 1; place >= 0; place--) {
    const digit = digits[place] ?? 0
    if (digit < 31) {
      digits[place] = digit + 1
      break
    }
    digits[place] = 0
  }
  return digits.map((digit) => DIGITS[digit] ?? "0").join("")
}

/**
 * The next id: the instant (epoch ms), then the low five bits of 16 random bytes. Always above `last`, so that one
 * process's messages sort in the order they were sent, within a millisecond and when the clock steps back too.
 */
export const nextId = (last: string | null, at: number, random: ReadonlyArray<number>): string => {
  const tail = Array.from({ length: RANDOM }, (_, place) => DIGITS[(random[place] ?? 0) & 31] ?? "0").join("")
  const id = timeText(at) + tail
  return last !== null && id <= last ? successor(last) : id
}
