#!/usr/bin/env bash
# The same sources under Deno: the version, the demo, and the domain part of the suite.
set -euo pipefail
cd "$(dirname "$0")/.."
deno() { npx --yes deno@^2.9.6 "$@"; }

deno --version
deno run -A src/cli/main.ts --version
deno run -A src/cli/main.ts demo | tail -n 3
deno run -A node_modules/vitest/vitest.mjs run test/domain
