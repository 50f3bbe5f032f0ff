import { t } from '../../../../../src-shared/messages/message'
import type { Stepped, Session, Steps } from '../../../../core/database/session'
import type { VerdictStore } from './api'
import type { DomainOverride } from '../../../../../src-shared/bridge/verdicts'
import { asciiDomain } from '../../../../../src-shared/address/domain-name'
import { problem } from '../../../../core/problems'
import type { StoredRules } from './api'
import { domainOf } from './addressed'
import type { Ledger } from './ledger'
import { above, type StoredOverride } from './overrides'

/** Contacts looked at between two pauses: a few milliseconds. */
const slice = 1000

type RuleMethods =
  | 'useRules'
  | 'rules'
  | 'setRule'
  | 'resetRules'
  | 'setDomain'
  | 'setExpiry'
  | 'health'
  | 'ofStanding'
  | 'nextExpiry'

interface RuleStore {
  store: Pick<Stepped<VerdictStore>, RuleMethods>
  /** Counts contacts under overrides where that was interrupted; null where nothing is to be done. */
  sweep(): Steps<void> | null
}

/** The part of the ledger's store that decides about classes. `reclassed`: within each transaction that changes them. */
export function ruleStore(session: Session, ledger: Ledger, reclassed: () => void): RuleStore {
  const { rules, overrides, kinds, grounds, addressed, known, health, standings } = ledger

  const change = (act: () => void): StoredRules => {
    session.write(() => {
      act()
      kinds.derive()
      grounds.forget()
      reclassed()
    })
    return session.read(() => storedRules(ledger))
  }

  function* sweep(override: StoredOverride): Steps<void> {
    const { domain } = override
    for (let after = 0, more = addressed.under(domain) > 0; more;) {
      const page = session.read(() => known.after(after, slice))
      const found = page.filter(({ email }) => isUnder(email, domain))
      if (found.length > 0) session.write(() => known.override(found))
      after = page.at(-1)?.row ?? after
      more = page.length === slice
      yield
    }
    session.write(() => overrides.swept(override))
  }

  return {
    store: {
      useRules: (signs) => {
        session.write(() => {
          if (!rules.use(signs)) return
          grounds.forget()
          if (kinds.derive()) reclassed()
        })
      },
      rules: () => session.read(() => storedRules(ledger)),
      setRule: ({ sign, class: name }) => change(() => rules.set(sign, name)),
      resetRules: () => change(() => rules.reset()),
      *setDomain({ domain: given, class: name, note, now }) {
        const domain = readDomain(given)
        const override = session.write(() => {
          reclassed()
          return overrides.set({ domain, class: name, note: note.trim(), at: now })
        })
        if (override !== null) yield* sweep(override)
        return session.read(() => storedRules(ledger))
      },
      setExpiry: (days) => change(() => rules.setExpiry(days)),
      health: ({ now }) => session.read(() => health.read(now)),
      ofStanding: ({ standing, now, limit }) => standings.emails(standing, now, limit),
      nextExpiry: ({ now }) => session.read(() => standings.nextExpiry(now)),
    },
    sweep: () => {
      const open = [...overrides.all.values()].find(({ swept }) => !swept)
      return open === undefined ? null : sweep(open)
    },
  }
}

/** What decides, as it is told. */
function storedRules(ledger: Ledger): StoredRules {
  const { rules, kinds } = ledger
  const addresses = kinds.addresses()
  return {
    signs: [...rules.rules.values()].map(({ sign, class: name, usual }) => ({
      sign,
      class: name,
      usual,
      addresses: addresses.get(sign) ?? 0,
    })),
    domains: overriddenDomains(ledger),
    expiry: rules.expiry,
  }
}

/** Every override with the addresses that it holds for: those of its domain, but for nearer overrides. */
function overriddenDomains({ overrides, addressed }: Ledger): DomainOverride[] {
  const set = [...overrides.all.values()].flatMap((override) =>
    override.class === null ? [] : [{ ...override, class: override.class }],
  )
  const nearest = ({ domain }: StoredOverride): string | undefined => overrides.of(above(domain))?.domain
  return set.map(({ domain, class: name, note, at }) => {
    const nearer = set.filter((other) => nearest(other) === domain)
    const addresses = nearer.reduce(
      (left, other) => left - addressed.under(other.domain),
      addressed.under(domain),
    )
    return { domain, class: name, note, at, addresses }
  })
}

function isUnder(email: string, domain: string): boolean {
  const own = domainOf(email)
  return own === domain || own.endsWith(`.${domain}`)
}

/** A domain as a person writes it, perhaps with the @ in front. */
function readDomain(text: string): string {
  const domain = asciiDomain(text.trim().replace(/^@/, '').replace(/\.$/, ''))
  if (domain !== null && /^[a-z0-9_-]+(\.[a-z0-9_-]+)+$/.test(domain) && !/^[\d.]+$/.test(domain))
    return domain
  throw problem('input_invalid', {
    fields: [{ field: 'domain', message: t('verification.ruleStore.thisIsNotA') }],
  })
}
