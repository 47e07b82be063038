import type { HookVendor } from "../vendor.ts"

export const codex: HookVendor = {
  cli: "codex",
  title: "Codex",
  user: { folder: ".codex", file: "hooks.json" },
  project: { folder: ".codex", file: "hooks.json" },
  override: { variable: "CODEX_HOME", names: "folder" },
  shape: "groups",
  timeout: 10,
  // A turn that fails fires nothing.
  without: ["StopFailure"],
  required: {},
  switches: [],
  toml: { file: "config.toml", table: "features", keys: ["hooks", "codex_hooks"] },
  rival: null,
  notes: [
    "Codex runs a new or changed hook only after a person has trusted it: at its next start, or with /hooks"
  ]
}
