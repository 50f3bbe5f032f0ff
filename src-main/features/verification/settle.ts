import { setImmediate as turn } from 'node:timers/promises'
import type { Verdict } from '../../../src-shared/bridge/verdicts'
import type { AsyncStore } from '../../cache/store'
import type { LedgerEntry, LedgerVerdict } from './store/ledger/api'
import { localVerdict, plainVerdict, type VerdictClock } from './ledger'
import type { LocalCheck } from './local'

/** What is known of some addresses, and which are still to be asked about; each is in one of the two. */
interface KnownAndUnknown {
  verdicts: Verdict[]
  ask: string[]
}

/** Addresses looked at between two pauses: about 2 ms, in which nobody else gets a word in. */
const slice = 200

/** What settles addresses without a request. */
export interface SettleTools extends VerdictClock {
  ledger: AsyncStore['verdicts']
  check: LocalCheck
  /** Unknown verdicts from before this instant settle nothing, however long they hold: they are asked about again. */
  unknownSince?: number | null
  /** No verdict from before this instant settles anything. */
  since?: number | null
}

/**
 * Settles what can be settled of at most 1,000 addresses without a request: what is told here comes first, as it costs
 * nothing and its lists are today's, then fresh verdicts of the ledger. Local verdicts are entered there, unless the
 * newest says the same.
 */
export async function settle(emails: readonly string[], tools: SettleTools): Promise<KnownAndUnknown> {
  const { ledger, now, unknownSince = null, since = null } = tools
  const fresh = await ledger.freshOf({ emails: [...emails], now: now(), unknownSince, since })
  const known = new Map(fresh.map((verdict) => [verdict.email, verdict]))
  const settled: KnownAndUnknown = { verdicts: [], ask: [] }
  const added: LedgerEntry[] = []
  for (const [index, email] of emails.entries()) {
    if (index % slice === slice - 1) await turn()
    const finding = tools.check(email)
    const before = known.get(email.toLowerCase())
    if (finding.settled) {
      const verdict = localVerdict(email, finding, tools)
      if (before !== undefined && isSame(before, verdict)) settled.verdicts.push(plainVerdict(before))
      else added.push(verdict)
    } else if (before !== undefined) settled.verdicts.push(plainVerdict(before))
    else settled.ask.push(email)
  }
  if (added.length > 0) settled.verdicts.push(...(await ledger.add(added)).verdicts.map(plainVerdict))
  return settled
}

/** Whether two verdicts rest on the same: rules put classes and orders over them, and overrides a reason. */
function isSame(before: LedgerVerdict, verdict: LedgerVerdict): boolean {
  const reasons = before.override ? before.reasons.slice(1) : before.reasons
  return (
    before.source === verdict.source &&
    before.suggestion === verdict.suggestion &&
    [...reasons].sort().join('\n') === [...verdict.reasons].sort().join('\n')
  )
}
