import { beforeEach, describe, expect, it } from 'vitest'
import type { ContactFilter } from '../../../src-shared/bridge/contacts'
import { drive } from '../../../src-main/core/database/session'
import { ContactIndex } from '../../../src-main/core/index/contact-index'
import { mostKept } from '../../../src-main/core/index/data-columns'

/** Contacts with more keys than have a column: all are found, and memory is that of their values. */

const now = Date.UTC(2026, 0, 31)
const newest = { field: 'createdAt', direction: 'desc' } as const

let stored: Map<number, Record<string, unknown>>
let index: ContactIndex
beforeEach(() => {
  stored = new Map()
  index = readable(ContactIndex.empty())
})

function readable(made: ContactIndex): ContactIndex {
  made.readFrom((row) => (stored.has(row) ? JSON.stringify(stored.get(row)) : null))
  return made
}

function put(row: number, data: Record<string, unknown>): boolean {
  stored.set(row, data)
  return index.set(row, {
    email: `p${row}@x.example`,
    subscribed: true,
    created: now - row,
    updated: null,
    data,
  })
}
const found = (search: string, filters: ContactFilter[] = []) => [
  ...index.select({ search, filters, sort: newest }, now),
]
const matching = (filter: ContactFilter) => found('', [filter])
const saved = (): ContactIndex => {
  const pieces = new Map([...index.serialize()].map(({ name, bytes }) => [name, bytes.slice()]))
  const loaded = drive(ContactIndex.load((name) => pieces.get(name) ?? null))
  if (!loaded) throw new Error('It cannot be loaded')
  return readable(loaded)
}

/** So many contacts with a key of their own each, and one that all have. */
function putMany(count: number): void {
  for (let row = 1; row <= count; row += 1)
    put(row, { plan: row % 2 ? 'pro' : 'free', [`own ${row}`]: `value${row}` })
}

describe('a key that has no column', () => {
  const count = mostKept + 500
  const last: ContactFilter = { field: `data.own ${count}`, operator: 'equals', value: `value${count}` }
  beforeEach(() => putMany(count))

  it('is searched by its value, and not by its name', () => {
    expect(found(`value${count}`)).toEqual([count])
    expect(found(`own ${count}`)).toEqual([])
  })

  it('is filtered by', () => {
    expect(matching(last)).toEqual([count])
    expect(matching({ field: `data.own ${count}`, operator: 'exists' })).toEqual([count])
    expect(matching({ field: 'data.own nothing', operator: 'exists' })).toEqual([])
  })

  it('follows what changes once it was asked for', () => {
    matching(last)
    put(count, { plan: 'pro', [`own ${count}`]: 'other' })
    expect(matching(last)).toEqual([])
    put(7, { [`own ${count}`]: `value${count}` })
    expect(matching(last)).toEqual([7])
    put(7, { plan: 'pro' })
    expect(matching(last)).toEqual([])
    expect(found(`value${count}`)).toEqual([])
  })

  it('is gone with its contact', () => {
    matching(last)
    stored.delete(count)
    index.delete(count)
    expect([matching(last), found(`value${count}`)]).toEqual([[], []])
  })

  it('changes nothing where it is set again', () => {
    expect(put(count, stored.get(count) ?? {})).toBe(false)
  })

  it('is there after the index was saved', () => {
    index = saved()
    expect([found(`value${count}`), matching(last)]).toEqual([[count], [count]])
    expect(put(count, { [`own ${count}`]: 'other' })).toBe(true)
    expect(found(`value${count}`)).toEqual([])
  })

  it('takes no column from keys that many have', () => {
    expect(matching({ field: 'data.plan', operator: 'equals', value: 'pro' })).toHaveLength(count / 2)
    expect(index.fields()[0]).toMatchObject({ key: 'plan', count })
  })
})

it('one contact with 60,000 keys leaves columns to the others', () => {
  put(1, Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [`key${at}`, `v${at}`])))
  putMany(100)
  put(1, Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [`key${at}`, `v${at}`])))
  expect(index.fields().length).toBeLessThan(700)
  expect(found('v59999')).toEqual([1])
  expect(matching({ field: 'data.key59999', operator: 'equals', value: 'v59999' })).toEqual([1])
  expect(matching({ field: 'data.own 50', operator: 'exists' })).toEqual([50])
})

it('a quarter of a million keys cost what their values cost', () => {
  const keys = 250_000
  const each = 500
  for (let row = 1; row <= keys / each; row += 1) {
    const data = Object.fromEntries(
      Array.from({ length: each }, (_, at) => [`k${row * each + at}`, `v${row * each + at}`]),
    )
    index.set(row, { email: `p${row}@x.example`, subscribed: true, created: now, updated: null, data })
  }
  // A column for each would take a kilobyte and more.
  expect(index.memoryBytes()).toBeLessThan(30_000_000)
  expect(found('v250499')).toEqual([500])
})
