import type { Exit } from "../exits.ts"

const INTRO = `# Exit codes

Generated from the table in \`src/cli/exits.ts\` by \`npm run generate\`; the same rows for programs are in
\`contract/exit-codes.json\`.

Every way a command ends has an id and a code. The id says exactly what happened; the code says it as far as a shell can:

| code | |
|---|---|
| 0 | done, or as it should be |
| 1 | refused, or something differs |
| 2 | the call, a file or the state cannot be read, or the host does not answer |
| 70 | a bug |
| 129, 130, 143 | ended by SIGHUP, SIGINT or SIGTERM; a stopped \`team watch\` is 0 |

With \`--json\` a command that does not end with 0 prints one document on stdout and nothing on stderr:

\`\`\`json
{"format":1,"kind":"team.error","id":"watch.already","code":1,"message":"…"}
\`\`\`

Where what a command prints says it already (\`check.differs\`, \`status.difference\`, \`status.herdr\`, \`screen.unsafe\`), that
is all it prints. Ids with code 0 stand for an outcome; nothing prints them.
`

const cell = (text: string): string => text.replaceAll("|", "\\|")

const section = (command: string, rows: ReadonlyArray<Exit>): string => {
  const head = command === "team" ? "## team, before a command" : `## team ${command}`
  const link = command === "team" ? "" : `[What it does](commands/${command}.md).\n\n`
  const lines = [...rows]
    .sort((left, right) => left.code - right.code)
    .map(({ code, id, repair, when }) => `| \`${id}\` | ${code} | ${cell(when)} | ${cell(repair ?? "")} |`)
  return `${head}\n\n${link}| exit id | code | when | what to do |\n|---|---|---|---|\n${lines.join("\n")}\n`
}

/** `docs/exit-codes.md`: what the codes mean, then a table a command, before a command first. */
export const exitsPage = (exits: ReadonlyArray<Exit>): string => {
  const others = [...new Set(exits.map(({ command }) => command))].filter((command) => command !== "team")
  return [
    INTRO,
    ...["team", ...others].map((name) =>
      section(
        name,
        exits.filter((exit) => exit.command === name)
      )
    )
  ].join("\n")
}
