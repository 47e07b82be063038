import type { HookVendor } from "../vendor.ts"

export const gemini: HookVendor = {
  cli: "gemini",
  title: "Gemini CLI",
  user: { folder: ".gemini", file: "settings.json" },
  project: { folder: ".gemini", file: "settings.json" },
  override: { variable: "GEMINI_CLI_HOME", names: "home" },
  shape: "groups",
  timeout: 10_000,
  without: [],
  required: {},
  // The first is the present switch; the others are those of the versions in which hooks were an experiment.
  switches: [
    { path: ["hooksConfig", "enabled"], off: false },
    { path: ["hooks", "enabled"], off: false },
    { path: ["tools", "enableHooks"], off: false }
  ],
  toml: null,
  rival: null,
  notes: ["an older Gemini CLI runs hooks only with tools.enableHooks set to true in the same file"]
}
