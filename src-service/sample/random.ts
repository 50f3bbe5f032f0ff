/** A seeded source of chance: the same seed gives the same sequence on every machine. */
export class Random {
  private state: number

  constructor(seed: number) {
    this.state = seed | 0
  }

  /** A number from 0 to just under 1, in steps of 2^-32. */
  next(): number {
    this.state = (this.state + 0x9e3779b9) | 0
    let z = this.state
    z = Math.imul(z ^ (z >>> 16), 0x85ebca6b)
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35)
    return ((z ^ (z >>> 16)) >>> 0) / 2 ** 32
  }

  /** A whole number from `min` to `max`, both included. */
  whole(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1))
  }

  /** Whether something of this probability happens. */
  chance(probability: number): boolean {
    return this.next() < probability
  }

  /** One of a list, each as likely. */
  pick<T>(list: readonly T[]): T {
    const chosen = list[Math.floor(this.next() * list.length)]
    if (chosen === undefined) throw new Error('There is nothing to pick from.')
    return chosen
  }
}

/** Things with weights, one of which is picked in proportion to its weight. */
export class Weighted<T> {
  private readonly bounds: number[] = []
  private readonly things: T[] = []
  private sum = 0

  constructor(entries: readonly (readonly [T, number])[]) {
    for (const [thing, weight] of entries) {
      this.sum += weight
      this.things.push(thing)
      this.bounds.push(this.sum)
    }
  }

  pick(random: Random): T {
    const at = random.next() * this.sum
    let low = 0
    let high = this.bounds.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.bounds[middle]! > at) high = middle
      else low = middle + 1
    }
    const chosen = this.things[low]
    if (chosen === undefined) throw new Error('There is nothing to pick from.')
    return chosen
  }
}
