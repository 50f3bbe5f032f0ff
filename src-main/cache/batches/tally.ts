import type { VerdictClass, VerdictSource } from '../../../src-shared/bridge/verdicts'
import type { BatchTally, ByClass } from './api'
import { classNames } from './classes'
import { hasFlipped, type Sieve } from './sift'
import type { Sheet } from './sheet'

/** So many domains are counted by themselves. */
const mostDomains = 20
/** A class has so many codes, that of no class included. */
const codes = classNames.length + 1

/** A verdict's class can differ by the domain under the same ground: counts are kept by both. */
interface Counts {
  of: Uint32Array
  total: number
}

/**
 * Counts a whole sheet in one pass. `startedAt`: a verdict of the service from before is one that the ledger had, as every
 * one is where no job ran yet.
 */
export function tally(sheet: Sheet, { facts, contacts }: Sieve, startedAt: number | null): BatchTally {
  const { size, classes, wasClasses, grounds, domains, suggestions, at } = sheet
  const byGround = new Map<number, Counts>()
  const byDomain = new Uint32Array(sheet.domainNames.length * codes)
  let [people, suggested, flipped, early] = [0, 0, 0, 0]
  const earlyBySource = new Map<VerdictSource, number>()
  for (let position = 1; position <= size; position += 1) {
    if ((contacts[position] ?? 0) !== 0) people += 1
    const own = classes[position] ?? 0
    const place = (domains[position] ?? 0) * codes + own
    byDomain[place] = (byDomain[place] ?? 0) + 1
    const ground = grounds[position] ?? 0
    if (ground === 0) continue
    suggested += suggestions[position] ?? 0
    if (hasFlipped(own, wasClasses[position] ?? 0)) flipped += 1
    let counts = byGround.get(ground)
    if (counts === undefined) byGround.set(ground, (counts = { of: new Uint32Array(codes), total: 0 }))
    counts.of[own] = (counts.of[own] ?? 0) + 1
    counts.total += 1
    if (startedAt !== null && (at[position] ?? 0) >= startedAt) continue
    early += 1
    const { source } = facts.of(ground)
    earlyBySource.set(source, (earlyBySource.get(source) ?? 0) + 1)
  }

  const reasons = new Map<string, { sign: string; class: VerdictClass; count: number }>()
  const sources = new Map<VerdictSource, Counts>()
  for (const [ground, counts] of byGround) {
    const { sign, source } = facts.of(ground)
    for (const [index, name] of classNames.entries()) {
      const count = counts.of[index + 1] ?? 0
      if (count === 0) continue
      const key = `${name} ${sign}`
      const reason = reasons.get(key) ?? { sign, class: name, count: 0 }
      reason.count += count
      reasons.set(key, reason)
    }
    const sum = sources.get(source) ?? { of: new Uint32Array(codes), total: 0 }
    for (let code = 0; code < codes; code += 1) sum.of[code] = (sum.of[code] ?? 0) + (counts.of[code] ?? 0)
    sum.total += counts.total
    sources.set(source, sum)
  }
  const settledLocally = sources.get('local')?.total ?? 0
  const fromLedger = early - (earlyBySource.get('local') ?? 0)
  const settled = [...byGround.values()].reduce((sum, { total }) => sum + total, 0)
  return {
    contacts: people,
    fromLedger,
    settledLocally,
    calls: settled - settledLocally - fromLedger,
    flipped,
    suggestions: suggested,
    byReason: [...reasons.values()].sort((one, other) => other.count - one.count),
    ...domainsOf(sheet, byDomain),
    bySource: [...sources]
      .map(([source, { of, total }]) => ({ source, count: total, byClass: byClassOf(of, 0) }))
      .sort((one, other) => other.count - one.count),
  }
}

function domainsOf(sheet: Sheet, counts: Uint32Array): Pick<BatchTally, 'byDomain' | 'otherDomains'> {
  const totals = sheet.domainNames.map((_, domain) => {
    let total = 0
    for (let code = 0; code < codes; code += 1) total += counts[domain * codes + code] ?? 0
    return total
  })
  const order = [...totals.keys()].sort((one, other) => (totals[other] ?? 0) - (totals[one] ?? 0))
  const most = order.slice(0, mostDomains)
  const listed = most.reduce((sum, domain) => sum + (totals[domain] ?? 0), 0)
  return {
    byDomain: most.map((domain) => ({
      domain: sheet.domainNames[domain] ?? '',
      count: totals[domain] ?? 0,
      byClass: byClassOf(counts, domain * codes),
    })),
    otherDomains: { domains: totals.length - most.length, count: sheet.size - listed },
  }
}

function byClassOf(counts: Uint32Array, base: number): ByClass {
  const [accepts = 0, risky = 0, undeliverable = 0, unknown = 0] = counts.subarray(base + 1, base + codes)
  return { accepts, risky, undeliverable, unknown }
}
