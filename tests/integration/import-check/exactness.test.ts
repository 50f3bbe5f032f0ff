import { expect, test } from 'vitest'
import type { ColumnChoice } from '../../../src-shared/bridge/import-file'
import type { RowClass } from '../../../src-shared/bridge/imports'
import type { Contact } from '../../../src-shared/interface/contact'
import { contact } from '../../fixtures/cache-records'
import { seeded } from '../../fixtures/seeded'
import { naive, type NaiveColumn, type NaiveRow } from './naive'
import { checked, openRows, profile, type Rows } from './support'

const texts = [
  '',
  'pro',
  'free',
  ' pro ',
  'Chloé',
  '서연',
  'a "quoted", cell',
  'back\\slash',
  'two\nlines',
  '0',
  'yes',
  'x\u001fy',
]
const numbers = ['', '0', '1', '-1', '2.5', ' 7 ', '12', 'twelve']
const booleans = ['', 'yes', 'no', 'perhaps']
const kept: unknown[] = [
  'pro',
  'free',
  'Chloé',
  '서연',
  'a "quoted", cell',
  'back\\slash',
  'two\nlines',
  '',
  null,
  0,
  1,
  -1,
  2.5,
  7,
  '0',
  '1',
  true,
  false,
  ['pro'],
  { plan: 'pro' },
]
const rules = ['overwrite', 'overwrite', 'fillBlanks', 'never'] as const
const names = [
  'plan',
  'city',
  'seats',
  'trial',
  'constructor',
  '__proto__',
  'data.dots',
  'quo"te',
  'back\\key',
]

/** A made-up audience and a file about it: addresses that meet, values that are nearly the same. */
function scene(seed: number) {
  const draw = seeded(seed)
  const one = <T>(from: readonly T[]): T => from[Math.floor(draw() * from.length)] as T
  const address = () => {
    const base = `p${Math.floor(draw() * 900)}@example.com`
    const roll = draw()
    return roll < 0.1 ? base.toUpperCase() : roll < 0.15 ? ` ${base}` : roll < 0.2 ? 'nobody at all' : base
  }
  const columns = names.map((name): NaiveColumn => {
    const type = name === 'seats' ? 'number' : name === 'trial' ? 'boolean' : 'text'
    return { name, type, rule: one(rules) }
  })
  const subscribedRule = one(rules)
  const contacts = Array.from({ length: 700 }, (_, index): Contact => {
    const data = Object.fromEntries(names.filter(() => draw() < 0.7).map((name) => [name, one(kept)]))
    const email = draw() < 0.02 ? 'P1@Example.com' : `${draw() < 0.3 ? 'P' : 'p'}${index}@example.com`
    return contact(index, { email, subscribed: draw() < 0.5, data })
  })
  const rows = Array.from({ length: 2000 }, (): NaiveRow => {
    const cells = columns.map(({ name, type }) => {
      return [name, one(type === 'number' ? numbers : type === 'boolean' ? booleans : texts)] as const
    })
    // A row of faults alone would tell nothing of the rest.
    const sound = cells.map(
      ([name, text]) => [name, draw() < 0.9 && /twelve|perhaps/.test(text) ? '' : text] as const,
    )
    return { email: address(), subscribed: one(['', 'yes', 'no']), cells: Object.fromEntries(sound) }
  })
  return { columns, subscribedRule, contacts, rows }
}

function fileOf(rows: NaiveRow[], columns: NaiveColumn[]): string {
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`
  const head = ['email', 'subscribed', ...columns.map(({ name }) => name)]
  const lines = rows.map(({ email, subscribed, cells }) => [
    email,
    subscribed,
    ...columns.map(({ name }) => Object.entries(cells).find(([key]) => key === name)?.[1] ?? ''),
  ])
  return [head, ...lines].map((line) => line.map(cell).join(',')).join('\n')
}

const as = {
  text: { type: 'text' },
  number: { type: 'number', decimal: '.' },
  boolean: { type: 'boolean' },
} as const

function choices(
  columns: NaiveColumn[],
  subscribedRule: NaiveColumn['rule'],
): Record<string, Partial<ColumnChoice>> {
  return Object.fromEntries([
    ['subscribed', { as: as.boolean, rule: subscribedRule }],
    ...columns.map(({ name, type, rule }) => [name, { as: as[type], rule }] as const),
  ])
}

async function classesOf(rows: Rows): Promise<RowClass[]> {
  const found: RowClass[] = []
  for (let offset = 0; ; offset += 500) {
    const page = await rows.rows({ filter: 'all', search: '', slice: { offset, limit: 500 } })
    found.push(...page.rows.map((row) => row.class))
    if (page.rows.length < 500) return found
  }
}

for (const seed of [1, 2, 3, 4, 5, 6]) {
  test(`the classes of a made-up file are those of a plain comparison (${seed})`, async () => {
    const { columns, subscribedRule, contacts, rows } = scene(seed)
    const resubscribe = seed % 2 === 0
    const { folder } = profile(contacts)
    const opened = openRows(folder).rows
    await opened.rules({
      verify: 'none',
      byVerdict: { accepts: 'import', risky: 'import', undeliverable: 'leaveOut', unknown: 'hold' },
      resubscribe,
      writeConflicting: false,
    })
    const counts = await checked(opened, fileOf(rows, columns), choices(columns, subscribedRule))
    const expected = naive(rows, columns, subscribedRule, contacts, { resubscribe })
    expect(await classesOf(opened)).toEqual(expected.map((row) => row.class))
    expect(counts.stayUnsubscribed).toBe(expected.filter(({ stays }) => stays).length)
  })
}

test.each([7, 21, 22])(
  'a file that is small beside the copy is classed the same by looking its addresses up (%i)',
  async (seed) => {
    const { columns, subscribedRule, contacts, rows } = scene(seed)
    const others = Array.from({ length: 1200 }, (_, index) =>
      contact(contacts.length + index, { email: `other${index}@example.com`, data: {} }),
    )
    const { folder } = profile([...contacts, ...others])
    // Several contacts have this address: the newest counts.
    const few = rows.slice(0, 900).map((row, at) => (at === 0 ? { ...row, email: 'p1@example.com' } : row))
    const opened = openRows(folder).rows
    await checked(opened, fileOf(few, columns), choices(columns, subscribedRule))
    const expected = naive(few, columns, subscribedRule, contacts, { resubscribe: false })
    expect(await classesOf(opened)).toEqual(expected.map((row) => row.class))
  },
)

test('more columns than a mask has bits are compared one by one, with the same classes', async () => {
  const draw = seeded(9)
  const columns = Array.from({ length: 40 }, (_, index): NaiveColumn => ({
    name: `k${index}`,
    type: 'text',
    rule: rules[index % 4] ?? 'never',
  }))
  const contacts = Array.from({ length: 60 }, (_, index) =>
    contact(index, {
      email: `p${index}@example.com`,
      data: Object.fromEntries(
        columns.map(({ name }) => [name, draw() < 0.9 ? 'same' : draw() < 0.5 ? '' : 'other']),
      ),
    }),
  )
  const rows = Array.from({ length: 80 }, (_, index): NaiveRow => ({
    email: `p${index}@example.com`,
    subscribed: '',
    cells: Object.fromEntries(columns.map(({ name }) => [name, draw() < 0.97 ? 'same' : ''])),
  }))
  const { folder } = profile(contacts)
  const opened = openRows(folder).rows
  await checked(opened, fileOf(rows, columns), choices(columns, 'overwrite'))
  const expected = naive(rows, columns, 'overwrite', contacts, { resubscribe: false })
  expect(new Set(expected.map((row) => row.class))).toEqual(new Set(['changed', 'unchanged', 'new']))
  expect(await classesOf(opened)).toEqual(expected.map((row) => row.class))
})

test('what is repaired one cell at a time ends with the classes of a check from the beginning', async () => {
  const { columns, subscribedRule, contacts, rows } = scene(8)
  const few = rows.slice(0, 400)
  const { folder } = profile(contacts)
  const opened = openRows(folder).rows
  await checked(opened, fileOf(few, columns), choices(columns, subscribedRule))
  const draw = seeded(12)
  for (let step = 0; step < 150; step += 1) {
    const row = 1 + Math.floor(draw() * few.length)
    const target = few[row - 1]
    if (target === undefined) continue
    if (draw() < 0.5) {
      target.email = draw() < 0.2 ? 'nobody' : `p${Math.floor(draw() * 300)}@example.com`
      await opened.repair({ row, column: 0, text: target.email, alike: false })
    } else {
      target.cells['plan'] = draw() < 0.5 ? 'pro' : 'team'
      await opened.repair({ row, column: 2, text: target.cells['plan'], alike: false })
    }
  }
  const expected = naive(few, columns, subscribedRule, contacts, { resubscribe: false })
  const counts = await opened.counts()
  expect(await classesOf(opened)).toEqual(expected.map((row) => row.class))
  await opened.map([])
  const again = await opened.check({})
  expect(again).toEqual({ ...counts, typos: again.typos })
  expect(await classesOf(opened)).toEqual(expected.map((row) => row.class))
})
