import { setImmediate as turn } from 'node:timers/promises'
import type { ContactStanding, ListHealth, WorthDoing } from '../../../src-shared/bridge/verdicts'
import type { AsyncStore } from '../../cache/store'
import type { BudgetState } from '../../core/client/budget-state'
import type { LocalCheck } from './local'

/** Addresses that are looked at to tell what a step costs; of more contacts it is worked out from these. */
const looked = 5000

/** Addresses looked at between two pauses. */
const slice = 200

/** What telling the cost of steps takes. */
export interface WorthTools {
  ledger: Pick<AsyncStore['verdicts'], 'health' | 'ofStanding' | 'nextExpiry'>
  check: LocalCheck
  now(): number
}

type WorthyStep = ListHealth['next'][number]

/** Who a step is about, where it is told by looking at addresses. */
const standingOf: Partial<Record<WorthyStep['code'], ContactStanding>> = {
  checkRest: 'never',
  checkExpired: 'expired',
  retryUnknown: 'unknown',
  correctTypos: 'suggested',
}

/** What is worth doing next, with its cost at the share that checks may take of the budget. */
export async function worthDoing(tools: WorthTools, budget: Pick<BudgetState, 'share' | 'ceiling'>) {
  const { ledger } = tools
  const now = tools.now()
  const { next } = await ledger.health({ now })
  const steps: WorthDoing[] = []
  for (const step of next) steps.push(await costOf(step, tools, now))
  const nextExpiry = await ledger.nextExpiry({ now })
  return { steps, share: budget.share, ceiling: budget.ceiling, nextExpiry }
}

async function costOf(step: WorthyStep, tools: WorthTools, now: number): Promise<WorthDoing> {
  const free: WorthDoing = { ...step, calls: null, sampled: false, domains: null }
  const standing = standingOf[step.code]
  if (standing === undefined) return free
  const emails = await tools.ledger.ofStanding({ standing, now, limit: looked })
  if (standing === 'suggested') return { ...free, domains: domainsOf(emails) }
  let asked = 0
  for (const [index, email] of emails.entries()) {
    if (index % slice === slice - 1) await turn()
    if (!tools.check(email).settled) asked += 1
  }
  const sampled = emails.length === looked && step.contacts > looked
  const calls = sampled ? Math.round((asked / looked) * step.contacts) : asked
  return { ...free, calls, sampled }
}

function domainsOf(emails: readonly string[]): WorthDoing['domains'] {
  const counts = new Map<string, number>()
  for (const email of emails) {
    const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
    counts.set(domain, (counts.get(domain) ?? 0) + 1)
  }
  const [first] = [...counts].sort(([, one], [, other]) => other - one)
  return first === undefined ? null : { first: first[0], others: counts.size - 1 }
}
