import { readdirSync, readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { listingOf } from "../../../src/services/herdr/socket-listing.ts"
import * as P from "../../../src/services/herdr/socket-protocol.ts"
import { refusal } from "../../../src/services/herdr/socket-request.ts"

const folder = new URL("../../fixtures/herdr/", import.meta.url)
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null

const parsed = (line: string): unknown => JSON.parse(line)

/** Every recorded answer that is a whole line of the protocol, with the file and line it stands in. */
const recorded = readdirSync(folder)
  .filter((name) => name.endsWith(".jsonl"))
  .flatMap((name) =>
    readFileSync(new URL(name, folder), "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line, index) => ({ at: `${name}:${index + 1}`, entry: parsed(line) }))
  )
  .flatMap(({ at, entry }) => {
    const response = isRecord(entry) ? entry["response"] : undefined
    return isRecord(response) && typeof response["id"] === "string" ? [{ at, response }] : []
  })

// What is decoded of each kind of result; every other kind is only acknowledged.
const decoders: ReadonlyArray<readonly [string, (value: unknown) => Either.Either<unknown, unknown>]> = [
  ["pong", Schema.decodeUnknownEither(P.Pong)],
  ["session_snapshot", Schema.decodeUnknownEither(P.SnapshotResult)],
  ["pane_read", Schema.decodeUnknownEither(P.PaneReadResult)],
  ["pane_info", Schema.decodeUnknownEither(P.PaneInfoResult)],
  ["pane_list", Schema.decodeUnknownEither(Schema.Struct({ panes: Schema.Array(P.PaneRecord) }))],
  ["agent_info", Schema.decodeUnknownEither(Schema.Struct({ agent: P.AgentRecord }))],
  ["agent_list", Schema.decodeUnknownEither(Schema.Struct({ agents: Schema.Array(P.AgentRecord) }))],
  [
    "workspace_list",
    Schema.decodeUnknownEither(Schema.Struct({ workspaces: Schema.Array(P.WorkspaceRecord) }))
  ],
  ["workspace_created", Schema.decodeUnknownEither(P.WorkspaceCreated)],
  ["pane_process_info", Schema.decodeUnknownEither(P.ProcessInfoResult)],
  ["notification_show", Schema.decodeUnknownEither(P.NotificationShown)]
]

describe("recorded answers", () => {
  it("every line is an envelope this layer reads", () => {
    const decode = Schema.decodeUnknownEither(Schema.parseJson(P.Envelope))
    for (const { at, response } of recorded) {
      assert.isTrue(Either.isRight(decode(JSON.stringify(response))), at)
      assert.isTrue("result" in response || "error" in response, at)
    }
    assert.isAbove(recorded.length, 150)
  })

  it("every result decodes as its kind, and all kinds are there", () => {
    const seen = new Map<string, number>()
    for (const { at, response } of recorded) {
      const result = response["result"]
      if (!isRecord(result)) continue
      const type = String(result["type"])
      const decode = decoders.find(([kind]) => kind === type)?.[1] ?? Schema.decodeUnknownEither(P.Done)
      assert.isTrue(Either.isRight(decode(result)), `${at} ${type}`)
      seen.set(type, (seen.get(type) ?? 0) + 1)
    }
    for (const [kind] of decoders) assert.isAbove(seen.get(kind) ?? 0, 0, kind)
  })

  it("every error has a reason, and its message is ours", () => {
    const reasons = new Set<string>()
    for (const { response } of recorded) {
      const error = response["error"]
      if (!isRecord(error)) continue
      const mapped = refusal("pane.read", String(error["code"]))
      reasons.add(mapped.reason)
      assert.notInclude(mapped.message, String(error["message"]))
    }
    assert.isTrue(reasons.has("NoPane") && reasons.has("Refused"))
  })

  it("decodes leniently: more fields, unknown words, and what is optional left out", () => {
    const bare = Schema.decodeUnknownSync(P.SnapshotResult)({
      type: "session_snapshot",
      later: true,
      snapshot: {
        workspaces: [{ workspace_id: "w1" }],
        panes: [{ pane_id: "w1:p1", agent_status: "pondering", agent: null, scroll: { viewport_rows: 12.5 } }]
      }
    })
    const listing = listingOf(bare.snapshot, "default", "s")
    assert.strictEqual(listing.panes[0]?.status, "pondering")
    assert.strictEqual(listing.panes[0]?.rows, null)
    assert.strictEqual(listing.workspaces[0]?.label, null)
    assert.strictEqual(listing.warnings.length, 1)
  })
})
