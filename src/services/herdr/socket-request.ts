import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { HostError, type HostReason } from "../Herdr.ts"
import { exchangeLine, type LineFailure } from "./socket-line.ts"
import { Envelope } from "./socket-protocol.ts"

export interface RequestOptions {
  readonly timeout: Duration.DurationInput
}

/** One call to the server: its `result` decoded, or why there is none. */
export type Call = <A, I>(
  method: string,
  params: Readonly<Record<string, unknown>>,
  result: Schema.Schema<A, I>
) => Effect.Effect<A, HostError>

/** Longest request line in bytes, its newline not counted; herdr resets the connection of a longer one. */
export const REQUEST_LIMIT = 1_048_576
/** How long a call waits for an answer: herdr sets no limit of its own. */
export const CALL_TIMEOUT = Duration.seconds(8)
export const PING_TIMEOUT = Duration.seconds(2)
/** How long a call that changes nothing waits for a server that says it is on its way up or down. */
export const RESTART_PATIENCE = Duration.seconds(4)
const RESTART_PAUSE = Duration.millis(100)
const RESTART_PAUSES = 40

const decodeEnvelope = Schema.decodeUnknownOption(Schema.parseJson(Envelope))

const reasonOf = (code: string): HostReason => {
  switch (code) {
    case "server_unavailable":
      return "Restarting"
    case "pane_not_found":
    case "agent_not_found":
    case "target_pane_not_found":
    case "agent_pane_not_found":
    case "workspace_not_found":
      return "NoPane"
    default:
      return "Refused"
  }
}

const sentences: Readonly<Record<string, string>> = {
  server_unavailable: "herdr is starting or stopping",
  pane_not_found: "the pane is gone",
  agent_not_found: "no agent is in the pane",
  workspace_not_found: "the workspace is gone",
  agent_name_taken: "another agent has that name",
  agent_launch_pending: "the agent in the pane is still starting",
  invalid_agent_name: "herdr does not take that name",
  invalid_env: "herdr does not take the environment",
  confirmation_required: "herdr wants a person to confirm that"
}

/**
 * The error for a code the server answered. Its own message is not passed on: it can quote what was sent. An unknown code
 * is a word of the protocol and is named as such when it looks like one.
 */
export const refusal = (method: string, code: string): HostError => {
  const word = /^[a-z0-9_]{1,64}$/.test(code) ? code : "an unknown code"
  return new HostError({
    reason: reasonOf(code),
    method,
    message: sentences[code] ?? `herdr refused ${method}: ${word}`
  })
}

const fromLine = (method: string, failure: LineFailure): HostError => {
  const make = (reason: HostReason, message: string) =>
    new HostError({ reason, method, message, cause: failure })
  switch (failure.kind) {
    case "absent":
      return make("NotRunning", "no herdr server is running for this session")
    case "denied":
      return make("Refused", "the herdr socket belongs to another user")
    case "lost":
      return make("Lost", "herdr closed the connection without an answer")
    case "large":
      return make("Protocol", "herdr's answer is larger than any answer should be")
    case "text":
      return make("Protocol", "herdr's answer is not UTF-8")
  }
}

/**
 * Sends one request on its own connection. Fails with the `HostError` reasons; decoding failures carry no part of the
 * answer. Never retried here.
 */
export const request = <A, I>(
  socketPath: string,
  id: string,
  method: string,
  params: Readonly<Record<string, unknown>>,
  result: Schema.Schema<A, I>,
  options: RequestOptions
): Effect.Effect<A, HostError> => {
  const decodeResult = Schema.decodeUnknownOption(result)
  const unreadable = (message: string) => new HostError({ reason: "Protocol", method, message })
  const exchange: Effect.Effect<string, HostError> = Effect.suspend(() => {
    const line = JSON.stringify({ id, method, params })
    return Buffer.byteLength(line) >= REQUEST_LIMIT
      ? new HostError({ reason: "Refused", method, message: "the request is longer than herdr takes" })
      : Effect.mapError(exchangeLine(socketPath, line), (failure) => fromLine(method, failure))
  })
  return exchange.pipe(
    Effect.timeoutFail({
      duration: options.timeout,
      onTimeout: () =>
        new HostError({
          reason: "Timeout",
          method,
          message: `no answer within ${Duration.toMillis(options.timeout)} ms`
        })
    }),
    Effect.flatMap((text) => {
      const envelope = decodeEnvelope(text)
      if (envelope._tag === "None") return Effect.fail(unreadable("herdr's answer is not the JSON expected"))
      const { error, id: answered, result: value } = envelope.value
      // What cannot be parsed is refused with an empty id; every other answer repeats ours.
      if (answered !== id && !(error !== null && (answered === "" || answered === null))) {
        return Effect.fail(unreadable("herdr answered another request"))
      }
      if (error !== null) return Effect.fail(refusal(method, error.code))
      const decoded = decodeResult(value)
      return decoded._tag === "Some"
        ? Effect.succeed(decoded.value)
        : Effect.fail(unreadable(`herdr's answer to ${method} has not the shape expected`))
    })
  )
}

/**
 * For calls that change nothing: waits out a restart (`Restarting`, and after one also `NotRunning` and `Lost`) for
 * {@link RESTART_PATIENCE} of pauses, and repeats a lost connection once.
 */
export const retryingRead = <A>(call: Effect.Effect<A, HostError>): Effect.Effect<A, HostError> => {
  const attempt = (pauses: number, lost: boolean): Effect.Effect<A, HostError> =>
    Effect.catchAll(call, (error) => {
      const inRestart =
        error.reason === "Restarting" ||
        (pauses > 0 && (error.reason === "NotRunning" || error.reason === "Lost"))
      if (inRestart && pauses < RESTART_PAUSES) return Effect.delay(attempt(pauses + 1, lost), RESTART_PAUSE)
      return error.reason === "Lost" && !lost && !inRestart ? attempt(pauses, true) : Effect.fail(error)
    })
  return attempt(0, false)
}
