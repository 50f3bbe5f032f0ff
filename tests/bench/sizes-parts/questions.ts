import { quantile, time } from '../cache/harness'

/** What is searched for, by Postroom and by the engines beside it, also in search.ts. */
export const terms =
  'a g an gm ann ber kyo anna gmail weber quinn .rossi 9999 firm123 rosa.chen hiro.tanaka12 zzzz no-such-person'.split(
    ' ',
  )

/** Milliseconds below which 95 of 100 calls lie, each asked once. */
export function p95(calls: number, act: (index: number) => unknown): number {
  return quantile(time(calls, act), 0.95)
}
