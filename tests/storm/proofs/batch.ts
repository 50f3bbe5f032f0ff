import type { BatchDetail, BatchRow } from '../../../src-shared/bridge/verification'
import { callsAtOnce } from '../../../src-main/features/verification/estimate'
import { compareValues, repeated, writtenAgain, type Difference } from '../differences'
import type { Sent } from '../wire'

/** The answer about an address: it takes mail, unless the address itself says otherwise. */
export function answerAbout(email: string): object {
  const flags = {
    isDisposable: false,
    isAlias: false,
    isTypo: false,
    isPlusAddressed: false,
    isPersonalEmail: false,
  }
  const exists = takesMail(email)
  const domain = { domainExists: exists, hasWebsite: true, hasMxRecords: exists }
  return { success: true, data: { email, valid: exists, ...flags, ...domain, reasons: [] } }
}

/** Which address a request asks about. */
export function askedOf({ body }: { body: string }): string {
  const read: unknown = JSON.parse(body)
  return typeof read === 'object' && read !== null && 'email' in read ? String(read.email) : ''
}

/**
 * Whether everybody of a batch has the verdict that was answered, stored once, and was asked about once but for who was on
 * the way at a kill. `ledger`: how often each address is stored.
 */
export function batchDifferences(
  batch: Pick<BatchDetail, 'addresses' | 'waiting' | 'byClass'>,
  rows: readonly Pick<BatchRow, 'email' | 'verdict'>[],
  asked: readonly Sent[],
  ledger: ReadonlyMap<string, number>,
): Difference[] {
  const emails = rows.map(({ email }) => email)
  return [
    ...compareValues(batch.addresses, rows.length, 'the number of addresses'),
    ...compareValues(0, batch.waiting, 'the number of those that wait'),
    ...compareValues(
      batch.addresses,
      Object.values(batch.byClass).reduce((sum, count) => sum + count, 0),
      'the sum of the classes',
    ),
    ...repeated(emails, 'address'),
    ...rows.flatMap((row) => verdictDifferences(row, ledger.get(row.email) ?? 0)),
    ...writtenAgain(asked, callsAtOnce),
    ...notAsked(rows, asked),
  ]
}

function verdictDifferences(
  { email, verdict }: Pick<BatchRow, 'email' | 'verdict'>,
  stored: number,
): Difference[] {
  if (verdict === null || stored === 0) return [{ kind: 'lost', what: `the verdict of ${email}` }]
  const once: Difference[] =
    stored > 1 ? [{ kind: 'doubled', what: `${email} is ${stored} times in the ledger` }] : []
  // What is told without asking is of no matter here.
  if (verdict.source !== 'service') return once
  const isUndeliverable = verdict.class === 'undeliverable'
  if (isUndeliverable !== takesMail(email)) return once
  return [...once, { kind: 'wrong', what: `the verdict of ${email} is ${verdict.class}` }]
}

/** Whose verdict is said to be the service's though nobody asked it. */
function notAsked(
  rows: readonly Pick<BatchRow, 'email' | 'verdict'>[],
  asked: readonly Sent[],
): Difference[] {
  const about = new Set(asked.filter(({ fate }) => fate === 'answered').map(askedOf))
  return rows.flatMap(({ email, verdict }) =>
    verdict?.source === 'service' && !about.has(email)
      ? [{ kind: 'wrong' as const, what: `nobody asked about ${email}` }]
      : [],
  )
}

/** Every fourth letter or so says no. */
const takesMail = (email: string): boolean => email.length % 4 !== 0
