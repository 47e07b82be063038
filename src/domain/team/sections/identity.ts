import * as Option from "effect/Option"
import type * as Schema from "effect/Schema"
import type { Codec } from "../codec.ts"
import { choice, list, refuse, text, texts } from "../codec.ts"
import { defaults, maybe, optional, struct } from "../struct.ts"

/** A list of regular expressions, each compiled once to see that it is one. */
const patterns: Codec<ReadonlyArray<string>> = list({
  ...text,
  read: (node, name, sink) =>
    Option.flatMap(text.read(node, name, sink), (source) => {
      try {
        new RegExp(source, "u")
        return Option.some(source)
      } catch (cause) {
        // The engine's message repeats the pattern; only what follows its last colon says why.
        const why =
          cause instanceof Error
            ? (cause.message.split(": ").at(-1) ?? "it does not compile")
            : "it does not compile"
        return refuse(sink, node.line, `${name}: not a regular expression (${why.toLowerCase()})`)
      }
    })
})

const position = choice("last-line", "trailer", "anywhere")

const commits = struct({
  template: maybe(text, "The signature line of a commit; identity.signature.template when left out."),
  position: optional(position, "trailer", "Where a commit carries it.", "trailer"),
  exempt: optional(list(choice("merge")), ["merge"], "Commits that need none.", ["merge"])
})

const pulls = struct(
  {
    template: maybe(text, "The signature line of a pull request; identity.signature.template when left out."),
    position: optional(position, "last-line", "Where a pull request carries it.", "last-line")
  },
  { retired: {} }
)

const pullRequests: typeof pulls = {
  ...pulls,
  read: (node, name, sink) => {
    const exempt = node.kind === "map" ? node.entries.find((entry) => entry.key === "exempt") : undefined
    if (exempt === undefined) return pulls.read(node, name, sink)
    sink.problem(exempt.line, "pull_requests has no exempt: it applies to commits only")
    return Option.none()
  }
}

const TRAILER = /^[A-Za-z0-9-]+: \S/

const signatureFields = struct({
  template: maybe(text, "The signature line, with {display}, {role}, {model}, {version} and {name}."),
  commits: optional(commits, defaults(commits), "The signature of commits."),
  pull_requests: optional(pullRequests, defaults(pulls), "The signature of pull requests.")
})

const signature: typeof signatureFields = {
  ...signatureFields,
  read: (node, name, sink) =>
    Option.filter(signatureFields.read(node, name, sink), (value) => {
      const used = [
        { template: value.commits.template ?? value.template, position: value.commits.position },
        { template: value.pull_requests.template ?? value.template, position: value.pull_requests.position }
      ]
      const bad = used.some(
        (one) => one.position === "trailer" && one.template !== null && !TRAILER.test(one.template)
      )
      if (bad) {
        sink.problem(
          node.line,
          'position "trailer" needs a template git reads as a trailer: "<token>: <value>", the token without spaces'
        )
      }
      return !bad
    })
}

/** The `identity` section: how work is signed. Read and approved here; the checking of commits is another tool's. */
export const identity = struct({
  signature: optional(signature, defaults(signatureFields), "How the team's work is signed."),
  humans: optional(texts, [], "Addresses of people, whose commits need no signature."),
  since: maybe(text, "The commit signatures are required from."),
  forbidden: optional(patterns, [], "Expressions no commit may contain."),
  forbidden_public: optional(patterns, [], "Expressions no commit of a public project may contain.")
})

/** The identity of a file without the section. */
export type Identity = Schema.Schema.Type<typeof identity.type>
