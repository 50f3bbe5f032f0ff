import type { Job } from '../../../../src-shared/bridge/jobs'
import type { Batch, BatchDetail, BatchRow } from '../../../../src-shared/bridge/verification'
import type { ListHealth, PastVerdict, VerdictRules } from '../../../../src-shared/bridge/verdicts'

/** 21 Nov 2026, 13:41 local time: when everything of these tests was checked. */
export const at = new Date(2026, 10, 21, 13, 41).getTime()

/** A job that asks about addresses. */
export function job(change: Partial<Job> = {}): Job {
  return {
    id: 40,
    kind: 'verification',
    state: 'finished',
    title: 'Verify 9,095 addresses',
    importId: null,
    total: 9095,
    done: 9095,
    failed: 36,
    createdAt: at - 1_124_000,
    startedAt: at - 1_124_000,
    endedAt: at,
    rate: null,
    secondsLeft: null,
    problem: null,
    ...change,
  }
}

const byClass = { accepts: 10_934, risky: 964, undeliverable: 417, unknown: 325 }

/** The batch of look/verification.png. */
export function batch(change: Partial<BatchDetail> = {}): BatchDetail {
  return {
    id: 7,
    name: 'Everyone not checked in 90 days',
    from: 'contacts',
    repeatable: true,
    createdAt: at - 1_200_000,
    work: null,
    problem: null,
    addresses: 12_640,
    byClass,
    waiting: 0,
    job: job(),
    ranSeconds: 1123.6,
    given: 12_720,
    blank: 12,
    duplicates: 68,
    contacts: 12_600,
    estimate: null,
    share: 500,
    ceiling: 1000,
    fromLedger: 3118,
    settledLocally: 427,
    calls: 9095,
    flipped: 219,
    suggestions: 113,
    byReason: [
      { sign: 'takesMail', title: 'Domain takes mail', class: 'accepts', count: 10_934 },
      { sign: 'disposable', title: 'Disposable domain', class: 'risky', count: 388 },
      { sign: 'role', title: 'Role address, such as info@', class: 'risky', count: 341 },
      { sign: 'noMailServer', title: 'No mail server for the domain', class: 'undeliverable', count: 236 },
      { sign: 'lookupFailed', title: 'Name lookup timed out', class: 'unknown', count: 201 },
      { sign: 'noDomain', title: 'Domain does not exist', class: 'undeliverable', count: 142 },
      { sign: 'plus', title: 'Alias with a plus sign', class: 'risky', count: 122 },
      { sign: 'typo', title: 'Likely typo in the domain', class: 'risky', count: 113 },
      { sign: 'serviceFailed', title: 'Service answered 5xx', class: 'unknown', count: 88 },
      { sign: 'syntax', title: 'Not an address', class: 'undeliverable', count: 39 },
      { sign: 'answerForAnother', title: 'Answer for another address', class: 'unknown', count: 36 },
    ],
    byDomain: [
      {
        domain: 'gmail.com',
        count: 8000,
        byClass: { accepts: 7800, risky: 200, undeliverable: 0, unknown: 0 },
      },
      { domain: 'gmial.com', count: 60, byClass: { accepts: 0, risky: 0, undeliverable: 60, unknown: 0 } },
    ],
    otherDomains: { domains: 412, count: 4580 },
    bySource: [
      {
        source: 'service',
        count: 12_213,
        byClass: { accepts: 10_934, risky: 800, undeliverable: 154, unknown: 325 },
      },
      { source: 'local', count: 427, byClass: { accepts: 0, risky: 164, undeliverable: 263, unknown: 0 } },
    ],
    ...change,
  }
}

/** A batch as the list of batches has it. */
export function listed(change: Partial<Batch> = {}): Batch {
  const { id, name, from, repeatable, createdAt, work, problem } = batch()
  const { addresses, waiting, ranSeconds, calls, flipped } = batch()
  return {
    id,
    name,
    from,
    repeatable,
    createdAt,
    work,
    problem,
    addresses,
    byClass,
    waiting,
    job: job(),
    ranSeconds,
    calls,
    flipped,
    ...change,
  }
}

/** An address that accepts mail, unless said. */
export function row(position: number, email: string, change: Partial<BatchRow> = {}): BatchRow {
  return {
    position,
    email,
    verdict: { class: 'accepts', reason: 'Domain takes mail', suggestion: null, source: 'service', at },
    was: null,
    known: false,
    contactId: `c${position}`,
    ...change,
  }
}

/** The addresses at the head of look/verification.png. */
export const rows: BatchRow[] = [
  row(1, 'mateus@gmial.com', {
    verdict: {
      class: 'undeliverable',
      reason: 'Domain does not exist',
      suggestion: 'mateus@gmail.com',
      source: 'service',
      at,
    },
    was: 'accepts',
  }),
  row(2, 'info@fjordline-cargo.no', {
    verdict: { class: 'risky', reason: 'Role address', suggestion: null, source: 'service', at },
  }),
  row(3, 'temp8841@mailinator.com', {
    verdict: { class: 'risky', reason: 'Disposable domain', suggestion: null, source: 'local', at },
    contactId: null,
  }),
  row(4, 'chloe.lefevre@orange.fr', {
    verdict: { class: 'unknown', reason: 'Name lookup timed out', suggestion: null, source: 'service', at },
    was: 'accepts',
  }),
  row(5, 'sales@northquay.co.uk'),
  row(6, 'hanna.virtanen@kolumbus.fi', { verdict: null }),
]

/** A verdict of the past. */
export function past(change: Partial<PastVerdict> = {}): PastVerdict {
  return {
    email: 'mateus@gmial.com',
    class: 'undeliverable',
    reasons: ['Its domain does not exist.'],
    suggestion: 'mateus@gmail.com',
    source: 'service',
    at,
    was: 'accepts',
    expired: false,
    override: null,
    vendor: null,
    answer: { valid: false, domainExists: false },
    ...change,
  }
}

/** Rules, one of them changed. */
export const rules: VerdictRules = {
  signs: [
    {
      sign: 'noDomain',
      title: 'Domain does not exist',
      sentence: 'Its domain does not exist.',
      class: 'undeliverable',
      usual: 'undeliverable',
      addresses: 142,
    },
    {
      sign: 'role',
      title: 'Role address, such as info@',
      sentence: 'It names a desk or a team, not a person.',
      class: 'accepts',
      usual: 'risky',
      addresses: 341,
    },
  ],
  domains: [{ domain: 'fjordline-cargo.no', class: 'accepts', note: 'A customer', at, addresses: 12 }],
  expiry: { known: 90, unknown: 30 },
}

const noneAged = { medianDays: null, soon: 0 }

/** The health of a list of which nobody was ever checked. */
export const blankHealth: ListHealth = {
  contacts: 400,
  byClass: { accepts: 0, risky: 0, undeliverable: 0, unknown: 0 },
  expired: 0,
  notChecked: 400,
  before: null,
  signs: [{ sign: 'role', contacts: 341, carried: 341 }],
  domains: [],
  standing: {
    accepts: noneAged,
    risky: noneAged,
    undeliverable: noneAged,
    unknown: noneAged,
    expired: noneAged,
    all: noneAged,
  },
  ages: [],
  trend: [],
  lastAt: null,
  expiry: { known: 90, unknown: 30 },
  next: [{ code: 'checkRest', contacts: 400 }],
}
