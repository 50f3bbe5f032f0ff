import type { VerdictClass } from './bridge/verdicts'

/** What is known of an address before a mail goes to it; `notChecked`: it has no verdict, or an expired one. */
export type BounceClass = VerdictClass | 'notChecked'

/** Every {@link BounceClass}. */
export const bounceClasses = ['accepts', 'risky', 'unknown', 'notChecked', 'undeliverable'] as const

/**
 * The ledger's rule: of addresses whose domain accepts mail one in two hundred bounces, of those in doubt one in twenty.
 * Verdicts prove domains, not mailboxes, so these are assumptions, until a project's own bounces say more.
 */
export const ruleRates: Readonly<Record<BounceClass, number>> = {
  accepts: 0.005,
  risky: 0.05,
  unknown: 0.05,
  notChecked: 0.03,
  undeliverable: 1,
}

/** What is known of the addresses that mails go to, and how many of those mails bounce as was learnt; null: nothing was. */
export interface BounceTally {
  verdicts: Readonly<Record<BounceClass, number>>
  expectedBounces: number | null
}

/**
 * The share of mails that will probably bounce, 0 to 1: as the project's own bounces teach, else by the ledger's rule; null
 * where fewer than half of the people were checked and nothing was learnt.
 */
export function projectedShare({ verdicts, expectedBounces }: BounceTally): number | null {
  const sum = (of: (name: BounceClass) => number) => bounceClasses.reduce((all, name) => all + of(name), 0)
  const all = sum((name) => verdicts[name])
  if (all === 0) return null
  if (expectedBounces !== null) return expectedBounces / all
  return verdicts.notChecked * 2 > all ? null : sum((name) => verdicts[name] * ruleRates[name]) / all
}

/** Adds up what is known of several. */
export function summedTally(tallies: readonly BounceTally[]): BounceTally {
  const verdicts = { accepts: 0, risky: 0, unknown: 0, notChecked: 0, undeliverable: 0 }
  let expectedBounces: number | null = 0
  for (const { verdicts: own, expectedBounces: more } of tallies) {
    for (const name of bounceClasses) verdicts[name] += own[name]
    expectedBounces = expectedBounces === null || more === null ? null : expectedBounces + more
  }
  return { verdicts, expectedBounces }
}

/** Days at which spans of the age of a verdict end. */
const ageEnds = [30, 90, 180]

/** In which span of age a verdict is that was found so many days before. */
export function ageSpan(days: number): number {
  const at = ageEnds.findIndex((end) => days < end)
  return at < 0 ? ageEnds.length : at
}

/** Mails of a campaign to addresses that are alike, and how many of them bounced. `domain` empty: of all that are rare. */
export interface BounceCell {
  domain: string
  of: BounceClass
  age: number
  sent: number
  bounced: number
}

/** How likely a mail bounces: by class and age, times how much worse a domain is than its addresses let expect. */
export interface BounceModel {
  rates: Readonly<Record<BounceClass, readonly number[]>>
  /** By domain; empty: of every domain that is not told apart. */
  domains: ReadonlyMap<string, number>
}

/** So many mails of a class that went as the rule says are thought of beside those that were sent; of a span of age, as its class. */
const prior = { class: 100, age: 200 }
/** So many bounces that were to be expected are thought of beside those of a domain. */
const priorBounces = 3

/** The rates that cells show, each drawn towards the one above it by how little is known. */
export function bounceModel(cells: Iterable<BounceCell>): BounceModel {
  const all = [...cells]
  const rates = Object.fromEntries(
    bounceClasses.map((of) => {
      const own = all.filter((cell) => cell.of === of)
      const rate = shrunk(own, ruleRates[of], prior.class)
      const spans = Array.from({ length: ageEnds.length + 1 }, (_, age) =>
        shrunk(
          own.filter((cell) => cell.age === age),
          rate,
          prior.age,
        ),
      )
      return [of, spans]
    }),
  ) as Record<BounceClass, number[]>
  const seen = new Map<string, { bounced: number; expected: number }>()
  for (const { domain, of, age, sent, bounced } of all) {
    const known = seen.get(domain) ?? { bounced: 0, expected: 0 }
    known.bounced += bounced
    known.expected += sent * (rates[of][age] ?? 0)
    seen.set(domain, known)
  }
  const domains = new Map<string, number>()
  for (const [domain, { bounced, expected }] of seen)
    domains.set(domain, (bounced + priorBounces) / (expected + priorBounces))
  return { rates, domains }
}

function shrunk(cells: readonly BounceCell[], towards: number, mails: number): number {
  const sum = (of: 'sent' | 'bounced') => cells.reduce((total, cell) => total + cell[of], 0)
  return (sum('bounced') + mails * towards) / (sum('sent') + mails)
}

/** How much more than by class and age bounces at a domain. */
export function domainFactor({ domains }: BounceModel, domain: string): number {
  return domains.get(domain) ?? domains.get('') ?? 1
}

/** How likely a mail to such an address bounces. */
export function bounceRate(
  model: BounceModel,
  { domain, of, age }: Omit<BounceCell, 'sent' | 'bounced'>,
): number {
  return Math.min(1, (model.rates[of][age] ?? 0) * domainFactor(model, domain))
}

/** The Brier score of what was projected for each mail: the mean square of how far that was from what came of it. */
export function brierScore(cells: readonly BounceCell[], rate: (cell: BounceCell) => number): number {
  let [squares, mails] = [0, 0]
  for (const cell of cells) {
    const projected = rate(cell)
    squares += cell.bounced * (1 - projected) ** 2 + (cell.sent - cell.bounced) * projected ** 2
    mails += cell.sent
  }
  return mails === 0 ? 0 : squares / mails
}

/** Adds up what is alike in several campaigns. */
export function summedCells(cells: Iterable<BounceCell>): BounceCell[] {
  const sums = new Map<string, BounceCell>()
  for (const { domain, of, age, sent, bounced } of cells) {
    const key = `${of} ${age} ${domain}`
    const sum = sums.get(key)
    if (!sum) sums.set(key, { domain, of, age, sent, bounced })
    else {
      sum.sent += sent
      sum.bounced += bounced
    }
  }
  return [...sums.values()]
}

/** The scores over campaigns, each projected from what the others show, and by the rule alone. */
export function heldOut(campaigns: readonly (readonly BounceCell[])[]): { learnt: number; rule: number } {
  const whole = summedCells(campaigns.flat())
  let [learnt, mails] = [0, 0]
  for (const cells of campaigns) {
    const without = cells.map((cell) => ({ ...cell, sent: -cell.sent, bounced: -cell.bounced }))
    const model = bounceModel(summedCells([...whole, ...without]))
    const own = cells.reduce((sum, { sent }) => sum + sent, 0)
    learnt += own * brierScore(cells, (cell) => bounceRate(model, cell))
    mails += own
  }
  return {
    learnt: mails === 0 ? 0 : learnt / mails,
    rule: brierScore(whole, ({ of }) => ruleRates[of]),
  }
}
