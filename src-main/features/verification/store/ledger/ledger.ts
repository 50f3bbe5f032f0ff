import type { VerdictDecisions, ContactTable, Keys } from '../../../contacts/store'
import type { Session } from '../../../../core/database/session'
import { GroundTable } from '../verdict-grounds'
import { Addressed } from './addressed'
import { Health } from './health'
import { Kinds } from './kinds'
import { KnownContacts } from './known'
import { OverrideTable } from './overrides'
import { RuleTable } from './rules'
import { Standings } from './standing'

/** The tables of the ledger beside its verdicts: what they rest on, what decides about them, and counts. */
export interface Ledger {
  rules: RuleTable
  overrides: OverrideTable
  kinds: Kinds
  grounds: GroundTable
  addressed: Addressed
  known: KnownContacts
  health: Health
  standings: Standings
  /** What a person decided, as those see it who ask for classes only. */
  decisions: VerdictDecisions
}

/** Puts the ledger's tables together. */
export function openLedger(session: Session, contacts: ContactTable, keys: Keys): Ledger {
  const rules = new RuleTable(session)
  const overrides = new OverrideTable(session)
  const kinds = new Kinds(session, rules)
  return {
    rules,
    overrides,
    kinds,
    grounds: new GroundTable(session, kinds, rules),
    addressed: new Addressed(session),
    known: new KnownContacts(session, overrides, contacts, keys),
    health: new Health(session, kinds, rules, overrides),
    standings: new Standings(session, kinds, overrides),
    decisions: {
      get hasDomains() {
        return overrides.all.size > 0
      },
      ofDomain: (domain) => overrides.of(domain)?.class ?? null,
      get expiry() {
        return rules.expiry
      },
    },
  }
}
