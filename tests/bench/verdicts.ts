// The ledger of verdicts: entering them, asking for the newest of a thousand addresses, and its room on the disk;
// beside it, what the checks without a request cost an address, and the same searches without a store around them.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { LedgerEntry } from '../../src-main/cache/store'
import { suggestAddress } from '../../src-main/jobs/import/map/suggest-address'
import { answeredVerdict } from '../../src-main/jobs/verification/ledger'
import { createLocalCheck } from '../../src-main/jobs/verification/local'
import { figure, quantile, size, spread, time } from './cache/harness'
import { open, scratch } from './cache/open'

const bench = 'verdicts'
const batch = 1000
const now = Date.UTC(2026, 5, 1)

/** The address of a number; neighbours lie far from each other in the alphabet. */
const emailOf = (index: number) =>
  `${(Math.imul(index, 2654435761) >>> 0).toString(36)}.${index}@firm${index % 5000}.example`

const opened = open(scratch(bench))
const { verdicts } = opened.store

async function main(): Promise<void> {
  const check = await createLocalCheck(suggestAddress)
  const made = { now: () => now }
  const nothing = { observed: [], suggestion: null, settled: false }
  const entry = (email: string): LedgerEntry => {
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
  const adding = time(Math.ceil(size / batch), (page) =>
    verdicts.add(Array.from({ length: batch }, (_, index) => entry(emailOf(page * batch + index)))),
  )
  figure(bench, `${batch} verdicts entered p50`, quantile(adding, 0.5), 'ms')
  opened.db.pragma('wal_checkpoint(TRUNCATE)')
  figure(bench, 'on the disk', statSync(join(opened.folder, 'cache.db')).size / 1e6, 'MB')

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

  check('warm@example.com')
  const local = time(50, (call) => anywhere(call).map((email) => check(email)))
  figure(bench, 'an address checked here', (quantile(local, 0.5) / batch) * 1000, 'us')
}

void main()
