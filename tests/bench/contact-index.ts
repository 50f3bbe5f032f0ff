import type { IndexedContact } from '../../src-main/core/index/indexed'
// The index over contacts alone, without SQLite: what setting, searching, filtering, sorting, counting and loading cost.
import type { ContactField, ContactFilter, ContactQuery } from '../../src-shared/bridge/contacts'
import { drive } from '../../src-main/core/database/session'
import { ContactIndex } from '../../src-main/core/index/contact-index'
import { figure, size, spread, time } from './cache/harness'
import { seeded } from '../fixtures/seeded'

const bench = 'contact-index'
const now = Date.UTC(2026, 8, 1)
const draw = seeded(11)
const syllables =
  'an be cho da el fi gor ha in jo ko le mar no ol pe quin ro sa tu vi wen xi ya zu bra kra sto'.split(' ')
const word = (count: number): string =>
  Array.from({ length: count }, () => syllables[Math.floor(draw() * syllables.length)]).join('')
const titled = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)
const list = (length: number, make: () => string): string[] => Array.from({ length }, make)
const first = [...list(3000, () => titled(word(2))), 'Nováková', 'Дмитрий', '太郎']
const last = [...list(20_000, () => titled(word(3))), 'Müller', 'Иванов', '田中']
const cities = list(2000, () => titled(word(2)))
/** 400,000 firms without keeping them: what is kept here would be in the way of the collector. */
function firm(): string {
  let rest = Math.imul(Math.floor(draw() * 400_000) + 1, 0x9e3779b1) >>> 0
  const parts: string[] = []
  for (let part = 0; part < 5; part++, rest = Math.floor(rest / syllables.length)) {
    parts.push(syllables[rest % syllables.length] ?? '')
  }
  return `${titled(parts.slice(0, 3).join(''))} ${titled(parts.slice(3).join(''))} Ltd`
}
const hosts = list(30_000, () => `${word(3)}.example`)
const plans = ['free', 'free', 'pro', 'team', 'enterprise']
const one = <T>(from: readonly T[]): T => from[Math.floor(draw() * from.length)] as T

function contact(row: number): IndexedContact {
  const [given, family] = [one(first), one(last)]
  const host = draw() < 0.5 ? one(['gmail.com', 'outlook.com', 'yahoo.com']) : one(hosts)
  const created = now - (size - row) * 60_000
  return {
    email: `${given}.${family}${Math.floor(draw() * 10_000)}@${host}`.toLowerCase(),
    subscribed: draw() > 0.1,
    created,
    updated: created + Math.floor(draw() * 1e8),
    data: {
      firstName: given,
      lastName: family,
      city: one(cities),
      company: firm(),
      plan: one(plans),
      seats: Math.floor(draw() * 500),
      revenue: Math.floor(draw() * 1e6) / 100,
      signedUp: new Date(created).toISOString().slice(0, 10),
      ...(draw() < 0.8 ? { lastLogin: new Date(now - Math.floor(draw() * 9e9)).toISOString() } : {}),
      address: {
        street: `${one(cities)} ${Math.floor(draw() * 50)}`,
        country: one(['CZ', 'DE', 'FR', 'US']),
      },
    },
  }
}

const index = ContactIndex.empty()
let spent = 0
for (let row = 1; row <= size; row += 1000) {
  const batch = Array.from({ length: Math.min(1000, size - row + 1) }, (_, at) => contact(row + at))
  const start = performance.now()
  batch.forEach((made, at) => index.set(row + at, made))
  spent += performance.now() - start
}
figure(bench, 'set', size / (spent / 1000), 'contacts/s')
figure(bench, 'memory', index.memoryBytes() / size, 'bytes/contact')

const newest = { field: 'createdAt', direction: 'desc' } as const
const ask = (
  search: string,
  filters: ContactFilter[] = [],
  sort: ContactQuery['sort'] = newest,
): ContactQuery => ({ search, filters, sort })
let touched = 0
/** Changes a contact, so that no answer is remembered from before. */
function touch(): void {
  const row = 1 + (touched++ % size)
  index.set(row, contact(row))
}
const anew = (calls: number, act: (call: number) => unknown): number[] => {
  act(0)
  const samples: number[] = []
  for (let call = 0; call < calls; call++) {
    touch()
    index.select(ask(''), now)
    samples.push(...time(1, () => act(call)))
  }
  return samples
}

spread(
  bench,
  'first use of newest first',
  time(1, () => index.select(ask(''), now)),
)
const sorts: ContactField[] = [
  'email',
  'data.company',
  'data.lastLogin',
  'data.city',
  'data.revenue',
  'updatedAt',
  'data.address',
]
for (const field of sorts) {
  figure(
    bench,
    `first use of sort by ${field}`,
    time(1, () => index.select(ask('', [], { field, direction: 'asc' }), now))[0] ?? NaN,
    'ms',
  )
}
for (const field of ['email', 'data.city'] as const) {
  const sort = { field, direction: 'asc' } as const
  index.select(ask('', [], sort), now)
  spread(
    bench,
    `sort by ${field} after a change`,
    anew(5, () => index.select(ask('', [], sort), now)),
  )
}

const haystack = Buffer.concat(
  list(1000, () => word(5)).map((name) => Buffer.from(`${name}@gmail.com\n`.repeat(size / 1000))),
)
const floor = time(5, () => haystack.indexOf('qqqqq'))
figure(bench, 'floor: a scan of as many bytes of addresses', Math.min(...floor), 'ms')
const terms: Record<string, string[]> = {
  'one letter': 'a e z q 1 @ x č'.split(' '),
  'two letters': 'an qu xq ž1 .g 42'.split(' '),
  'three to five letters': ['gor', 'quin', 'marko', 'nov', 'free', '2026-', 'дмит', 'zuxi'],
  rare: ['gorhain', 'markofi', 'zuzuzu', 'nothing-has-this', 'xiyazu.be'],
  'two words': ['gor free', 'an ya', 'quin ltd', 'pro cz'],
}
for (const [name, words] of Object.entries(terms)) {
  spread(
    bench,
    `search, ${name}: first 100`,
    words.flatMap((term) => anew(4, () => drive(index.first(ask(term), 100, now)))),
  )
  spread(
    bench,
    `search, ${name}: count`,
    words.flatMap((term) => anew(4, () => index.count(ask(term), now))),
  )
  spread(
    bench,
    `search, ${name}: all in order`,
    words.flatMap((term) => anew(4, () => index.select(ask(term), now))),
  )
  const sort = { field: 'data.lastName', direction: 'asc' } as const
  index.select(ask('', [], sort), now)
  spread(
    bench,
    `search, ${name}: by last name`,
    words.flatMap((term) => anew(2, () => index.select(ask(term, [], sort), now))),
  )
}

const filters: ContactFilter[] = [
  { field: 'subscribed', operator: 'equals', value: false },
  { field: 'domain', operator: 'anyOf', values: ['gmail.com', 'yahoo.com'] },
  { field: 'email', operator: 'equals', value: 'nobody@example.com' },
  { field: 'email', operator: 'startsWith', value: 'gor' },
  { field: 'email', operator: 'notContains', value: 'a' },
  { field: 'data.company', operator: 'contains', value: 'an' },
  { field: 'data.company', operator: 'greaterThan', value: 'm' },
  { field: 'data.plan', operator: 'notEquals', value: 'free' },
  { field: 'data.seats', operator: 'between', from: 100, to: 200 },
  { field: 'data.revenue', operator: 'greaterThanOrEqual', value: 5000 },
  { field: 'data.lastLogin', operator: 'notExists' },
  { field: 'data.lastLogin', operator: 'within', value: 30, unit: 'days' },
  { field: 'data.lastLogin', operator: 'equals', value: now },
  { field: 'data.address', operator: 'equals', value: 'cz' },
  { field: 'createdAt', operator: 'olderThan', value: 300, unit: 'days' },
  { field: 'updatedAt', operator: 'between', from: '2026-01-01', to: '2026-06-01' },
  { field: 'updatedAt', operator: 'contains', value: '2026-01' },
]
for (const filter of filters) {
  spread(
    bench,
    `filter ${filter.field} ${filter.operator}`,
    anew(5, () => index.select(ask('', [filter]), now)),
  )
}
const six: ContactField[] = ['subscribed', 'domain', 'data.plan', 'data.city', 'data.seats', 'data.lastName']
for (const [name, query] of [
  ['all', ask('')],
  ['searched', ask('an')],
  ['filtered', ask('', [filters[7] as ContactFilter])],
] as const) {
  spread(
    bench,
    `six facets, ${name}`,
    anew(5, () => index.facets(query, six, 8, now)),
  )
}
spread(
  bench,
  'facet of company',
  anew(3, () => index.facets(ask(''), ['data.company'], 8, now)),
)
spread(
  bench,
  'facet of lastLogin',
  anew(3, () => index.facets(ask(''), ['data.lastLogin'], 8, now)),
)
spread(
  bench,
  'fields',
  time(3, () => index.fields()),
)
spread(
  bench,
  'replace 1,000',
  time(5, () => {
    for (let at = 0; at < 1000; at++) touch()
  }),
)

const pieces = new Map<string, Uint8Array>()
spread(
  bench,
  'save',
  time(1, () => {
    for (const { name, bytes } of index.serialize()) pieces.set(name, bytes.slice())
  }),
)
let bytes = 0
for (const piece of pieces.values()) bytes += piece.length
figure(bench, 'saved', bytes / 1e6, 'MB')
spread(
  bench,
  'load',
  time(3, () => drive(ContactIndex.load((name) => pieces.get(name) ?? null))),
)
figure(bench, 'memory at the end', index.memoryBytes() / size, 'bytes/contact')
