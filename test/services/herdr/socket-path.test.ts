import { assert, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import {
  checkSocketPath,
  isSessionName,
  resolveHerdrSocket,
  type SocketQuestion
} from "../../../src/services/herdr/socket-path.ts"

const ask = (question: Partial<SocketQuestion>) =>
  resolveHerdrSocket({ session: null, env: {}, home: "/home/u", platform: "linux", ...question })
const address = (question: Partial<SocketQuestion>) => Either.getOrThrow(ask(question))
const problem = (question: Partial<SocketQuestion>) => Either.getOrThrow(Either.flip(ask(question)))

describe("resolveHerdrSocket", () => {
  it("takes the default session of HOME when nothing is said", () => {
    assert.deepStrictEqual(address({}), { path: "/home/u/.config/herdr/herdr.sock", session: "default" })
  })

  it("prefers the named session to both variables", () => {
    const env = { HERDR_SOCKET_PATH: "/tmp/other.sock", HERDR_SESSION: "day" }
    assert.deepStrictEqual(address({ session: "night", env }), {
      path: "/home/u/.config/herdr/sessions/night/herdr.sock",
      session: "night"
    })
    assert.strictEqual(address({ session: "default", env }).path, "/home/u/.config/herdr/herdr.sock")
  })

  it("prefers HERDR_SOCKET_PATH to HERDR_SESSION", () => {
    const env = { HERDR_SOCKET_PATH: "/tmp/other.sock", HERDR_SESSION: "day" }
    assert.strictEqual(address({ env }).path, "/tmp/other.sock")
    assert.strictEqual(
      address({ env: { HERDR_SESSION: "day" } }).path,
      "/home/u/.config/herdr/sessions/day/herdr.sock"
    )
    assert.strictEqual(address({ env: { HERDR_SESSION: "default" } }).session, "default")
  })

  it("names the session of a bare socket path", () => {
    const named = (path: string) => address({ env: { HERDR_SOCKET_PATH: path } }).session
    assert.strictEqual(named("/home/u/.config/herdr/herdr.sock"), "default")
    assert.strictEqual(named("/home/u/.config/herdr/sessions/night/herdr.sock"), "night")
    assert.isTrue(isSessionName(named("/tmp/x y/a.sock")))
    assert.notStrictEqual(named("/tmp/x/a.sock"), named("/tmp/y/a.sock"))
    assert.notStrictEqual(named("/tmp/x/a.sock"), "default")
  })

  it("follows XDG_CONFIG_HOME, even an empty one, then HOME, then the temporary folder", () => {
    assert.strictEqual(address({ env: { XDG_CONFIG_HOME: "/c" } }).path, "/c/herdr/herdr.sock")
    assert.strictEqual(address({ env: { XDG_CONFIG_HOME: "" } }).path, "herdr/herdr.sock")
    assert.strictEqual(address({ home: null, env: { TMPDIR: "/t" } }).path, "/t/herdr/herdr.sock")
    assert.strictEqual(address({ home: null }).path, "/tmp/herdr/herdr.sock")
  })

  it("refuses names herdr would not take", () => {
    for (const name of ["", ".", "..", "a/b", "../x", "a b", "é", "a\n", "x".repeat(65)]) {
      assert.strictEqual(problem({ session: name }).reason, "Refused", name)
      assert.isFalse(isSessionName(name), name)
    }
    assert.isTrue(isSessionName("x".repeat(64)))
    assert.strictEqual(problem({ env: { HERDR_SESSION: "a/b" } }).reason, "Refused")
  })

  it("refuses a path that does not fit a socket address, by bytes and by system", () => {
    const home = `/${"h".repeat(60)}`
    const error = problem({ session: "s".repeat(40), home })
    assert.strictEqual(error.reason, "Refused")
    assert.match(error.message, /107/)
    const fits = `/${"a".repeat(106)}`
    assert.isTrue(Either.isRight(checkSocketPath(fits, "linux")))
    assert.isTrue(Either.isLeft(checkSocketPath(`${fits}a`, "linux")))
    assert.isTrue(Either.isLeft(checkSocketPath(fits, "darwin")))
    assert.isTrue(Either.isLeft(checkSocketPath(`/${"é".repeat(53)}a`, "linux")))
    assert.isTrue(Either.isLeft(checkSocketPath("/tmp/a\0b", "linux")))
  })
})
