// Stands for an agent CLI in a terminal pane: a raw-mode composer with bracketed paste that draws a screen as Claude Code
// draws its own, takes what is typed, and logs each read of its input. `node composer.mjs LOG [OPTIONS as JSON] [NAME]`.
//   draft: text in the box from the start · ghost: a suggestion drawn there · turn: ms a turn takes (600)
//   slow: ms until a change is drawn · eater: an Enter within so many ms after text becomes a line break
//   dialog: ms after the first text until a permission dialog opens over the box · opens: a dialog stands from the start
//   works: a turn runs from the start, for so many ms · leaves: it ends at the first text · rules: "away" ends at /exit
// Log lines: {"at","bytes"} each read in hex, {"at","submitted"} a line taken, {"at","dialog"} bytes a dialog got.
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs"

const [log = "", json = "{}", name = "claude"] = process.argv.slice(2)
const given = JSON.parse(json)
const turnMillis = given.turn ?? 600
process.title = name
writeFileSync(`${log}.pid`, String(process.pid))

let text = given.draft ?? ""
let busyUntil = given.works === undefined ? 0 : Date.now() + given.works
let isAsking = given.opens === true
let typedAt = 0
const said = []

const note = (what) => appendFileSync(log, `${JSON.stringify({ at: Date.now(), ...what })}\n`)

const GREY = "\u001b[38;2;136;136;136m"
const PALE = "\u001b[38;2;153;153;153m"
const PLAIN = "\u001b[39m"

/** Broken at a space where one fits the row, else within the word; two columns are the prompt's. */
const wrapped = (line, columns) => {
  const room = columns - 4
  const rows = []
  let rest = line
  while (rest.length > room) {
    const space = rest.lastIndexOf(" ", room)
    rows.push(rest.slice(0, space > 0 ? space : room))
    rest = rest.slice(space > 0 ? space + 1 : room)
  }
  return [...rows, rest]
}

const boxRows = (columns) => {
  const cursor = "\u001b[7m \u001b[0m"
  if (text === "" && given.ghost !== undefined) {
    const [first = "", ...others] = given.ghost
    return [`❯\u00a0\u001b[7m${first}\u001b[0;2m${others.join("")}\u001b[0m`]
  }
  const rows = text.split("\n").flatMap((line) => wrapped(line, columns))
  return rows.map((row, at) => `${at === 0 ? "❯\u00a0" : "  "}${row}${at === rows.length - 1 ? cursor : ""}`)
}

const dialogRows = (columns) => [
  `${GREY}${"─".repeat(columns)}${PLAIN}`,
  " Bash command",
  "",
  "   rm -r build",
  "   Remove the build folder",
  "",
  " Do you want to proceed?",
  " ❯ 1. Yes",
  "   2. Yes, and don't ask again for rm commands in this project",
  "   3. No",
  "",
  " Esc to cancel · Tab to amend"
]

const frame = (columns, rows) => {
  const isBusy = Date.now() < busyUntil
  const rule = `${GREY}${"─".repeat(columns)}${PLAIN}`
  const lower = isAsking
    ? dialogRows(columns)
    : [
        ...(isBusy ? [`\u001b[38;2;215;119;87m·${PLAIN} Pondering…`, ""] : []),
        rule,
        ...boxRows(columns),
        rule,
        `  ${PALE}⏸ manual mode on · ${isBusy ? "esc to interrupt" : "? for shortcuts"}${PLAIN}`
      ]
  const upper = said.flatMap((line) => [`❯ ${line.slice(0, columns - 4)}`, "", "● Done.", ""])
  const space = Math.max(0, rows - lower.length)
  const above = [...upper.slice(-space), ""].slice(-space)
  return [...above, ...Array.from({ length: space - above.length }, () => ""), ...lower]
}

const drawNow = () => {
  const { columns = 80, rows = 24 } = process.stdout
  const lines = frame(columns, rows)
  const title = `${Date.now() < busyUntil ? "⠂" : "✳"} Claude Code`
  process.stdout.write(
    `\u001b]2;${title}\u0007\u001b[0m\u001b[?25l\u001b[2J\u001b[H${lines.slice(0, rows).join("\r\n")}\u001b[0m`
  )
}
const draw = () => (given.slow === undefined ? drawNow() : setTimeout(drawNow, given.slow))

const submit = () => {
  if (text === "") return
  note({ submitted: text })
  if (text === "/exit") {
    process.stdout.write("\u001b[2J\u001b[H\u001b[?25h\u001b[?2004l")
    process.exit(0)
  }
  said.push(text)
  text = ""
  busyUntil = Date.now() + turnMillis
  setTimeout(draw, turnMillis + 20)
}

const take = (chunk) => {
  if (isAsking) return note({ dialog: Buffer.from(chunk).toString("hex") })
  const plain = chunk.replaceAll("\u001b[200~", "").replaceAll("\u001b[201~", "")
  for (const one of plain) {
    if (one === "\r") {
      if (given.eater !== undefined && Date.now() - typedAt < given.eater) text += "\n"
      else submit()
    } else if (one === "\u007f") text = text.slice(0, -1)
    else if (one === "\u0003") text = ""
    else if (one >= " ") {
      if (text === "" && given.dialog !== undefined) {
        setTimeout(() => {
          isAsking = true
          drawNow()
        }, given.dialog)
      }
      text += one
      typedAt = Date.now()
    }
  }
  if (given.leaves === true && text !== "") {
    process.stdout.write("\u001b[2J\u001b[H\u001b[?25h\u001b[?2004l")
    process.exit(0)
  }
}

process.stdin.setRawMode(true)
process.stdin.setEncoding("utf8")
process.stdin.on("data", (chunk) => {
  note({ bytes: Buffer.from(chunk).toString("hex") })
  take(chunk)
  draw()
})
process.stdout.on("resize", drawNow)
process.stdout.write("\u001b[?2004h")
drawNow()
if (given.works !== undefined) setTimeout(draw, given.works + 20)
// A test may order a change: {"text"}, {"dialog"}, {"busy": ms} in the file beside the log.
let orders = 0
setInterval(() => {
  if (!existsSync(`${log}.orders`)) return
  const lines = readFileSync(`${log}.orders`, "utf8")
    .split("\n")
    .filter((line) => line !== "")
  for (const line of lines.slice(orders)) {
    orders += 1
    const order = JSON.parse(line)
    if (order.text !== undefined) text = order.text
    if (order.dialog !== undefined) isAsking = order.dialog
    if (order.busy !== undefined) {
      busyUntil = Date.now() + order.busy
      setTimeout(drawNow, order.busy + 20)
    }
    drawNow()
  }
}, 20)
