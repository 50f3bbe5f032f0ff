import type { VerdictClass } from '../../../../../src-shared/bridge/verdicts'

/** How much a class weighs: one reason to expect a bounce outweighs any number of others. */
const weight: Readonly<Record<VerdictClass, number>> = {
  undeliverable: 3,
  unknown: 2,
  risky: 1,
  accepts: 0,
}

/** What a sign means, and its place within its class. */
export interface Meaning {
  class: VerdictClass
  place: number
}

/** Orders signs, the weightiest first. */
export function byWeight<T extends string>(meaningOf: (sign: T) => Meaning): (one: T, other: T) => number {
  return (one, other) => {
    const [left, right] = [meaningOf(one), meaningOf(other)]
    return weight[right.class] - weight[left.class] || left.place - right.place
  }
}
