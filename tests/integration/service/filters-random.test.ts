import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contactMatches } from '../../../src-service/store/contact-matches'
import { inOrder } from '../../../src-service/store/in-order'
import { statements } from '../../../src-service/store/statements'
import { Random } from '../../../src-service/sample/random'
import {
  type Filter,
  type FilterCondition,
  filterOperators,
  kindOf,
} from '../../../src-shared/interface/filter'
import { engines, type RunningEngine, sqlite } from '../../fixtures/engines'
import { filterCases } from '../../fixtures/filter-cases'
import { type FilterPerson, now, people, segments } from '../../fixtures/filter-people'
import { populate } from './filter-population'
import { holds } from './plain-filter'

const minute = 60_000
const day = 24 * 60 * minute

const texts = [
  ...[
    '',
    'a',
    'A',
    'oslo',
    'Oslo',
    'OSLO ',
    'İstanbul',
    'istanbul',
    '\u212aelvin',
    'kelvin',
    'ß',
    'SS',
    'ΣΑΣ',
    'σας',
  ],
  ...[
    '5',
    '5.0',
    '05',
    '-5',
    '+5',
    ' 5',
    '5 ',
    '.5',
    '5.',
    '1e3',
    '1E+3',
    '1e400',
    '1e-400',
    '-0',
    '9007199254740993',
    '0.1000000000000000055511151231257827',
    '-',
    '0x5',
    '5-6',
    'NaN',
    'true',
    'TRUE',
  ],
  ...[
    '2026-11-20',
    '2026-11-20T14:00:00.000Z',
    '2026-11-20T14:00',
    '2026-11-20 14:00:00Z',
    '2026-11-20T16:00:00+02:00',
  ],
  ...[
    '2026-11-19T23:59:59.999999Z',
    '2026-02-29',
    '2024-02-29',
    '0000-01-01',
    '9999-12-31',
    '2026-11-20T24:00Z',
  ],
  ...[
    '2026-11-20TT14:00',
    '2026-11-20 ',
    '12:00',
    'now',
    '2461365',
    '%',
    '_',
    "'",
    '"',
    '\\',
    '\u0000',
    'a\u0000b',
    '漢字',
    '👩‍🚀',
  ],
]
const numbers = [
  0,
  1,
  -1,
  5,
  0.1,
  0.1 + 0.2,
  1e3,
  1e21,
  1e-7,
  5e-324,
  2 ** 53,
  2 ** 60,
  -(2 ** 63),
  1.7976931348623157e308,
]
/** PostgreSQL has no others. */
const textsWithoutNul = texts.filter((text) => !text.includes('\u0000'))
const spans = [0, 1e-7, 0.5, 1, 7, 1000, 1e300]
const keys = [
  'a',
  'b',
  'a.b',
  'c"d',
  'e\\f',
  "g'h",
  '$.a',
  'a.b.c',
  '__proto__',
  'ü',
  '\n',
  '0',
  'a.0',
  '-1',
  '{a,b}',
]

function filterWith(random: Random, words: readonly string[]): Filter {
  const operators = Object.values(filterOperators).flat()
  const operator = random.pick(operators)
  const kind = kindOf(operator)
  const span = { value: random.pick(spans), unit: random.pick(['days', 'hours', 'minutes'] as const) }
  const field = random.chance(0.85)
    ? `data.${random.pick(keys)}`
    : random.pick(['email', 'subscribed', 'createdAt'])
  switch (kind) {
    case 'presence':
      return { field, operator }
    case 'age':
      return { field, operator, ...span }
    case 'event':
      return { field: random.pick(['login', 'open', 'none']), operator }
    case 'eventAge':
      return { field: random.pick(['login', 'open', 'none']), operator, ...span }
    case 'membership':
      return { field: 'segment', operator, value: random.pick(['friends', 'pros again', 'missing', 'ring']) }
    case 'text':
      return { field, operator, value: random.pick(words) }
    default:
      return { field, operator, value: random.pick([...words, ...numbers, true, false]) }
  }
}

function conditionWith(random: Random, words: readonly string[], depth = 0): FilterCondition {
  const groups = Array.from({ length: random.whole(1, 2) }, () => ({
    filters: Array.from({ length: random.whole(1, 2) }, () => filterWith(random, words)),
    ...(depth < 2 && random.chance(0.3) && { conditions: conditionWith(random, words, depth + 1) }),
  }))
  return { logic: random.pick(['AND', 'OR'] as const), groups }
}

function valueWith(random: Random, words: readonly string[], depth: number): unknown {
  const roll = random.next()
  if (roll < 0.5) return random.pick(words)
  if (roll < 0.7) return random.pick(numbers)
  if (roll < 0.8) return random.pick([true, false, null])
  if (depth > 2) return 'a'
  if (roll < 0.9) return Array.from({ length: random.whole(0, 3) }, () => valueWith(random, words, depth + 1))
  return dataWith(random, words, depth + 1)
}

function dataWith(random: Random, words: readonly string[], depth = 0): Record<string, unknown> {
  const held = keys
    .filter(() => random.chance(0.5))
    .map((key) => [key, valueWith(random, words, depth)] as const)
  return Object.fromEntries(held)
}

function personWith(random: Random, words: readonly string[], number: number): FilterPerson {
  const events = Array.from({ length: random.whole(0, 3) }, () => ({
    name: random.pick(['login', 'open']),
    at: now - Math.floor(random.next() * 20 - 1) * day,
  }))
  const createdAt = now - random.whole(0, 20) * (day / 2)
  const email = `person${number}@example.com`
  return { email, subscribed: random.chance(0.5), createdAt, data: dataWith(random, words), events }
}

describe('a filter', () => {
  it('holds for whom the table says when each contact is looked at by itself', () => {
    for (const { name, condition, expected } of filterCases) {
      const found = people.filter((person) => holds(condition, person, segments))
      expect(
        found.map(({ email }) => email),
        name,
      ).toEqual(expected)
    }
  })
})

describe.each(engines)('a filter in SQL, in $engine', ({ engine, start }) => {
  let running: RunningEngine
  beforeAll(async () => {
    running = await start()
  })
  afterAll(() => running.stop())

  it.each([1, 2, 3, 4])('finds whom it holds for one by one, of whatever there is (%i)', async (seed) => {
    const words = engine === 'postgres' ? textsWithoutNul : texts
    const random = new Random(seed)
    const crowd = Array.from({ length: 60 }, (_, number) => personWith(random, words, number))
    const { db, close } = await running.open()
    const population = await populate(db, [...people, ...crowd], segments)
    for (let round = 0; round < 400; round++) {
      const condition = conditionWith(random, words)
      const found = await population.find(
        await population.audience.condition(population.translate(condition)),
      )
      const expected = [...people, ...crowd].filter((person) => holds(condition, person, segments))
      expect(found, JSON.stringify(condition)).toEqual(expected.map(({ email }) => email))
    }
    await close()
  })

  it('finds whom it holds for near a moment or a number that is asked for, however they are written', async () => {
    const random = new Random(8)
    const away = () =>
      now + random.pick([0, 1, -1, random.whole(-9 * day, 9 * day), random.whole(-9, 9) * day])
    const zone = () => random.pick(['Z', 'z', '+02:00', '-0930', '+9959', '-99:59'])
    const written = [
      () => new Date(away()).toISOString(),
      () => new Date(away()).toISOString().slice(0, 10),
      () => new Date(away()).toISOString().replace('T', ' ').replace('Z', zone()),
      () => new Date(away()).toISOString().slice(0, 16),
      () => new Date(away()).toISOString().replace(/\d/, random.pick(['x', '3', '[', '{'])),
    ]
    const moment = () => random.pick(written)()
    const number = () => random.whole(-3, 12) / random.pick([1, 1, 2])
    const word = () =>
      random.pick(['Pro', 'pro', '[pro', '{pro', 'p_o', 'p%', 'no pro', 'TRUE', '3e', '\\', '-.5'])
    const scalar = () =>
      random.pick<() => unknown>([
        moment,
        moment,
        number,
        () => String(number()),
        word,
        () => true,
        () => null,
      ])()
    const value = (): unknown =>
      random.pick([
        scalar,
        scalar,
        scalar,
        scalar,
        () => [scalar(), scalar()],
        () => ({ a: scalar() }),
        () => [],
      ])()
    const crowd = Array.from({ length: 400 }, (_, at) => ({
      ...personWith(random, ['a'], at),
      data: {
        a: value(),
        b: random.chance(0.5) ? { c: value() } : [{ c: value() }],
        'd.e': value(),
        d: { e: value() },
      },
    }))
    const field = () => random.pick(['data.a', 'data.a', 'data.b.c', 'data.d.e'])
    const kinds = [
      () => ({
        operator: random.pick(filterOperators.equality),
        value: random.pick([moment, number, word])(),
      }),
      () => ({ operator: random.pick(filterOperators.text), value: word() }),
      () => ({ operator: random.pick(filterOperators.order), value: random.pick([moment, number])() }),
      () => ({
        operator: random.pick(filterOperators.age),
        value: random.whole(0, 9),
        unit: 'days' as const,
      }),
      () => ({ operator: random.pick(filterOperators.presence) }),
    ]
    const { db, close } = await running.open()
    const { audience, find } = await populate(db, crowd, [])
    for (let round = 0; round < 600; round++) {
      const filter: Filter = { field: field(), ...random.pick(kinds)() }
      const condition: FilterCondition = { logic: 'AND', groups: [{ filters: [filter] }] }
      const expected = crowd.filter((person) => holds(condition, person, []))
      expect(await find(await audience.condition(condition)), JSON.stringify(condition)).toEqual(
        expected.map(({ email }) => email),
      )
    }
    await close()
  })

  const others = engine === 'sqlite' ? [] : [5, 6]
  it.each(others)('keeps how many it holds for, of whatever there is (%i)', async (seed) => {
    const random = new Random(seed)
    const half = (from: number) =>
      Array.from({ length: 60 }, (_, number) => personWith(random, textsWithoutNul, from + number))
    const { db, close } = await running.open()
    const { audience, translate, find } = await populate(db, half(0), segments)
    const { count } = contactMatches(db, { keptFrom: 0 })
    const sql = statements(db)
    const forget = sql.run<[]>('DELETE FROM condition_count')
    const kept = sql.count<[]>('SELECT count(*) FROM condition_count')
    const exchange = sql.run<[{ odd: number }]>(
      'UPDATE contact SET data = o.data FROM contact AS o WHERE contact.seq = o.seq + 1 AND (contact.seq % 2 = @odd OR @odd = 2)',
    )
    for (let round = 0; round < 12; round++) {
      const asked = Array.from({ length: 20 }, () => translate(conditionWith(random, textsWithoutNul)))
      const counts = () => inOrder(asked, async (each) => count(await audience.condition(each)))
      const right = () => inOrder(asked, async (each) => (await find(await audience.condition(each))).length)
      await forget()
      await counts()
      const before = await kept()
      // Of all of them, which is compared at once, and of half of them, which is compared when it is asked for.
      for (const odd of [2, 0, 1]) {
        await exchange({ odd })
        expect(await counts(), JSON.stringify(asked)).toEqual(await right())
      }
      expect(before).toBeGreaterThan(0)
      expect(await kept()).toBe(before)
    }
    await close()
  })

  it.each(others)(
    'finds whom SQLite finds in the deployed reading, of whatever there is (%i)',
    async (seed) => {
      const random = new Random(seed)
      const crowd = Array.from({ length: 60 }, (_, number) => personWith(random, textsWithoutNul, number))
      const conditions = Array.from({ length: 400 }, () => conditionWith(random, textsWithoutNul))
      const found = await inOrder([await sqlite.start(), running], async (where) => {
        const { db, close } = await where.open()
        const { audience, find, translate } = await populate(db, [...people, ...crowd], segments, 'deployed')
        const all = await inOrder(conditions, async (condition) => ({
          condition,
          found: await find(await audience.condition(translate(condition))),
        }))
        await close()
        return all
      })
      expect(found[1]).toEqual(found[0])
      expect(found[0]?.filter(({ found: some }) => some.length > 0).length).toBeGreaterThan(100)
    },
  )
})
