/** One trailer of a commit, as git reads it: `Agent: Opus 4.1 · implementer` is the token `Agent` and the rest. */
export interface Trailer {
  readonly token: string
  readonly value: string
}

/** The newest commit of a branch or of a worktree without one. Names and trailers are untrusted text. */
export interface Tip {
  readonly oid: string
  /** The committer's instant, epoch ms: when the commit came to be here, whatever its author date says. */
  readonly at: number
  readonly author: string
  readonly email: string
  readonly trailers: ReadonlyArray<Trailer>
}

/** A branch's tip; `ref` is the full name, `refs/heads/…`. */
export interface BranchTip extends Tip {
  readonly ref: string
}

/** A checkout of the repository. `path` is absolute; `head` is null before its first commit and in a bare repository. */
export interface Worktree {
  readonly path: string
  /** The repository's own checkout, not a linked one. */
  readonly main: boolean
  readonly head: string | null
  /** The full name of the branch that is checked out, or null. */
  readonly branch: string | null
}

/** What one look at a repository found. */
export interface GitLook {
  /** The newest branches, newest first, a bounded number. */
  readonly branches: ReadonlyArray<BranchTip>
  readonly worktrees: ReadonlyArray<Worktree>
  /** The commits of checkouts that no branch of the list stands at: detached heads, branches beyond the bound. */
  readonly heads: ReadonlyArray<Tip>
}
