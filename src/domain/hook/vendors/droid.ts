import type { HookVendor } from "../vendor.ts"

export const droid: HookVendor = {
  cli: "droid",
  title: "Factory Droid",
  // Its manual prefers hooks.json, but 0.186.0 was seen to run only what the settings declare.
  user: { folder: ".factory", file: "settings.json" },
  project: { folder: ".factory", file: "settings.json" },
  override: null,
  shape: "groups",
  timeout: 10,
  without: ["StopFailure"],
  required: {},
  switches: [],
  toml: null,
  rival: "hooks.json",
  notes: []
}
