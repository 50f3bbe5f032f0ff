import type { VerdictClass, VerdictSource } from '../../../../../src-shared/bridge/verdicts'
import type { BatchTally, ByClass } from './api'
import { classNames } from './classes'
import type { GroundFacts } from './grounds'

/** So many domains are listed by themselves. */
const mostDomains = 20
/** Codes of classes, that of no class included. */
const codes = classNames.length + 1

/** What is counted of one address: codes of its classes, and what its verdict is. */
export interface CountedAddress {
  domain: number
  ground: number
  class: number
  was: number
  suggests: boolean
  /** The verdict is from before the first job of the batch began. */
  early: boolean
}

/** Whether a verdict's class is another than that of the verdict before, by the codes of both. */
export function hasFlipped(own: number, before: number): boolean {
  return own !== 0 && before !== 0 && own !== before
}

/** Counts over the addresses of a batch, kept as they change: however large the batch, asking costs next to nothing. */
export class BatchCounts {
  private flipped = 0
  private suggestions = 0
  /** By domain, and within one by class. */
  private domains = new Uint32Array(64 * codes)
  /** By ground, and within one by class; an override can give the same ground several. */
  private readonly grounds = new Map<number, Uint32Array>()
  /** Of these, how many are early. */
  private readonly early = new Map<number, number>()

  /** Counts an address in (1) or out (-1). */
  count({ domain, ground, class: own, was, suggests, early }: CountedAddress, by: 1 | -1): void {
    const slot = domain * codes + own
    if (slot >= this.domains.length) {
      const longer = new Uint32Array(Math.max(slot + codes, this.domains.length * 2))
      longer.set(this.domains)
      this.domains = longer
    }
    this.domains[slot] = (this.domains[slot] ?? 0) + by
    if (ground === 0) return
    let of = this.grounds.get(ground)
    if (of === undefined) this.grounds.set(ground, (of = new Uint32Array(codes)))
    of[own] = (of[own] ?? 0) + by
    if (early) this.early.set(ground, (this.early.get(ground) ?? 0) + by)
    if (suggests) this.suggestions += by
    if (hasFlipped(own, was)) this.flipped += by
  }

  /** How many have a verdict of each class. */
  byClass(): ByClass {
    const sum = new Uint32Array(codes)
    for (const of of this.grounds.values()) addTo(sum, of)
    return named(sum, 0)
  }

  /** All of it, but for the contacts. `domainNames`: by code. */
  tally(facts: GroundFacts, domainNames: readonly string[]): Omit<BatchTally, 'contacts'> {
    const reasons = new Map<string, { sign: string; class: VerdictClass; count: number }>()
    const sources = new Map<VerdictSource, Uint32Array>()
    let [settled, local, known] = [0, 0, 0]
    for (const [ground, of] of this.grounds) {
      const { sign, source } = facts.of(ground)
      for (const [index, name] of classNames.entries()) {
        const count = of[index + 1] ?? 0
        if (count === 0) continue
        const key = `${name} ${sign}`
        const reason = reasons.get(key) ?? { sign, class: name, count: 0 }
        reason.count += count
        reasons.set(key, reason)
        settled += count
        if (source === 'local') local += count
      }
      if (source !== 'local') known += this.early.get(ground) ?? 0
      const sum = sources.get(source) ?? new Uint32Array(codes)
      addTo(sum, of)
      sources.set(source, sum)
    }
    return {
      fromLedger: known,
      settledLocally: local,
      calls: settled - local - known,
      flipped: this.flipped,
      suggestions: this.suggestions,
      byReason: [...reasons.values()].sort((one, other) => other.count - one.count),
      ...this.mostFrequent(domainNames),
      bySource: [...sources]
        .map(([source, of]) => ({ source, count: total(of, 0), byClass: named(of, 0) }))
        .filter(({ count }) => count > 0)
        .sort((one, other) => other.count - one.count),
    }
  }

  private mostFrequent(domainNames: readonly string[]): Pick<BatchTally, 'byDomain' | 'otherDomains'> {
    const most: { domain: number; count: number }[] = []
    let all = 0
    for (let domain = 0; domain < domainNames.length; domain += 1) {
      const count = total(this.domains, domain * codes)
      all += count
      if (most.length === mostDomains && count <= (most.at(-1)?.count ?? 0)) continue
      most.push({ domain, count })
      most.sort((one, other) => other.count - one.count)
      most.splice(mostDomains)
    }
    const listed = most.reduce((sum, { count }) => sum + count, 0)
    return {
      byDomain: most.map(({ domain, count }) => ({
        domain: domainNames[domain] ?? '',
        count,
        byClass: named(this.domains, domain * codes),
      })),
      otherDomains: { domains: domainNames.length - most.length, count: all - listed },
    }
  }
}

function addTo(sum: Uint32Array, of: Uint32Array): void {
  for (let code = 0; code < codes; code += 1) sum[code] = (sum[code] ?? 0) + (of[code] ?? 0)
}

function total(counts: Uint32Array, base: number): number {
  let sum = 0
  for (let code = 0; code < codes; code += 1) sum += counts[base + code] ?? 0
  return sum
}

function named(counts: Uint32Array, base: number): ByClass {
  const [accepts = 0, risky = 0, undeliverable = 0, unknown = 0] = counts.subarray(base + 1, base + codes)
  return { accepts, risky, undeliverable, unknown }
}
