import type { HookVendor } from "../vendor.ts"

export const qwen: HookVendor = {
  cli: "qwen",
  title: "Qwen Code",
  user: { folder: ".qwen", file: "settings.json" },
  project: { folder: ".qwen", file: "settings.json" },
  override: { variable: "QWEN_HOME", names: "folder" },
  shape: "groups",
  // Milliseconds in 0.x. Where a version counts seconds this is only a long wait, the other way round it is none at all.
  timeout: 10_000,
  without: ["StopFailure"],
  required: {},
  switches: [{ path: ["disableAllHooks"], off: true }],
  toml: null,
  rival: null,
  notes: []
}
