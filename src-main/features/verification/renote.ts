import type { Verdict } from '../../../src-shared/bridge/verdicts'
import type { AsyncStore } from '../../cache/store'
import type { StoredRules } from './store/ledger/api'
import { problem } from '../../core/problems'
import type { Staging } from '../imports'
import { pageSize } from './estimate'
import { plainVerdict } from './ledger'

type NotedRows = Pick<Staging, 'noted' | 'noteVerdicts'>

/**
 * Notes the verdicts of an import's rows anew where a rule or the class of a domain changed since they were noted: what an
 * import does with a row follows from its class, and a person who changes a rule means every address. The ledger has all
 * that is noted, so nobody is asked. Each import is gone through when it is first asked for, and after every change of a
 * rule. Aborting rejects with `cancelled`; what was noted by then stays.
 */
export function renoting(
  ledger: Pick<AsyncStore['verdicts'], 'rules' | 'freshOf'>,
): (id: number, rows: NotedRows, signal: AbortSignal) => Promise<void> {
  const by = new Map<number, string>()
  return async (id, rows, signal) => {
    const decided = decisionsOf(await ledger.rules())
    if (by.get(id) === decided) return
    for (let after: string | null = null; ;) {
      if (signal.aborted) throw problem('cancelled')
      const noted = await rows.noted({ after, limit: pageSize })
      // How long verdicts hold is asked before they are noted. By the clock of 1970 none has ended yet.
      const held = await ledger.freshOf({ emails: noted.map(({ email }) => email), now: 0 })
      const now = new Map(held.map((verdict) => [verdict.email, plainVerdict(verdict)]))
      const others = noted.flatMap((before) => {
        const verdict = now.get(before.email.toLowerCase())
        return verdict === undefined || isSame(before, verdict) ? [] : [verdict]
      })
      if (others.length > 0) await rows.noteVerdicts(others)
      const last = noted.at(-1)
      if (last === undefined || noted.length < pageSize) break
      after = last.email.toLowerCase()
    }
    by.set(id, decided)
  }
}

/** Older verdicts of the ledger than the one that is noted tell nothing new. */
function isSame(before: Verdict, now: Verdict): boolean {
  if (now.at < before.at) return true
  return now.class === before.class && now.reasons.join('\n') === before.reasons.join('\n')
}

/** All that classes follow from, as a text. */
function decisionsOf({ signs, domains }: StoredRules): string {
  return JSON.stringify([
    signs.map((sign) => [sign.sign, sign.class]),
    domains.map(({ domain, class: name, note }) => [domain, name, note]),
  ])
}
