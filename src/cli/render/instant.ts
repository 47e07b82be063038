/** An instant as it is printed everywhere: ISO 8601 UTC, or `-` for none. */
export const instant = (at: number | null): string => (at === null ? "-" : new Date(at).toISOString())
