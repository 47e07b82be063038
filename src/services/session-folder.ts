import { createHash } from "node:crypto"

/** A session's folder name. What is not plainly safe gets a hash after a `~`, which no plain name has. */
export const sessionFolder = (session: string): string =>
  /^[a-z0-9][a-z0-9._-]{0,63}$/.test(session)
    ? session
    : `${session
        .replaceAll(/[^A-Za-z0-9._-]/g, "_")
        .replace(/^[.-]+/, "")
        .slice(0, 40)}~${createHash("sha256").update(session).digest("hex").slice(0, 16)}`
