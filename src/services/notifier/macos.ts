import type { ChannelEntry } from "./channel.ts"
import { runHelper } from "./program.ts"

// The script is fixed and takes its texts as arguments, counted from the end: a text is never part of a program.
const SCRIPT = [
  "on run argv",
  "display notification (item -1 of argv) with title (item -2 of argv)",
  "end run"
] as const

/** macOS: Notification Centre through its own `osascript`. */
export const macos: ChannelEntry = {
  name: "osascript",
  platform: "darwin",
  make: ({ run }) => ({
    name: "osascript",
    send: ({ body, title }) =>
      runHelper(run, "osascript", "/usr/bin/osascript", [
        ...SCRIPT.flatMap((line) => ["-e", line]),
        // Ends the options, so that a text beginning with a dash is a text.
        "--",
        title,
        body
      ])
  })
}
