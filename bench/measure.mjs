// Small measuring helpers: medians, and whole processes beside a peer in one run.
import { spawnSync } from "node:child_process"
import { performance } from "node:perf_hooks"

export const median = (values) => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** Milliseconds of each of `runs` calls, after `warm` uncounted ones. */
export const times = async (runs, warm, body) => {
  const found = []
  for (let i = 0; i < runs + warm; i++) {
    const from = performance.now()
    await body(i)
    if (i >= warm) found.push(performance.now() - from)
  }
  return found
}

/** Whole processes in turn (A B A B …): wall milliseconds of each, and the ratio pair by pair. */
export const pair = (a, b, runs = 11) => {
  const once = ([program, ...args], options = {}) => {
    const from = performance.now()
    spawnSync(program, args, { stdio: "ignore", ...options })
    return performance.now() - from
  }
  once(a.command, a.options)
  once(b.command, b.options)
  const left = []
  const right = []
  for (let i = 0; i < runs; i++) {
    left.push(once(a.command, a.options))
    right.push(once(b.command, b.options))
  }
  return { a: median(left), b: median(right), ratio: median(left.map((value, i) => value / (right[i] ?? 1))) }
}

export const row = (what, value, note = "") =>
  console.log(`${what.padEnd(46)} ${value.padStart(12)}  ${note}`)
export const ms = (value) => `${value.toFixed(value < 10 ? 2 : 0)} ms`
