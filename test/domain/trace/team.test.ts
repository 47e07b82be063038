import { describe, expect, it } from "vitest"
import { traceTeamOf } from "../../../src/domain/trace/team.ts"
import { file, seat, valid } from "../team/support.ts"

const team = (
  more: string,
  changes: Readonly<Record<string, string | null>> = {},
  workspace = "mode: shared"
) =>
  traceTeamOf(
    valid(file(more, [seat(changes)]).replace("workspace: { mode: shared }", `workspace: { ${workspace} }`)),
    "/home/p"
  )

describe("what a team file says of its seats' traces", () => {
  it("is the folder, the branch of the seat's name and the default signature", () => {
    expect(team("", { cwd: "./app" })).toEqual({
      seats: [
        expect.objectContaining({ name: "one", folder: "/home/p" }),
        {
          name: "two",
          folder: "/home/p/app",
          worktree: null,
          branch: "refs/heads/two",
          signature: { token: "Agent", value: "GPT 6 · implementer" }
        }
      ],
      base: null,
      humans: []
    })
  })

  it("takes the file's worktrees, base, people and templates", () => {
    const found = team(
      'trust: ["../w"]\nidentity: { signature: { template: "By: {name} {model}/{version}" }, humans: ["Ann@Example.Test"] }',
      {},
      'mode: worktree, path: "../w/{task}", branch: "work/{task}", base: main'
    )
    expect(found.seats[1]).toMatchObject({
      worktree: "/home/w/two",
      branch: "refs/heads/work/two",
      signature: { token: "By", value: "two GPT/6" }
    })
    expect(found).toMatchObject({ base: "refs/heads/main", humans: ["ann@example.test"] })
  })

  it("prefers the commits' own template, and knows no signature that is no trailer", () => {
    const of = (commits: string) =>
      team(`identity: { signature: { template: "By: {name}", commits: { ${commits} } } }`).seats[1]?.signature
    expect(of('template: "Done-By: {role}"')).toEqual({ token: "Done-By", value: "implementer" })
    expect(of('template: "— {name}", position: last-line')).toBeNull()
  })

  it("fills a template once: a display that looks like a field stays as it is", () => {
    expect(team("", { display: '"GPT 6 {role} $&"' }).seats[1]?.signature?.value).toBe(
      "GPT 6 {role} $& · implementer"
    )
  })

  it("knows a seat of a count by its own name", () => {
    expect(team("", { count: "2" }).seats.map(({ branch }) => branch)).toEqual([
      "refs/heads/one",
      "refs/heads/two",
      "refs/heads/two-2"
    ])
  })
})
