// Contacts with a verdict each: what they cost the lists, the index and its memory, beside the same without verdicts;
// and how long a verdict, a rule and a start take until lists have them.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { ContactFilter } from '../../src-shared/bridge/contacts'
import type { LedgerEntry } from '../../src-main/features/verification/store/ledger/api'
import { defaultRules, type Sign } from '../../src-main/features/verification/store/ledger/classes'
import { figure, quantile, size, spread, time } from './cache/harness'
import { fill, open, scratch, type Opened } from './cache/open'
import { pages } from './cache/records'

const bench = 'contact-verdicts'
const batch = 1000
const now = Date.now()
const signs: readonly Sign[] = ['takesMail', 'takesMail', 'takesMail', 'role', 'noMailServer', 'timedOut']

const folder = scratch(bench)
let opened = open(folder)
opened.store.verdicts.useRules(Object.entries(defaultRules).map(([sign, rule]) => ({ sign, ...rule })))
fill(opened, size)
opened.settle()

const newest = { field: 'createdAt', direction: 'desc' } as const
const list = ({ store }: Opened, filters: ContactFilter[]) =>
  store.contacts.page({ query: { search: '', filters, sort: newest }, slice: { offset: 0, limit: 100 } })
const anywhere = (index: number) => (index * 104_729) % Math.max(1, size - 100)

/** What lists cost, as things are. */
function lists(state: string): void {
  list(opened, [{ field: 'subscribed', operator: 'equals', value: true }])
  spread(
    bench,
    `page of 100, ${state}`,
    time(100, (index) =>
      opened.store.contacts.page({
        query: { search: '', filters: [], sort: newest },
        slice: { offset: anywhere(index), limit: 100 },
      }),
    ),
  )
  const query = { search: '', filters: [], sort: newest }
  spread(
    bench,
    `facet of verdicts, ${state}`,
    time(20, () => opened.store.contacts.facets({ query, fields: ['verdict'], limit: 8 })),
  )
  spread(
    bench,
    `filter by verdict, ${state}`,
    time(20, (index) =>
      list(opened, [
        { field: 'verdict', operator: 'anyOf', values: ['risky', 'unknown'] },
        { field: 'checkedAt', operator: 'within', value: 1 + index, unit: 'days' },
      ]),
    ),
  )
}

/** How long the index takes to be there after the program has started, with what it holds then. */
function restart(state: string): void {
  opened.db.close()
  opened = open(folder)
  const before = process.memoryUsage().arrayBuffers
  const [took = Number.NaN] = time(1, () => list(opened, [{ field: 'verdict', operator: 'exists' }]))
  figure(bench, `index there after a start, ${state}`, took, 'ms')
  figure(bench, `its arrays, ${state}`, (process.memoryUsage().arrayBuffers - before) / 1e6, 'MB')
}

lists('without verdicts')
restart('without verdicts')

function* entries(): Generator<LedgerEntry[]> {
  let held: LedgerEntry[] = []
  let index = 0
  for (const page of pages(size)) {
    for (const { email } of page) {
      const sign = signs[index % signs.length] ?? 'takesMail'
      const { class: name, sentence } = defaultRules[sign]
      const at = now - (index % 60) * 86_400_000
      const told = { email, at, class: name, reasons: [sentence], suggestion: null, answer: null }
      held.push({ ...told, source: 'service', signs: [sign] })
      index += 1
      if (held.length < batch) continue
      yield held
      held = []
    }
  }
  if (held.length > 0) yield held
}

const added: number[] = []
for (const page of entries()) added.push(...time(1, () => opened.store.verdicts.add(page)))
figure(bench, `${batch} verdicts over contacts, index in memory p50`, quantile(added, 0.5), 'ms')
figure(bench, `${batch} verdicts over contacts, index in memory p99`, quantile(added, 0.99), 'ms')
const [saved = Number.NaN] = time(1, () => opened.settle())
figure(bench, 'index saved after all of them', saved, 'ms')
lists('all with verdicts')
spread(
  bench,
  'a rule changed',
  time(6, (index) =>
    opened.store.verdicts.setRule({ sign: 'takesMail', class: index % 2 === 0 ? 'risky' : 'accepts' }),
  ),
)
const domain = 'gmail.com'
const [override = Number.NaN] = time(1, () =>
  opened.store.verdicts.setDomain({ domain, class: 'risky', note: '', now }),
)
figure(bench, 'a domain overridden, and counted', override, 'ms')
restart('all with verdicts')
opened.db.exec('DELETE FROM index_part; UPDATE meta SET index_covers = 0')
restart('all with verdicts, made from the rows')
opened.db.pragma('wal_checkpoint(TRUNCATE)')
figure(bench, 'on the disk', statSync(join(folder, 'cache.db')).size / 1e6, 'MB')
figure(bench, 'contacts', size, 'rows')
opened.db.close()
