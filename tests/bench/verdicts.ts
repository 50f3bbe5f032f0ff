// The ledger of verdicts over the addresses of as many contacts: entering them, asking for the newest of a thousand
// addresses, its room on the disk, changing what decides about classes, and the list's health; beside it, what the checks
// without a request cost an address, and the same searches without a store around them.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { ContactQuery } from '../../src-shared/bridge/contacts'
import type { LedgerEntry } from '../../src-main/features/verification/store/ledger/api'
import { suggestAddress } from '../../src-main/features/imports/map/suggest-address'
import { signMeanings } from '../../src-main/features/verification/store/ledger/classes'
import { answeredVerdict } from '../../src-main/features/verification/ledger'
import { createLocalCheck } from '../../src-main/features/verification/local'
import { figure, quantile, size, spread, time } from './cache/harness'
import { open, scratch } from './cache/open'
import { unknownDomains } from '../fixtures/core'

const bench = 'verdicts'
const batch = 1000
const now = Date.UTC(2026, 5, 1)

/** The address of a number; neighbours lie far from each other in the alphabet. */
const emailOf = (index: number) =>
  `${(Math.imul(index, 2654435761) >>> 0).toString(36)}.${index}@firm${index % 5000}.example`

const everyone: ContactQuery = { search: '', filters: [], sort: { field: 'createdAt', direction: 'desc' } }

const opened = open(scratch(bench))
const { verdicts } = opened.store

/** Contacts with the addresses of the verdicts to come. */
function loadContacts(): void {
  const { contacts, runs } = opened.store
  const { id: runId } = runs.begin({ resource: 'contacts', mode: 'full', cause: 'first', now })
  runs.setState({ runId, state: 'running', now })
  const createdAt = new Date(now).toISOString()
  for (let from = 0; from < size; from += batch) {
    const records = Array.from({ length: Math.min(batch, size - from) }, (_, index) => ({
      id: `c${from + index}`,
      email: emailOf(from + index),
      subscribed: true,
      data: {},
      createdAt,
      updatedAt: createdAt,
    }))
    contacts.applyPage({ runId, records, bookmark: from, expected: size })
  }
  runs.finish({ runId, sweep: false, note: null, now })
  opened.settle()
}

async function main(): Promise<void> {
  loadContacts()
  verdicts.useRules(signMeanings)
  const check = await createLocalCheck(suggestAddress)
  const made = { now: () => now, mailDomains: unknownDomains }
  const nothing = { observed: [], suggestion: null, settled: false }
  const entry = (email: string): Promise<LedgerEntry> => {
    const answer = {
      email,
      valid: true,
      domainExists: true,
      hasWebsite: true,
      hasMxRecords: true,
      reasons: [],
    }
    return answeredVerdict(email, { kind: 'answered', answer }, nothing, made)
  }
  opened.db.pragma('wal_checkpoint(TRUNCATE)')
  const room = () => statSync(join(opened.folder, 'cache.db')).size / 1e6
  const before = room()
  const entries = await Promise.all(
    Array.from({ length: Math.ceil(size / batch) }, (_, page) =>
      Promise.all(Array.from({ length: batch }, (_, index) => entry(emailOf(page * batch + index)))),
    ),
  )
  const adding = time(Math.ceil(size / batch), (page) => verdicts.add(entries[page] ?? []))
  figure(bench, `${batch} verdicts entered p50`, quantile(adding, 0.5), 'ms')
  opened.db.pragma('wal_checkpoint(TRUNCATE)')
  figure(bench, 'on the disk', room() - before, 'MB')

  const anywhere = (call: number) =>
    Array.from({ length: batch }, (_, index) => emailOf((call * 7919 + index * 104729) % size))
  const inOrder = Array.from({ length: size }, (_, index) => emailOf(index)).sort()
  const neighbours = (call: number) => {
    const from = (call * 7919) % Math.max(1, size - batch)
    return inOrder.slice(from, from + batch)
  }
  const fresh = (emails: string[]) => verdicts.freshOf({ emails, now })
  spread(
    bench,
    `${batch} anywhere`,
    time(50, (call) => fresh(anywhere(call))),
  )
  spread(
    bench,
    `${batch} neighbours`,
    time(50, (call) => fresh(neighbours(call))),
  )
  const bare = opened.db.prepare('SELECT * FROM verdict WHERE email = ? ORDER BY at DESC LIMIT 1')
  const floor = time(50, (call) => {
    for (const email of anywhere(call).sort()) bare.get(email)
  })
  spread(bench, `${batch} bare searches`, floor)

  const classes = ['risky', 'accepts'] as const
  const byClass = (turn: number) => classes[turn % 2] ?? 'risky'
  spread(
    bench,
    'rules',
    time(20, () => verdicts.rules()),
  )
  spread(
    bench,
    'health',
    time(20, () => verdicts.health({ now })),
  )
  spread(
    bench,
    'a rule changed',
    time(20, (turn) => verdicts.setRule({ sign: 'takesMail', class: byClass(turn) })),
  )
  const moved = verdicts.rules()
  figure(bench, 'signs in use', moved.signs.filter(({ addresses }) => addresses > 0).length, 'signs')
  opened.store.contacts.facets({ query: everyone, fields: ['verdict'], limit: 5 })
  spread(
    bench,
    'a rule changed, with the index in memory',
    time(20, (turn) => verdicts.setRule({ sign: 'takesMail', class: byClass(turn) })),
  )
  const override = time(4, (turn) =>
    verdicts.setDomain({ domain: 'firm7.example', class: turn % 2 === 0 ? 'risky' : null, note: '', now }),
  )
  figure(bench, 'an override set or taken away, to the last contact p50', quantile(override, 0.5), 'ms')

  check('warm@example.com')
  const local = time(50, (call) => anywhere(call).map((email) => check(email)))
  figure(bench, 'an address checked here', (quantile(local, 0.5) / batch) * 1000, 'us')
}

void main()
