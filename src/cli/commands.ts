import type { TeamCommand } from "./command.ts"

/** How `team --help` groups the commands (design §8). */
export type Group = "look" | "run" | "talk" | "set up"

export interface Entry {
  readonly name: string
  readonly group: Group
  readonly summary: string
  readonly load: () => Promise<TeamCommand>
}

/** Every command: one file and one line here. Each is loaded only when it is asked for. */
export const COMMANDS: ReadonlyArray<Entry> = [
  {
    name: "seats",
    group: "look",
    summary: "every seat's state with the source it was read from",
    load: () => import("./commands/seats.ts").then((module) => module.seats)
  },
  {
    name: "status",
    group: "look",
    summary: "the team: states, standing reports, differences and their repairs",
    load: () => import("./commands/status.ts").then((module) => module.status)
  },
  {
    name: "check",
    group: "look",
    summary: "one reading against the file: 0 agrees, 1 differs, 2 unreadable",
    load: () => import("./commands/check.ts").then((module) => module.check)
  },
  {
    name: "usage",
    group: "look",
    summary: "what is left on the team's accounts, and whether it counts",
    load: () => import("./commands/usage.ts").then((module) => module.usage)
  },
  {
    name: "explain",
    group: "look",
    summary: "why a word is what it is, for evidence in a file",
    load: () => import("./commands/explain.ts").then((module) => module.explain)
  },
  {
    name: "replay",
    group: "look",
    summary: "a recorded watch again: same readings, same reports",
    load: () => import("./commands/replay.ts").then((module) => module.replay)
  },
  {
    name: "watch",
    group: "run",
    summary: "the watch: sixteen checks each pass, each report once",
    load: () => import("./commands/watch.ts").then((module) => module.watch)
  },
  {
    name: "up",
    group: "run",
    summary: "start every seat of the approved file, with its rules, and the watch",
    load: () => import("./commands/up.ts").then((module) => module.up)
  },
  {
    name: "down",
    group: "run",
    summary: "end the seats' CLIs at their own empty prompts",
    load: () => import("./commands/down.ts").then((module) => module.down)
  },
  {
    name: "add",
    group: "run",
    summary: "start one seat of the file",
    load: () => import("./commands/add.ts").then((module) => module.add)
  },
  {
    name: "remove",
    group: "run",
    summary: "stop one seat, and take it out of the file or keep it there",
    load: () => import("./commands/remove.ts").then((module) => module.remove)
  },
  {
    name: "restart",
    group: "run",
    summary: "stop one seat and start it again",
    load: () => import("./commands/restart.ts").then((module) => module.restart)
  },
  {
    name: "register",
    group: "run",
    summary: "record the CLI that runs in a pane as a seat",
    load: () => import("./commands/register.ts").then((module) => module.register)
  },
  {
    name: "hold",
    group: "run",
    summary: "hold the team or a seat still, for a reason and a time",
    load: () => import("./commands/hold.ts").then((module) => module.hold)
  },
  {
    name: "demo",
    group: "run",
    summary: "a quarter of an hour of a four-seat team in a few seconds",
    load: () => import("./commands/demo.ts").then((module) => module.demo)
  },
  {
    name: "send",
    group: "talk",
    summary: "leave a message for a seat, and type its line if the box is free",
    load: () => import("./commands/send.ts").then((module) => module.send)
  },
  {
    name: "messages",
    group: "talk",
    summary: "what waits for the seat that asks; of any seat for its owner",
    load: () => import("./commands/messages.ts").then((module) => module.messages)
  },
  {
    name: "ack",
    group: "talk",
    summary: "a seat's word that it has a message",
    load: () => import("./commands/ack.ts").then((module) => module.ack)
  },
  {
    name: "init",
    group: "set up",
    summary: "write a commented team file, private to this clone",
    load: () => import("./commands/init.ts").then((module) => module.init)
  },
  {
    name: "approve",
    group: "set up",
    summary: "show what the file fixes and record it, signed",
    load: () => import("./commands/approve.ts").then((module) => module.approve)
  },
  {
    name: "hooks",
    group: "set up",
    summary: "print, install, remove or look at the hooks a CLI reports its turns by",
    load: () => import("./commands/hooks.ts").then((module) => module.hooks)
  },
  {
    name: "hook",
    group: "set up",
    summary: "run by a CLI's hook, not by a person",
    load: () => import("./commands/hook.ts").then((module) => module.hook)
  },
  {
    name: "screen",
    group: "set up",
    summary: "read saved screens with the rules of a CLI",
    load: () => import("./commands/screen.ts").then((module) => module.screen)
  }
]
