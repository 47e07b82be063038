import * as path from "node:path"
import * as Either from "effect/Either"
import { HostError } from "../Herdr.ts"

/** What decides which herdr server is meant. */
export interface SocketQuestion {
  /** The session the person named; null leaves it to the environment. */
  readonly session: string | null
  readonly env: Readonly<Record<string, string | undefined>>
  /** The home folder, null where there is none. */
  readonly home: string | null
  /** The platform word of node, for the length limit of socket paths. */
  readonly platform?: string
}

/** Where the server listens, and the session name its state is kept under. */
export interface HerdrAddress {
  readonly path: string
  readonly session: string
}

const DEFAULT_SESSION = "default"

/** True for 1 to 64 letters, digits, dots, underscores and dashes, except `.` and `..`. */
export const isSessionName = (name: string): boolean =>
  /^[A-Za-z0-9._-]{1,64}$/.test(name) && name !== "." && name !== ".."

const refuse = (message: string) => new HostError({ reason: "Refused", method: "connect", message })

// sun_path holds 108 bytes on Linux and 104 on the BSDs and macOS, one of them the closing zero.
const pathLimit = (platform: string): number => (platform === "linux" ? 107 : 103)

/** Refuses what the system would cut or reject: an empty path, a NUL, more bytes than a socket address holds. */
export const checkSocketPath = (
  socketPath: string,
  platform: string = process.platform
): Either.Either<string, HostError> => {
  const limit = pathLimit(platform)
  const bytes = Buffer.byteLength(socketPath)
  if (socketPath === "" || socketPath.includes("\0"))
    return Either.left(refuse("the socket path is not usable"))
  return bytes > limit
    ? Either.left(
        refuse(
          `the socket path has ${bytes} bytes and this system takes ${limit}: use a shorter session name or HOME`
        )
      )
    : Either.right(socketPath)
}

const configDir = (question: SocketQuestion): string => {
  const xdg = question.env["XDG_CONFIG_HOME"]
  // herdr takes the variable as set even when it is empty, which makes the path relative; so do we.
  if (xdg !== undefined) return path.join(xdg, "herdr")
  if (question.home !== null && question.home !== "") return path.join(question.home, ".config", "herdr")
  return path.join(question.env["TMPDIR"] || "/tmp", "herdr")
}

const addressOf = (question: SocketQuestion, session: string): HerdrAddress => {
  const dir = configDir(question)
  return session === DEFAULT_SESSION
    ? { path: path.join(dir, "herdr.sock"), session }
    : { path: path.join(dir, "sessions", session, "herdr.sock"), session }
}

// FNV-1a: only tells two socket paths of the same file name apart.
const shortHash = (text: string): string => {
  let hash = 0x811c9dc5
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0
  return hash.toString(16).padStart(8, "0")
}

/**
 * The session name of a server known by its socket only: `default` or NAME for the usual places, else a name made from
 * the path, so that two servers with the same pane ids never share state.
 */
export const sessionOfSocket = (question: SocketQuestion, socketPath: string): string => {
  if (path.resolve(socketPath) === path.resolve(addressOf(question, DEFAULT_SESSION).path))
    return DEFAULT_SESSION
  const dir = path.dirname(socketPath)
  const name = path.basename(dir)
  if (path.basename(path.dirname(dir)) === "sessions" && isSessionName(name) && name !== DEFAULT_SESSION)
    return name
  const stem = path
    .basename(socketPath)
    .replace(/\.sock$/, "")
    .replace(/[^A-Za-z0-9._-]/g, "_")
    .slice(0, 40)
  return `${stem}-${shortHash(path.resolve(socketPath))}`
}

/**
 * The API socket of a herdr session: a named session first, then `HERDR_SOCKET_PATH`, then `HERDR_SESSION`, then the
 * default session. Fails with `Refused` for a name herdr would not take and for a path too long for a socket.
 */
export const resolveHerdrSocket = (question: SocketQuestion): Either.Either<HerdrAddress, HostError> => {
  const platform = question.platform ?? process.platform
  const checked = (address: HerdrAddress) =>
    Either.map(checkSocketPath(address.path, platform), () => address)
  const named = (session: string, from: string) =>
    isSessionName(session)
      ? checked(addressOf(question, session))
      : Either.left(
          refuse(`${from} is not a herdr session name: 1 to 64 letters, digits, dots, underscores and dashes`)
        )
  if (question.session !== null) return named(question.session, "the session")
  const socketPath = question.env["HERDR_SOCKET_PATH"]
  if (socketPath !== undefined && socketPath !== "") {
    return checked({ path: socketPath, session: sessionOfSocket(question, socketPath) })
  }
  const fromEnv = question.env["HERDR_SESSION"]
  return fromEnv !== undefined && fromEnv !== ""
    ? named(fromEnv, "HERDR_SESSION")
    : checked(addressOf(question, DEFAULT_SESSION))
}
