import type { HookVendor } from "../vendor.ts"

export const cursor: HookVendor = {
  cli: "cursor",
  title: "Cursor",
  user: { folder: ".cursor", file: "hooks.json" },
  project: { folder: ".cursor", file: "hooks.json" },
  override: null,
  shape: "flat",
  timeout: 10,
  without: [],
  required: { version: 1 },
  switches: [],
  toml: null,
  rival: null,
  notes: []
}
