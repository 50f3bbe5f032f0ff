import type { Rule } from 'eslint'

export interface Room {
  room: string
  prefix: string
  may: string[]
}
export const rooms: Room[]
export function roomOf(file: string): Room | null
export const walls: Rule.RuleModule
