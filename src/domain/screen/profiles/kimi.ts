import type { Profile } from "../profile.ts"
import { generic } from "./generic.ts"

const told = { captured: false } as const

/** Kimi's CLI: told, never captured. Its dialogs and turns are looked for; nothing of it is ever idle. */
export const kimi: Profile = {
  ...generic,
  id: "kimi",
  aliases: ["kimi-code", "kimi-cli"],
  dialogs: [
    {
      id: "plan",
      ...told,
      kind: "plan",
      says: ["ready to build with this plan?", "↵ confirm", " choose"]
    },
    {
      id: "permission",
      ...told,
      kind: "permission",
      says: ["↵ confirm", " choose"],
      any: ["approve", "reject", "revise"]
    },
    {
      id: "permission-older",
      ...told,
      kind: "permission",
      says: ["requesting approval", "reject"],
      any: ["approve once", "approve for this session"]
    },
    {
      id: "question",
      ...told,
      kind: "question",
      says: ["↑↓ select", "esc cancel"],
      any: ["↵ choose", "↵ toggle", "↵ save"]
    },
    {
      id: "background-agents",
      ...told,
      kind: "working",
      rows: ["\\b[Kk]imi\\S{0,40} thinking\\b.{0,120}\\[[1-9]\\d* agents? running\\]"]
    },
    { id: "moon", ...told, kind: "working", rows: ["^ *[🌑🌒🌓🌔🌕🌖🌗🌘] *$"] },
    {
      id: "spinner",
      ...told,
      kind: "working",
      rows: ["^ *[⠀-⣿]{1,4} *(?:[Tt]hinking\\.\\.\\.|[Ww]orking\\.\\.\\.|[Uu]sing )"]
    }
  ]
}
