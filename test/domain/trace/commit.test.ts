import * as FastCheck from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { commitTraces } from "../../../src/domain/trace/commit.ts"
import type { TraceSeat, TraceTeam } from "../../../src/domain/trace/team.ts"
import type { BranchTip, GitLook, Tip, Worktree } from "../../../src/domain/trace/tip.ts"

const AT = Date.UTC(2026, 9, 18, 9, 0, 0)
const SECOND = 1000

const traceSeat = (name: string, changes: Partial<TraceSeat> = {}): TraceSeat => ({
  name,
  folder: "/p",
  worktree: null,
  branch: `refs/heads/${name}`,
  signature: { token: "Agent", value: `Opus · ${name}` },
  ...changes
})
const team = (...seats: ReadonlyArray<TraceSeat>): TraceTeam => ({ seats, base: null, humans: [] })

const oid = (n: number): string => n.toString(16).padStart(40, "a")
const tip = (n: number, changes: Partial<Tip> = {}): Tip => ({
  oid: oid(n),
  at: AT - n * SECOND,
  author: "Somebody",
  email: "somebody@example.test",
  trailers: [],
  ...changes
})
const branch = (name: string, n: number, changes: Partial<Tip> = {}): BranchTip => ({
  ref: `refs/heads/${name}`,
  ...tip(n, changes)
})
const main = (n: number): Worktree => ({ path: "/p", main: true, head: oid(n), branch: "refs/heads/main" })
const linked = (path: string, n: number, on: string | null): Worktree => ({
  path,
  main: false,
  head: oid(n),
  branch: on === null ? null : `refs/heads/${on}`
})
const look = (parts: Partial<GitLook>): GitLook => ({
  branches: [],
  worktrees: [main(99)],
  heads: [],
  ...parts
})
const traces = (found: GitLook, of: TraceTeam): Readonly<Record<string, number>> =>
  Object.fromEntries(commitTraces(found, of, "/p", AT))
const ago = (seconds: number): number => AT - seconds * SECOND

describe("a commit by the seat's own place", () => {
  const one = traceSeat("one", { folder: "/w/one/app" })
  const two = traceSeat("two")

  it("is the tip of the linked worktree the seat's folder lies in, on a branch or detached", () => {
    const worktrees = [main(99), linked("/w/one", 5, "topic")]
    expect(traces(look({ branches: [branch("topic", 5)], worktrees }), team(one, two))).toEqual({
      one: ago(5)
    })
    const detached = [main(99), linked("/w/one", 7, null)]
    expect(traces(look({ heads: [tip(7)], worktrees: detached }), team(one, two))).toEqual({ one: ago(7) })
  })

  it("is the tip of the worktree or of the branch that has the seat's name", () => {
    const seat = traceSeat("two", { worktree: "/w/two" })
    const worktrees = [main(99), linked("/w/two", 5, null)]
    expect(traces(look({ heads: [tip(5)], worktrees }), team(one, seat))).toEqual({ two: ago(5) })
    expect(traces(look({ branches: [branch("two", 6)] }), team(one, two))).toEqual({ two: ago(6) })
  })

  it("is nobody's in the main checkout, in one that two share, or beside the root a link leads to", () => {
    const sharing = team(traceSeat("one", { folder: "/w/x" }), traceSeat("two", { folder: "/w/x/deep" }))
    const worktrees = [main(99), linked("/w/x", 5, null)]
    expect(traces(look({ heads: [tip(5)], worktrees }), sharing)).toEqual({})
    expect(traces(look({ heads: [tip(99)] }), team(one, two))).toEqual({})
    const rooted = [linked("/p", 5, null)]
    expect(traces(look({ heads: [tip(5)], worktrees: rooted }), team(two))).toEqual({})
  })

  it("in a checkout that two share is the one's whose branch is out there", () => {
    const sharing = team(traceSeat("one", { folder: "/w/x" }), traceSeat("two", { folder: "/w/x" }))
    const worktrees = [main(99), linked("/w/x", 5, "two")]
    expect(traces(look({ branches: [branch("two", 5)], worktrees }), sharing)).toEqual({ two: ago(5) })
  })

  it("takes the innermost checkout, where worktrees stand inside the project", () => {
    const inside = traceSeat("one", { folder: "/p/.work/one" })
    const worktrees = [main(99), linked("/p/.work/one", 5, null)]
    expect(traces(look({ heads: [tip(5)], worktrees }), team(inside))).toEqual({ one: ago(5) })
    const beside = traceSeat("one", { folder: "/p/.work/one-more" })
    expect(traces(look({ heads: [tip(5)], worktrees }), team(beside))).toEqual({})
  })

  it("is not the commit a new worktree was made at: the main checkout's or the base branch's", () => {
    const worktrees = [main(5), linked("/w/one", 5, "topic")]
    const branches = [branch("main", 5), branch("topic", 5)]
    expect(traces(look({ branches, worktrees }), team(one))).toEqual({})
    const away = [main(99), linked("/w/one", 5, "topic")]
    const based = { ...team(one), base: "refs/heads/main" }
    expect(traces(look({ branches, worktrees: away }), based)).toEqual({})
    const signature = one.signature === null ? [] : [one.signature]
    const signed = [branch("main", 5, { trailers: signature })]
    expect(traces(look({ branches: signed, worktrees }), team(one))).toEqual({ one: ago(5) })
  })

  it("is nobody's when the same commit is the tip of two seats' worktrees", () => {
    const other = traceSeat("two", { folder: "/w/two" })
    const worktrees = [main(99), linked("/w/one", 5, null), linked("/w/two", 5, null)]
    expect(traces(look({ heads: [tip(5)], worktrees }), team(one, other))).toEqual({})
  })
})

describe("a commit by its signature", () => {
  const one = traceSeat("one")
  const two = traceSeat("two", { folder: "/w/two" })
  const signed = (value: string, token = "Agent") => ({ trailers: [{ token, value }] })

  it("is the seat's on any branch, the token's case apart", () => {
    const branches = [branch("x", 5, signed("Opus · one")), branch("y", 4, signed("Opus · two", "AGENT"))]
    expect(traces(look({ branches }), team(one, two))).toEqual({ one: ago(5), two: ago(4) })
  })

  it("is exact in its value and its token", () => {
    const branches = [
      branch("x", 5, signed("opus · one")),
      branch("y", 5, signed("Opus · one", "Agents")),
      branch("z", 5, signed("Opus · one and more"))
    ]
    expect(traces(look({ branches }), team(one, two))).toEqual({})
  })

  it("goes before the place: another's signed commit in a seat's worktree is the other's", () => {
    const worktrees = [main(99), linked("/w/two", 5, null)]
    expect(traces(look({ heads: [tip(5, signed("Opus · one"))], worktrees }), team(one, two))).toEqual({
      one: ago(5)
    })
  })

  it("that two seats have is nobody's, until their own place tells them apart", () => {
    const same = { token: "Agent", value: "Opus · implementer" }
    const pair = team(
      traceSeat("a", { signature: same, folder: "/w/a" }),
      traceSeat("b", { signature: same }),
      traceSeat("c", { folder: "/w/c" })
    )
    const trailers = [same]
    expect(traces(look({ branches: [branch("x", 5, { trailers })] }), pair)).toEqual({})
    const worktrees = [main(99), linked("/w/a", 5, null), linked("/w/c", 6, null)]
    const heads = [tip(5, { trailers }), tip(6, { trailers })]
    expect(traces(look({ heads, worktrees }), pair)).toEqual({ a: ago(5) })
    expect(traces(look({ branches: [branch("x", 5, { trailers, author: "b" })] }), pair)).toEqual({
      b: ago(5)
    })
    expect(traces(look({ branches: [branch("x", 5, { trailers, author: "c" })] }), pair)).toEqual({})
  })

  it("that two seats have is told by a worktree even at the main checkout's commit, never by the root itself", () => {
    const same = { token: "Agent", value: "Opus · implementer" }
    const pair = team(
      traceSeat("a", { signature: same, folder: "/w/a" }),
      traceSeat("b", { signature: same, folder: "/p" })
    )
    const heads = [tip(5, { trailers: [same] })]
    const merged = [main(5), linked("/w/a", 5, null)]
    expect(traces(look({ heads, worktrees: merged }), pair)).toEqual({ a: ago(5) })
    const rooted = [{ ...main(99), path: "/p.git" }, linked("/p", 5, null)]
    expect(traces(look({ heads, worktrees: rooted }), pair)).toEqual({})
  })

  it("of two seats on one commit is nobody's", () => {
    const trailers = [...signed("Opus · one").trailers, ...signed("Opus · two").trailers]
    expect(traces(look({ branches: [branch("x", 5, { trailers })] }), team(one, two))).toEqual({})
  })
})

describe("a commit by its author", () => {
  it("is the seat's whose name it is, exactly, and never a person's", () => {
    const seats = team(traceSeat("one"), traceSeat("two"))
    const branches = [
      branch("x", 5, { author: "one" }),
      branch("y", 4, { author: "Two" }),
      branch("z", 3, { author: "two\u001b[31m" }),
      branch("w", 2, { author: "Somebody", email: "two@example.test" })
    ]
    expect(traces(look({ branches }), seats)).toEqual({ one: ago(5) })
    const people = { ...seats, humans: ["one@example.test"] }
    const hers = [branch("x", 5, { author: "one", email: "One@Example.Test" })]
    expect(traces(look({ branches: hers }), people)).toEqual({})
  })
})

describe("the instant of a seat's commit", () => {
  const seats = team(traceSeat("one"))
  const by = (name: string, at: number) => branch(name, 5, { author: "one", at })

  it("is the newest that is not ahead of the clock by more than a minute", () => {
    const branches = [by("a", AT + 3600 * SECOND), by("b", ago(10)), by("c", ago(90))]
    expect(traces(look({ branches }), seats)).toEqual({ one: ago(10) })
    expect(traces(look({ branches: [by("a", AT + 60_000), by("b", ago(10))] }), seats)).toEqual({
      one: AT + 60_000
    })
  })

  it("is handed on as it is when all lie ahead: the nearest", () => {
    expect(traces(look({ branches: [by("a", AT + 3e6), by("b", AT + 2e6)] }), seats)).toEqual({
      one: AT + 2e6
    })
  })
})

describe("whatever a repository holds", () => {
  const names = ["one", "two", "three"]
  const values = names.map((name) => `Opus · ${name}`)
  const tipArb = FastCheck.record({
    oid: FastCheck.integer({ min: 1, max: 6 }).map(oid),
    at: FastCheck.integer({ min: AT - 1e6, max: AT + 2e5 }),
    author: FastCheck.constantFrom(...names, "Somebody", "constructor", "__proto__"),
    email: FastCheck.constantFrom("a@example.test", "h@example.test"),
    trailers: FastCheck.array(
      FastCheck.record({
        token: FastCheck.constantFrom("Agent", "agent", "Other"),
        value: FastCheck.constantFrom(...values, "x")
      }),
      { maxLength: 2 }
    )
  })
  const branchArb = FastCheck.tuple(FastCheck.constantFrom(...names, "main"), tipArb).map(([name, one]) => ({
    ...one,
    ref: `refs/heads/${name}`
  }))
  const worktreeArb = FastCheck.record({
    path: FastCheck.constantFrom("/p", "/w/one", "/w/two", "/w/shared"),
    main: FastCheck.boolean(),
    head: FastCheck.integer({ min: 1, max: 6 }).map(oid),
    branch: FastCheck.constantFrom(null, "refs/heads/one", "refs/heads/topic")
  })
  const lookArb = FastCheck.record({
    branches: FastCheck.array(branchArb, { maxLength: 6 }),
    worktrees: FastCheck.array(worktreeArb, { maxLength: 4 }),
    heads: FastCheck.array(tipArb, { maxLength: 3 })
  })
  const teamArb = FastCheck.tuple(
    FastCheck.uniqueArray(FastCheck.constantFrom(...names), { minLength: 1 }),
    FastCheck.array(FastCheck.constantFrom("/p", "/w/one", "/w/two", "/w/shared"), {
      minLength: 3,
      maxLength: 3
    })
  ).map(([chosen, folders]) =>
    team(...chosen.map((name, at) => traceSeat(name, { folder: folders[at] ?? "/p" })))
  )

  it("a tip is at most one seat's, and its instant is a tip's", () => {
    FastCheck.assert(
      FastCheck.property(lookArb, teamArb, (found, of) => {
        for (const one of found.branches) {
          expect(commitTraces({ ...found, branches: [one], heads: [] }, of, "/p", AT).size).toBeLessThan(2)
        }
        const instants = [...found.branches, ...found.heads].map((one) => one.at)
        for (const [name, at] of commitTraces(found, of, "/p", AT)) {
          expect(of.seats.map((seat) => seat.name)).toContain(name)
          expect(instants).toContain(at)
        }
      })
    )
  })

  it("the order of branches, checkouts and seats changes nothing", () => {
    FastCheck.assert(
      FastCheck.property(lookArb, teamArb, (found, of) => {
        const turned = {
          branches: found.branches.toReversed(),
          // Which checkout of one path counts is git's to say: it never lists a path twice.
          worktrees: found.worktrees,
          heads: found.heads.toReversed()
        }
        const again = { ...of, seats: of.seats.toReversed() }
        expect(traces(turned, again)).toEqual(traces(found, of))
      })
    )
  })

  it("one more tip far ahead of the clock hides nothing", () => {
    FastCheck.assert(
      FastCheck.property(lookArb, teamArb, FastCheck.constantFrom(...names), (found, of, author) => {
        const ahead = { ...tip(200, { author, at: AT + 1e9 }), ref: "refs/heads/ahead" }
        const before = traces(found, of)
        const after = traces({ ...found, branches: [ahead, ...found.branches] }, of)
        expect({ ...after, ...before }).toEqual(after)
      })
    )
  })
})
