import type { Seconds } from './durations.mjs'
import type { Touched } from './touched.mjs'

export const kinds: readonly {
  name: string
  holds: (file: string) => boolean
  seconds: number
  start: number
}[]
export function secondsOf(tests: readonly string[], known: Seconds): number
export function chooseTests(
  touched: readonly Touched[],
  known: Seconds,
  left: number,
): { chosen: string[]; leftOut: string[] }
