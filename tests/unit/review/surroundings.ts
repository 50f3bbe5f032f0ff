import type { Check } from '../../../src-shared/bridge/review'
import type { AudienceSurvey } from '../../../src-main/features/segments/store/audience/api'
import type { SenderSign } from '../../../src-main/core/dns/sender'
import { parseMail } from '../../../src-main/features/review/parsed-mail'
import type { ReviewRule, SenderFacts, RuleFacts } from '../../../src-main/features/review/rules/rule'
import { KnownVariables } from '../../../src-main/features/review/variables'
import { mailWith } from '../../fixtures/mails'

/** What is known in these tests, unless one says otherwise. `now`: noon of a Tuesday, UTC. */
export function surroundings(changes: Partial<RuleFacts> = {}): RuleFacts {
  return {
    known: new KnownVariables(['firstName', 'homePort', 'boatName', 'trips', 'resetUrl', 'address']),
    sender: null,
    survey: null,
    sameMails: [],
    size: { bytes: 20_000, label: null, added: true },
    template: { mentioned: [], faults: [], isShownToAll: () => true },
    scheduledFor: null,
    now: Date.UTC(2026, 10, 24, 12),
    ownZone: 'UTC',
    ...changes,
  }
}

/** An audience of 40,112 people in order. */
export function survey(changes: Partial<AudienceSurvey> = {}): AudienceSurvey {
  return {
    members: 40_424,
    unsubscribed: 312,
    leftOut: 0,
    willGet: 40_112,
    selectionId: 's',
    verdicts: { accepts: 40_000, risky: 0, undeliverable: 0, unknown: 0, notChecked: 112 },
    expectedBounces: null,
    bounceBasis: { kind: 'rule', campaigns: 0, mails: 0, bounces: 0, scores: null },
    domains: [],
    otherDomains: { domains: 0, count: 0 },
    mailboxes: [],
    missing: [],
    recent: 0,
    overlap: [],
    zones: [],
    change: null,
    personas: [],
    ...changes,
  }
}

/** A sender in order, with one of its signs another. */
export function sender(
  changes: Partial<SenderFacts> = {},
  signs: Partial<Record<'spf' | 'dkim' | 'dmarc', Partial<SenderSign>>> = {},
): SenderFacts {
  const sign = (words: string, found: string): SenderSign => ({
    state: 'published',
    words,
    records: [
      { what: 'dmarc', type: 'TXT', name: 'x', value: null, state: 'published', found: [found], words },
    ],
  })
  return {
    domain: 'mail.harbournotes.app',
    written: 'mail.harbournotes.app',
    standing: 'verified',
    dns: {
      domain: 'mail.harbournotes.app',
      spf: { ...sign('Published.', 'v=spf1'), ...signs.spf },
      dkim: { ...sign('Published.', 'k'), ...signs.dkim },
      dmarc: { ...sign('Published.', 'v=DMARC1; p=reject'), ...signs.dmarc },
      checkedAt: 0,
    },
    ...changes,
  }
}

/** What a rule says of a mail with a body. */
export function look(
  rule: ReviewRule,
  body: string,
  head: Parameters<typeof mailWith>[1] = {},
  around: Partial<RuleFacts> = {},
): Check[] {
  return rule.check(parseMail(mailWith(body, head)), surroundings(around))
}

/** The outcomes of what a rule says, in its order. */
export function outcomes(...of: Parameters<typeof look>): string[] {
  return look(...of).map(({ outcome, key }) => `${outcome} ${key}`)
}
