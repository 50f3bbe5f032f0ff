import type { IndexedContact } from '../../../src-main/core/index/indexed'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ContactFilter, ContactQuery } from '../../../src-shared/bridge/contacts'
import { drive } from '../../../src-main/core/database/session'
import { ContactIndex } from '../../../src-main/core/index/contact-index'

const now = Date.UTC(2026, 0, 31)
const newest = { field: 'createdAt', direction: 'desc' } as const

function contact(
  email: string,
  data: Record<string, unknown> = {},
  created: number | null = now,
): IndexedContact {
  return { email, subscribed: true, created, updated: null, data }
}

describe('ContactIndex', () => {
  let index: ContactIndex
  beforeEach(() => {
    index = ContactIndex.empty()
  })

  const put = (...data: Record<string, unknown>[]): void =>
    data.forEach((values, at) => index.set(at + 1, contact(`p${at + 1}@x.example`, values, now - at)))
  const rows = (query: Partial<ContactQuery>): number[] => [
    ...index.select({ search: '', filters: [], sort: newest, ...query }, now),
  ]
  const matching = (filter: ContactFilter): number[] => rows({ filters: [filter] })

  it('finds a name with accents by its plain letters and the other way round', () => {
    put({ name: 'Nováková' }, { name: 'NOVAKOVA' }, { name: 'Novotná' })
    expect(rows({ search: 'novakova' })).toEqual([1, 2])
    expect(rows({ search: 'Nováková' })).toEqual([1, 2])
  })

  it('finds one letter of any script', () => {
    put({ name: 'Дмитрий' }, { name: '山田' }, { name: '😀' }, { name: 'plain' })
    expect(rows({ search: 'Д' })).toEqual([1])
    expect(rows({ search: '田' })).toEqual([2])
    expect(rows({ search: '😀' })).toEqual([3])
  })

  it('looks for each word of a search in any value, nested ones too', () => {
    put({ a: 'red', b: { c: ['blue', 7] } }, { a: 'red' }, { b: 'blue' })
    expect(rows({ search: 'red blue' })).toEqual([1])
  })

  it('does not find a word that only two values together would make', () => {
    put({ tags: ['ab', 'cd'], next: 'ef' })
    expect(rows({ search: 'abcd' })).toEqual([])
    expect(rows({ search: 'bc' })).toEqual([])
  })

  it('does not search the names of keys', () => {
    put({ city: 'Brno', address: { street: 'Main' } })
    expect(rows({ search: 'city' })).toEqual([])
    expect(rows({ search: 'street' })).toEqual([])
  })

  it('takes a search of nothing but accents and spaces for no search', () => {
    put({ name: 'a' })
    expect(rows({ search: ' \u0301 ' })).toEqual([1])
  })

  it('forgets the keys that a replaced contact no longer has', () => {
    index.set(1, contact('a@x.example', { plan: 'pro', city: 'Brno' }))
    index.set(1, contact('a@x.example', { city: 'Brno' }))
    expect(matching({ field: 'data.plan', operator: 'exists' })).toEqual([])
    expect(index.fields().map(({ key }) => key)).toEqual(['city'])
  })

  it('says that setting the same contact again changes nothing', () => {
    index.set(1, contact('a@x.example', { tags: ['a'], n: 1 }))
    const { version } = index
    expect(index.set(1, contact('a@x.example', { tags: ['a'], n: 1 }))).toBe(false)
    expect(index.version).toBe(version)
  })

  it('notices a change of case alone', () => {
    index.set(1, contact('a@x.example', { name: 'macDonald' }))
    expect(index.set(1, contact('a@x.example', { name: 'MacDonald' }))).toBe(true)
    const [facet] = index.facets({ search: '', filters: [], sort: newest }, ['data.name'], 8, now)
    expect(facet?.values).toEqual([{ value: 'MacDonald', count: 1 }])
  })

  it('does not find what a deleted contact had', () => {
    put({ name: 'gone' }, { name: 'here' })
    expect(index.delete(1)).toBe(true)
    expect(index.delete(1)).toBe(false)
    expect(rows({ search: 'gone' })).toEqual([])
    expect(rows({})).toEqual([2])
  })

  it('counts rows without a value as not equal and not containing', () => {
    put({ plan: 'free' }, { plan: 'pro' }, {})
    expect(matching({ field: 'data.plan', operator: 'notEquals', value: 'free' })).toEqual([2, 3])
    expect(matching({ field: 'data.plan', operator: 'notContains', value: 'r' })).toEqual([3])
  })

  it('reads a number or a boolean out of the text it is compared with', () => {
    put({ v: 12 }, { v: '12' }, { v: true }, { v: '12.0' })
    expect(matching({ field: 'data.v', operator: 'equals', value: '12' })).toEqual([1, 2])
    expect(matching({ field: 'data.v', operator: 'equals', value: 'true' })).toEqual([3])
    expect(matching({ field: 'data.v', operator: 'equals', value: '12.0' })).toEqual([1, 4])
  })

  it('compares dates as moments whatever their zone', () => {
    put({ at: '2026-01-01T00:00:00Z' }, { at: '2026-01-01T01:00:00+01:00' }, { at: '2026-01-02' })
    expect(matching({ field: 'data.at', operator: 'equals', value: '2026-01-01' })).toEqual([1, 2])
    expect(matching({ field: 'data.at', operator: 'lessThan', value: Date.UTC(2026, 0, 2) })).toEqual([1, 2])
  })

  it('includes the start of a span and leaves out its end', () => {
    put({ n: 1 }, { n: 2 }, { n: 3 })
    expect(matching({ field: 'data.n', operator: 'between', from: 1, to: 3 })).toEqual([1, 2])
    expect(matching({ field: 'data.n', operator: 'between', from: null, to: 2 })).toEqual([1])
  })

  it('takes what lies in the future as within the last days', () => {
    put({ at: '2026-01-30' }, { at: '2026-01-01' }, { at: '2027-01-01' }, { at: 'never' })
    expect(matching({ field: 'data.at', operator: 'within', value: 7, unit: 'days' })).toEqual([1, 3])
    expect(matching({ field: 'data.at', operator: 'olderThan', value: 7, unit: 'days' })).toEqual([2])
  })

  it('takes the part after the last at sign as the domain', () => {
    index.set(1, contact('"a@b"@Firm.Example'))
    index.set(2, contact('nowhere'))
    expect(matching({ field: 'domain', operator: 'equals', value: 'firm.example' })).toEqual([1])
    expect(matching({ field: 'domain', operator: 'notExists' })).toEqual([2])
  })

  it('finds people by the text of when they were created', () => {
    put({}, {})
    expect(matching({ field: 'createdAt', operator: 'contains', value: '2026-01-31T00:00' })).toEqual([1])
  })

  it('sorts rows without a value last in both directions', () => {
    put({ n: 2 }, {}, { n: 1 })
    expect(rows({ sort: { field: 'data.n', direction: 'asc' } })).toEqual([3, 1, 2])
    expect(rows({ sort: { field: 'data.n', direction: 'desc' } })).toEqual([1, 3, 2])
  })

  it('sorts text without regard to case, and the newest first among equals', () => {
    put({ name: 'beta' }, { name: 'Alpha' }, { name: 'BETA' }, { name: 'alpha' })
    expect(rows({ sort: { field: 'data.name', direction: 'desc' } })).toEqual([1, 3, 2, 4])
  })

  it('keeps the order right while rows come, change and go', () => {
    put({ n: 5 }, { n: 3 }, { n: 4 }, { n: 1 }, { n: 2 }, { n: 9 }, { n: 8 }, { n: 7 }, { n: 6 })
    const sort = { field: 'data.n', direction: 'asc' } as const
    rows({ sort })
    index.delete(6)
    expect(rows({ sort })).toEqual([4, 5, 2, 3, 1, 9, 8, 7])
    index.set(4, contact('p4@x.example', { n: 100 }))
    expect(rows({ sort })).toEqual([5, 2, 3, 1, 9, 8, 7, 4])
  })

  it('tells the position of a row, and that a row does not match', () => {
    put({ plan: 'a' }, { plan: 'b' }, { plan: 'a' })
    const filters: ContactFilter[] = [{ field: 'data.plan', operator: 'equals', value: 'a' }]
    expect(index.positionOf(3, { search: '', filters, sort: newest }, now)).toBe(1)
    expect(index.positionOf(2, { search: '', filters, sort: newest }, now)).toBeNull()
  })

  it('counts a facet without the filter on its own field', () => {
    put({ plan: 'a', city: 'x' }, { plan: 'b', city: 'x' }, { plan: 'b', city: 'y' })
    const filters: ContactFilter[] = [
      { field: 'data.plan', operator: 'anyOf', values: ['a'] },
      { field: 'data.city', operator: 'anyOf', values: ['x'] },
    ]
    const [plan, city] = index.facets(
      { search: '', filters, sort: newest },
      ['data.plan', 'data.city'],
      8,
      now,
    )
    expect(plan?.values).toEqual([
      { value: 'a', count: 1 },
      { value: 'b', count: 1 },
    ])
    expect(city?.values).toEqual([{ value: 'x', count: 1 }])
  })

  it('tells spellings of a value apart, in a list as well, and finds each by itself', () => {
    put({ plan: 'pro' }, { plan: 'Pro' }, { plan: 'pro' }, { plan: ['PRO', 'Pro'] }, {})
    const [facet] = index.facets({ search: '', filters: [], sort: newest }, ['data.plan'], 8, now)
    expect(facet?.values).toEqual([
      { value: 'Pro', count: 2 },
      { value: 'pro', count: 2 },
      { value: 'PRO', count: 1 },
      { value: null, count: 1 },
    ])
    const having = (...values: string[]) =>
      rows({ filters: [{ field: 'data.plan', operator: 'anyOf', values }] })
    expect(having('pro')).toEqual([1, 3])
    expect(having('Pro')).toEqual([2, 4])
    expect(rows({ filters: [{ field: 'data.plan', operator: 'equals', value: 'PRO' }] })).toEqual([4])
  })

  it('takes addresses and domains for the same in any case', () => {
    put({}, {})
    expect(rows({ filters: [{ field: 'domain', operator: 'equals', value: 'X.Example' }] })).toHaveLength(2)
  })

  it('counts only values in which a text occurs, accents and case apart, and who has none all the same', () => {
    put(
      { city: 'Gdańsk' },
      { city: 'gdansk' },
      { city: 'Ogden' },
      { city: 'Lisboa' },
      {},
      { city: ['Gdynia'] },
    )
    const asked = { search: '', filters: [], sort: newest }
    const [facet] = index.facets(asked, ['data.city'], 8, now, 'GD')
    expect(facet?.values.map(({ count }) => count)).toEqual([1, 1, 1, 1])
    expect(facet).toMatchObject({ moreValues: 0, without: 1 })
  })

  it('says how the numbers of a field are spread', () => {
    put({ seats: 1 }, { seats: 1 }, { seats: 100 }, {})
    const [facet] = index.facets({ search: '', filters: [], sort: newest }, ['data.seats'], 8, now)
    expect(facet?.spread).toMatchObject({ from: 1, to: 100 })
    expect(facet?.spread?.counts).toEqual([2, ...new Array<number>(18).fill(0), 1])
  })

  it('has the upper end in a closed range, and who has no value where they are wanted', () => {
    put({ seats: 20 }, { seats: 70 }, { seats: 71 }, {})
    const seats = { field: 'data.seats', operator: 'between', from: 20, to: 70 } as const
    expect(matching(seats)).toEqual([1])
    expect(matching({ ...seats, closed: true })).toEqual([1, 2])
    expect(matching({ ...seats, closed: true, orMissing: true })).toEqual([1, 2, 4])
  })

  it('leaves out all who have any of the values', () => {
    put({ plan: 'a' }, { plan: 'b' }, {})
    expect(matching({ field: 'data.plan', operator: 'noneOf', values: ['a'] })).toEqual([2, 3])
    expect(matching({ field: 'data.plan', operator: 'noneOf', values: ['a', null] })).toEqual([2])
  })

  it('says how many values a facet leaves out', () => {
    put({ v: 'a' }, { v: 'a' }, { v: 'b' }, { v: 'c' })
    const [facet] = index.facets({ search: '', filters: [], sort: newest }, ['data.v'], 1, now)
    expect(facet).toMatchObject({ values: [{ value: 'a', count: 2 }], moreValues: 2, moreCount: 2 })
  })

  it('lists the keys of data with their types, the most frequent first', () => {
    put({ v: 1, __proto__x: 'a' }, { v: 2, l: [] }, { v: '2026-01-01' })
    expect(index.fields()).toEqual([
      { key: 'v', types: ['number', 'date'], count: 3, distinct: 3 },
      { key: '__proto__x', types: ['text'], count: 1, distinct: 1 },
      { key: 'l', types: ['list'], count: 1, distinct: 1 },
    ])
  })

  it('takes keys that objects have of their own', () => {
    index.set(1, contact('a@x.example', JSON.parse('{"__proto__": "p", "constructor": 1}')))
    expect(matching({ field: 'data.__proto__', operator: 'equals', value: 'p' })).toEqual([1])
    expect(matching({ field: 'data.toString', operator: 'exists' })).toEqual([])
  })

  it('holds a value of a million letters', () => {
    const long = `${'x'.repeat(1_000_000)}needle`
    put({ text: long }, { text: `${long}s` }, { text: 'needles' })
    expect(rows({ search: 'needles' })).toEqual([2, 3])
    expect(rows({ sort: { field: 'data.text', direction: 'asc' } })).toEqual([3, 1, 2])
  })

  it('does not keep what values were replaced by for ever', () => {
    for (let time = 0; time < 30_000; time++) index.set(1, contact(`p${time}@x.example`, { seen: time }))
    const bytes = index.memoryBytes()
    for (let time = 0; time < 30_000; time++) index.set(1, contact(`q${time}@x.example`, { seen: -time }))
    expect(index.memoryBytes()).toBeLessThan(bytes * 2)
    expect(rows({ search: 'q29999' })).toEqual([1])
  })

  it('refuses a saved index of which a piece is missing', () => {
    put({ a: 1 })
    const pieces = new Map([...index.serialize()].map(({ name, bytes }) => [name, bytes.slice()]))
    for (const missing of pieces.keys()) {
      expect(
        drive(ContactIndex.load((name) => (name === missing ? null : (pieces.get(name) ?? null)))),
        missing,
      ).toBeNull()
    }
  })

  it('finds in more than a megabyte of texts once it is read again, among those that came then too', () => {
    const words = (at: number) => `${'many words of somebody '.repeat(20)}${at}.`
    put(...Array.from({ length: 3000 }, (_, at) => ({ text: words(at) })))
    const pieces = new Map([...index.serialize()].map(({ name, bytes }) => [name, bytes.slice()]))
    const again = drive(ContactIndex.load((name) => pieces.get(name) ?? null))
    for (let row = 4000; row < 6000; row++)
      again?.set(row, contact(`p${row}@x.example`, { text: words(row) }, now - row))
    const found = (search: string) =>
      again && [
        ...again.select({ search, filters: [], sort: { field: 'createdAt', direction: 'desc' } }, now),
      ]
    expect(found('somebody 2017.')).toEqual([2018])
    expect(found('somebody 5017.')).toEqual([5017])
    expect(found('nobody')).toEqual([])
  })

  it('gives unchanged pieces the same name and checksum when saved again', () => {
    put(...Array.from({ length: 3000 }, (_, at) => ({ text: `some text ${at}`, plan: at % 2 })))
    const before = new Map([...index.serialize()].map(({ name, checksum }) => [name, checksum]))
    index.set(7, contact('p7@x.example', { text: 'some text 6', plan: 1 }, now - 6))
    const changed = [...index.serialize()].filter(({ name, checksum }) => before.get(name) !== checksum)
    expect(changed.map(({ name }) => name)).toEqual(['data1/codes/0'])
  })
})
