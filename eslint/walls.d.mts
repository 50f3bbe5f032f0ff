import type { Rule } from 'eslint'

export interface Layer {
  layer: string
  prefix: string
  may: string[]
}
export const layers: Layer[]
export function layerOf(file: string): Layer | null
export const walls: Rule.RuleModule
