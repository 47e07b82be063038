declare const __TEAM_VERSION__: string | undefined

/** The version this was built as; from the sources it is a development one. */
export const VERSION: string = typeof __TEAM_VERSION__ === "string" ? __TEAM_VERSION__ : "0.0.0-dev"
