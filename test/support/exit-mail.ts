import { symlinkSync } from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import { runTeam, TEAM } from "./cli.ts"
import { composerPane, type Manner } from "./composer-memory.ts"
import { type Drive, type Drives, line, put, SEAT, waiting } from "./exit-drive.ts"

const sending =
  (manner: Manner): Drive["run"] =>
  ({ host, panes, team }) =>
    Effect.gen(function* () {
      yield* host.removePane(panes.glass)
      yield* composerPane(host, "glass", manner)
      return yield* waiting(50, team("send glass words"))
    })

/** A link stands where the messages lie. */
const linked =
  (words: string): Drive["run"] =>
  ({ project, team }) => {
    symlinkSync(project.home, join(project.root, ".agents", "messages"))
    return team(words, words.startsWith("ack") ? { caller: SEAT } : {})
  }

/** A project in a folder whose name cannot be typed. */
const untypable: Drive["run"] = ({ host, project }) => {
  const root = join(project.root, "with space")
  put(join(root, ".agents", "team.yaml"), TEAM)
  return runTeam(["send", "glass", "words"], { cwd: root, env: { HOME: project.home }, host })
}

const ID = "0".repeat(26)

/** Every id of `send`, `messages` and `ack`. */
export const MAIL_DRIVES: Drives = {
  "send.submitted": { run: sending("takes"), said: /^glass: submitted: / },
  "send.held": {
    run: ({ host, panes, team }) => Effect.zipRight(host.removePane(panes.glass), team("send glass words")),
    said: /^glass: held: /
  },
  "send.not-sent": { run: sending("deaf") },
  "send.unconfirmed": { run: sending("hides") },
  "send.self": { run: line("send glass words", { caller: SEAT }) },
  "send.path": { run: untypable },
  "send.body": { run: line("send glass --body nowhere") },
  "send.expires": { run: line("send glass words --expires never") },
  "send.mailbox": { run: linked("send glass words") },
  "messages.refused": {
    run: ({ project, team }) => {
      put(join(project.root, ".agents", "messages", "glass", "notes.txt"), "x")
      return team("messages")
    }
  },
  "messages.mailbox": { run: linked("messages") },
  "ack.unknown": { run: line(`ack ${ID}`, { caller: SEAT }) },
  "ack.id": { run: line("ack 12", { caller: SEAT }) },
  "ack.mailbox": { run: linked(`ack ${ID}`) }
}
