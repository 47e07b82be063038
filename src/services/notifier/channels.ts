import type { ChannelEntry } from "./channel.ts"
import { herdr } from "./herdr.ts"
import { linux } from "./linux.ts"
import { log } from "./log.ts"
import { macos } from "./macos.ts"

/** Every channel, in the order they are asked. A new one is a file of its own and a line here. */
export const channels: ReadonlyArray<ChannelEntry> = [macos, linux, herdr, log]
