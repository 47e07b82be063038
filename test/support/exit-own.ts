import { rmSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { vi } from "vitest"
import { makeSignals } from "../../src/cli/Signals.ts"
import { findPlaces } from "../../src/services/approvals/places.ts"
import { Processes } from "../../src/services/Processes.ts"
import { ProcessRunner } from "../../src/services/ProcessRunner.ts"
import { StateLock } from "../../src/services/StateLock.ts"
import { breathe, runTeam, SCREENS, START, TEAM, teamProcess } from "./cli.ts"
import { type Drives, type Kit, line, put, really, waiting } from "./exit-drive.ts"
import { LAUNCH_DRIVES } from "./exit-launch.ts"
import { MAIL_DRIVES } from "./exit-mail.ts"
import { onTerminal } from "./exit-terminal.ts"

const recorded = (pid: number): string =>
  JSON.stringify({
    format: 1,
    sessions: { lantern: { watch: { pid, heartbeat: new Date(START).toISOString() } } }
  })

const claude = ({ project }: Kit): string => join(project.home, ".claude", "settings.json")

const capture = (project: Kit["project"], kind: string): void => {
  const { ansi, cursor, title } = SCREENS.claudeIdle
  const label = {
    cli: "claude-code",
    kind,
    cursor_x: cursor.x,
    cursor_y: cursor.y,
    cursor_visible: cursor.visible,
    pane_title: title
  }
  put(join(project.root, "captures", "a.json"), JSON.stringify(label))
  put(join(project.root, "captures", "a.ansi"), ansi)
}

const processes = (name: string) => ({ root: null, foreground: [{ pid: 1, start: null, name }] })

/** An approval with nothing waiting on the terminal. */
const approved = onTerminal({}, line("approve"))

const locks = StateLock.layer.pipe(Layer.provide(Processes.layer.pipe(Layer.provide(ProcessRunner.layer))))

const BEFORE: Drives = {
  "team.help": { run: line("--help"), said: /Usage: team <command>/ },
  "team.command-help": { run: line("seats --help"), said: /Example:/ },
  "team.version": {
    run: ({ project }) => teamProcess(["--version"], { cwd: project.root, home: project.home }),
    said: /^\d+\.\d+\.\d+\S*\n$/
  },
  "team.no-command": {
    run: ({ project }) => runTeam([], { cwd: project.root })
  },
  "team.unknown": { run: line("statsu") },
  "team.invocation": { run: line("--jsn seats") },
  // A defect is no refusal, so its id stands only in the document.
  "team.defect": {
    run: ({ team }) => {
      let broken = false
      const onOut = () => {
        if (broken) return
        broken = true
        throw new Error("the output broke")
      }
      return Effect.map(team("seats --json", { onOut }), (ran) => ({
        ...ran,
        id: ran.out.includes('"id":"team.defect"') ? "team.defect" : null
      }))
    }
  }
}

const WATCH: Drives = {
  "watch.stopped": {
    run: ({ team }) =>
      Effect.gen(function* () {
        const signals = makeSignals()
        let passed = false
        const onOut = (text: string) => {
          if (text.includes("brass: idle")) passed = true
        }
        const fiber = yield* Effect.fork(team("watch", { signals, onOut }))
        for (let turn = 0; turn < 3_000 && !passed; turn++) yield* breathe
        signals.deliver("SIGTERM")
        return yield* fiber
      }),
    said: /the watch of "lantern" stopped\n$/
  },
  "watch.started": {
    run: ({ host, project, team }) =>
      Effect.zipRight(
        host.onLaunch(() => Effect.sync(() => put(project.state, recorded(77)))),
        team("watch --detach")
      ),
    said: /^watch: started \(pid 77, /
  },
  "watch.already": {
    run: ({ project, team }) => {
      put(project.state, recorded(process.ppid))
      return team("watch")
    }
  },
  "watch.caller": {
    run: line("watch", {
      caller: { _tag: "Unplaced", why: { _tag: "NamelessPane", pane: "p4", program: "claude" } }
    })
  },
  "watch.workspace": {
    run: ({ host, team }) => Effect.zipRight(host.fail("Refused", "createWorkspace"), team("watch --detach"))
  },
  "watch.watchdog": { run: ({ team }) => waiting(200, team("watch --detach")) },
  "watch.invocation": { run: line("watch --json") }
}

const LOOKS: Drives = {
  "status.agrees": { run: line("status"), said: /\n0 differences\n$/ },
  "status.difference": {
    run: ({ host, panes, team }) => Effect.zipRight(host.removePane(panes.brass), team("status"))
  },
  "check.agrees": { run: line("check"), said: /^the team is as the file has it\n$/ },
  "check.differs": {
    run: ({ host, panes, team }) => Effect.zipRight(host.removePane(panes.brass), team("check"))
  },
  "explain.evidence": {
    run: ({ project, team }) => {
      put(join(project.root, "f"), "{}\n")
      return team("explain --evidence f")
    }
  },
  "explain.file": { run: line("explain --evidence nowhere") },
  "replay.file": { run: line("replay nowhere") },
  "demo.tmux": {
    run: ({ team }) => {
      vi.stubEnv("PATH", "/nonexistent")
      return Effect.ensuring(really(team("demo --host tmux")), Effect.sync(vi.unstubAllEnvs))
    }
  }
}

const CHANGES: Drives = {
  "register.pane": { run: line("register glass --pane nowhere") },
  "register.taken": {
    run: ({ host, panes, team }) =>
      Effect.zipRight(
        host.setProcesses(panes.brass, processes("codex")),
        team(`register glass --pane ${panes.brass}`)
      )
  },
  "register.no-cli": {
    run: ({ host, panes, team }) =>
      Effect.zipRight(host.setProcesses(panes.glass, processes("bash")), team("register glass"))
  },
  "register.process": {
    run: ({ host, panes, team }) =>
      Effect.zipRight(host.setProcesses(panes.glass, null), team("register glass"))
  },
  "hold.invocation": { run: line("hold --show --release") },
  "hold.until": { run: line("hold --for 2y") },
  "hold.reason": {
    run: ({ host, project }) =>
      runTeam(["hold", "--reason", ""], { cwd: project.root, env: { HOME: project.home }, host })
  },
  "init.wrote": { file: null, run: line("init"), said: /^wrote / },
  "init.exists": { run: line("init") },
  "init.refused": {
    file: null,
    run: ({ project, team }) => {
      rmSync(join(project.root, ".agents"), { recursive: true })
      symlinkSync(project.home, join(project.root, ".agents"))
      return team("init")
    }
  },
  "init.nothing": { run: line("init --restore") },
  "init.restored": {
    run: (kit) =>
      Effect.gen(function* () {
        yield* approved(kit)
        rmSync(kit.project.file)
        return yield* kit.team("init --restore")
      }),
    said: /^restored /
  }
}

const APPROVE: Drives = {
  "approve.busy": {
    run: (kit) =>
      Effect.gen(function* () {
        const { project } = kit
        yield* approved(kit)
        project.write(`${TEAM}# changed\n`)
        const places = yield* findPlaces(join(project.home, ".config", "team"), project.root, "lantern")
        const lock = yield* StateLock
        return yield* lock.withLock(places.lock)(waiting(50, approved(kit)))
      }).pipe(Effect.provide(locks), Effect.orDie)
  },
  "approve.approved": { run: approved, said: /\bapproval #1\b|\bapproved\b/ },
  "approve.show": { run: line("approve --show"), said: /nothing was recorded \(--show\)/ },
  "approve.check": {
    file: TEAM.replace("interval: 2m", "interval: 2m\n  notify_command: /nonexistent/bell"),
    run: line("approve")
  },
  "approve.answer": {
    run: onTerminal({ readLine: Effect.succeed("17") }, line("approve --confirm"))
  },
  "approve.changed": {
    run: (kit) => {
      const readLine = Effect.sync(() => {
        kit.project.write("format: 1\n")
        return "3"
      })
      return onTerminal({ readLine }, line("approve --confirm"))(kit)
    }
  }
}

const HOOKS: Drives = {
  "hooks.invocation": { run: line("hooks install") },
  "hooks.changed": {
    run: (kit) =>
      kit.team("hooks install claude-code", { onOut: () => put(claude(kit), '{"model":"another"}') })
  },
  "hooks.cli": { run: line("hooks install nothing") },
  "hooks.program": { run: line("hooks install claude-code", { self: [] }) },
  "hooks.unreadable": {
    run: (kit) => {
      put(claude(kit), "{")
      return kit.team("hooks install claude-code")
    }
  },
  "hooks.shape": {
    run: (kit) => {
      put(claude(kit), '{"hooks":["x"]}')
      return kit.team("hooks install claude-code")
    }
  }
}

const SCREEN: Drives = {
  "screen.unsafe": {
    run: ({ project, team }) => {
      capture(project, "plan")
      return team("screen test captures")
    }
  },
  "screen.reader": {
    run: ({ project, team }) => {
      capture(project, "idle")
      return really(team("screen test captures --reader /nonexistent/reader"))
    }
  },
  "screen.file": { run: line("screen read --cli codex nowhere.ansi") },
  "screen.frame": {
    run: ({ project, team }) => {
      writeFileSync(join(project.root, "f"), "{}\n")
      return team("screen read --frames f")
    }
  },
  "screen.exists": {
    run: ({ team }) => {
      const again = team("screen capture glass --kind idle")
      return Effect.zipRight(again, again)
    }
  },
  "screen.pane": {
    run: ({ host, panes, team }) =>
      Effect.zipRight(host.removePane(panes.glass), team("screen capture glass --kind idle"))
  },
  "screen.private": {
    run: ({ host, panes, team }) =>
      Effect.zipRight(
        host.setScreen(panes.glass, "lan\u001b[1mtern\u001b[0m"),
        team("screen capture glass --kind idle")
      )
  }
}

/** Every id of a single command that can be made to happen in this process. */
export const OWN_DRIVES: Drives = {
  ...BEFORE,
  ...WATCH,
  ...LOOKS,
  ...CHANGES,
  ...MAIL_DRIVES,
  ...LAUNCH_DRIVES,
  ...APPROVE,
  ...HOOKS,
  ...SCREEN
}
