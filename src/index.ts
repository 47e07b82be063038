/** Everything a program embeds: the pure domain, the services with their layers, and the documents of `--json`. */

export * from "./documents.ts"
export * from "./domain/index.ts"
export * from "./services/index.ts"
