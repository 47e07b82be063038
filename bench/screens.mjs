// Reading saved screens, warm: how many are read right, what an idle word would have harmed, and how long one takes, with
// the detectors of the npm package `ccmanager` on the same files. Options: --dir DIR (default: the tests' fixtures).
import { spawnSync } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { performance } from "node:perf_hooks"
import { pathToFileURL } from "node:url"
import { readScreen } from "../dist/domain/screen/read.js"
import { frameOf, isUnsafe, rightKinds, scoreOf } from "../dist/domain/screen/score.js"
import { median, ms, row } from "./measure.mjs"

const PEER = "ccmanager"
/** The peer's name of a CLI, where it has a detector for it. */
const STRATEGY = {
  "claude-code": "claude",
  codex: "codex",
  gemini: "gemini",
  copilot: "github-copilot",
  opencode: "opencode",
  cline: "cline"
}
const WORDS = { busy: "working", waiting_input: "blocked", idle: "idle" }
const NO_WORD = new Set(["overlay", "shell", "unknown", "menu", "shell-cmd"])
const wordOf = (kind) =>
  kind === "idle" || kind === "working" ? kind : NO_WORD.has(kind) ? "none" : "blocked"

const option = (name) => {
  const at = process.argv.indexOf(name)
  return at < 0 ? undefined : process.argv[at + 1]
}

const walk = (dir) =>
  readdirSync(dir, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? walk(join(dir, entry.name))
      : entry.name.endsWith(".json")
        ? [join(dir, entry.name)]
        : []
  )

const load = (dir) =>
  walk(dir).map((path) => {
    const label = JSON.parse(readFileSync(path, "utf8"))
    const ansi = readFileSync(path.replace(/json$/, "ansi"), "utf8")
    return { name: path, label, ansi, frame: frameOf(label, ansi) }
  })

const groupBy = (items, key) => {
  const groups = new Map()
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item])
  return groups
}

const share = (part, whole) => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`
const timed = (body) => {
  const from = performance.now()
  const value = body()
  return { value, took: performance.now() - from }
}

/** The peer's detectors, its terminal and its version, from a folder of its own; undefined where it cannot be had. */
const peerIn = async (folder) => {
  console.log(`installing ${PEER} into a temporary folder, for comparison`)
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
  spawnSync("npm", ["install", "--prefix", folder, ...flags, PEER], { stdio: "ignore", timeout: 120_000 })
  const modules = join(folder, "node_modules")
  try {
    const at = (path) => import(pathToFileURL(join(modules, path)).href)
    const detectors = await at(`${PEER}/dist/services/stateDetector/index.js`)
    const xterm = await at("@xterm/headless/lib-headless/xterm-headless.js")
    const { version } = JSON.parse(readFileSync(join(modules, PEER, "package.json"), "utf8"))
    return { create: detectors.createStateDetector, Terminal: (xterm.default ?? xterm).Terminal, version }
  } catch {
    return undefined
  }
}

/** The peer's word for a capture: asked twice, two seconds apart by its clock, since it waits before it says idle. */
const peerWord = async (peer, { ansi, frame, label }) => {
  const terminal = new peer.Terminal({
    cols: frame.cols ?? 80,
    rows: frame.rows ?? 24,
    scrollback: 0,
    allowProposedApi: true
  })
  const lines = ansi.replace(/\r?\n$/, "").split(/\r?\n/)
  await new Promise((done) => terminal.write(lines.join("\r\n"), done))
  const detector = peer.create(STRATEGY[label.cli])
  const now = Date.now
  try {
    const { took, value } = timed(() => detector.detectState(terminal, "busy"))
    const at = now() + 2_000
    Date.now = () => at
    return { took, word: WORDS[detector.detectState(terminal, value)] ?? "none" }
  } finally {
    Date.now = now
    terminal.dispose()
  }
}

const rightWord = (label, word) => rightKinds(label).some((kind) => wordOf(kind) === word)

/** Words right among the captures that have one, and idle said where typing does harm, in all of them. */
const scoreWords = (answers) => {
  const named = answers.filter(({ label }) => !NO_WORD.has(label.kind))
  const right = named.filter(({ label, word }) => rightWord(label, word)).length
  const unsafe = answers.filter(({ label, word }) => word === "idle" && isUnsafe(label, "idle")).length
  return {
    text: share(right, named.length),
    unsafe,
    named: named.length,
    times: answers.map(({ took }) => took)
  }
}

const compare = async (read) => {
  const folder = mkdtempSync(join(tmpdir(), "seatwatch-bench-"))
  try {
    const peer = await peerIn(folder)
    if (peer === undefined) return console.log(`${PEER} cannot be had here: nothing to compare with`)
    const known = read.filter(({ label }) => STRATEGY[label.cli] !== undefined)
    const all = { ours: [], theirs: [] }
    const line = (cli, ours, theirs) => {
      const [a, b] = [scoreWords(ours), scoreWords(theirs)]
      row(
        `words of ${a.named} ${cli} screens`,
        a.text,
        `unsafe ${a.unsafe}; ${PEER} ${b.text}, unsafe ${b.unsafe}`
      )
      return [a, b]
    }
    for (const [cli, captures] of groupBy(known, ({ label }) => label.cli)) {
      const ours = captures.map((c) => ({ label: c.label, took: c.took, word: wordOf(c.answer.kind) }))
      const theirs = []
      for (const c of captures) theirs.push({ label: c.label, ...(await peerWord(peer, c)) })
      line(cli, ours, theirs)
      all.ours.push(...ours)
      all.theirs.push(...theirs)
    }
    const [a, b] = line("all these", all.ours, all.theirs)
    // the peer asks a terminal that it keeps up to date, we read the escape sequences anew each time
    row(
      `one of them, beside ${PEER} ${peer.version}`,
      ms(median(a.times)),
      `${PEER} ${ms(median(b.times))} without its terminal`
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export const screens = async () => {
  const captures = load(option("--dir") ?? join(import.meta.dirname, "../test/fixtures/screens"))
  for (const { frame } of captures) readScreen(frame)
  const read = captures.map((capture) => {
    const { took, value } = timed(() => {
      for (let i = 0; i < 4; i++) readScreen(capture.frame)
      return readScreen(capture.frame)
    })
    return { ...capture, took: took / 5, answer: value }
  })
  const score = scoreOf(read)
  for (const [cli, own] of groupBy(read, ({ label }) => label.cli)) {
    const tally = score.byCli.get(cli)
    const took = own.map((capture) => capture.took)
    row(
      `read a ${cli} screen`,
      ms(median(took)),
      `slowest ${ms(Math.max(...took))}; of ${own.length} kinds ${share(tally.right, tally.screens)} right, unsafe ${tally.unsafe}`
    )
  }
  const { right, screens: count, texts, textsRight, unsafe } = score.all
  row(
    `kinds of ${count} screens`,
    share(right, count),
    `unsafe ${unsafe}, unsent texts ${textsRight}/${texts}`
  )
  await compare(read)
}
