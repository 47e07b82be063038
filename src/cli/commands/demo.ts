export const demo = 1 as never
