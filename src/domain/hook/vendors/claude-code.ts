import type { HookVendor } from "../vendor.ts"

export const claudeCode: HookVendor = {
  cli: "claude-code",
  title: "Claude Code",
  user: { folder: ".claude", file: "settings.json" },
  // The file of the clone, which is not committed: a command with a path of this machine is nobody else's.
  project: { folder: ".claude", file: "settings.local.json" },
  override: { variable: "CLAUDE_CONFIG_DIR", names: "folder" },
  shape: "groups",
  timeout: 10,
  without: [],
  required: {},
  switches: [{ path: ["disableAllHooks"], off: true }],
  toml: null,
  rival: null,
  notes: []
}
