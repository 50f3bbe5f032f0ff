import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { contactSchema } from '../../../src-shared/interface/contact'
import { decodeList, decodeNames, decodeRecord } from '../../../src-shared/interface/paging'

const row = z.looseObject({ id: z.string() })
const rows = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `r${index}` }))
const decode = (body: unknown, request: { limit: number; cursor?: string; page?: number } = { limit: 100 }) =>
  decodeList(body, 'contacts', row, request)
const page = (body: unknown, request?: { limit: number; cursor?: string; page?: number }) => {
  const decoded = decode(body, request)
  if (!decoded.ok) throw new Error(decoded.fault)
  return decoded.value
}

describe('every list form of wire.md is decoded', () => {
  test('A: the endpoint reference names the array', () => {
    expect(page({ contacts: rows(2), cursor: 'c2', hasMore: true, total: 9 })).toEqual({
      items: rows(2),
      next: { kind: 'cursor', cursor: 'c2' },
      total: 9,
    })
  })

  test('B: the general description wraps items and nextCursor', () => {
    const data = { items: rows(2), nextCursor: 'c2', hasMore: true, total: 9 }
    expect(page({ success: true, data })).toEqual({
      items: rows(2),
      next: { kind: 'cursor', cursor: 'c2' },
      total: 9,
    })
  })

  test('C: a deployed cursor list has a data array', () => {
    expect(page({ data: rows(1), cursor: null, hasMore: false, total: 1 })).toEqual({
      items: rows(1),
      next: { kind: 'end' },
      total: 1,
    })
  })

  test('D: the endpoint reference counts pages under a named array', () => {
    const body = { contacts: rows(100), total: 250, page: 1, pageSize: 100, totalPages: 3 }
    expect(page(body)).toMatchObject({ next: { kind: 'page', page: 2, totalPages: 3 }, total: 250 })
  })

  test('E: a deployed page list has a data array', () => {
    const body = { data: rows(50), total: 250, page: 3, pageSize: 100, totalPages: 3 }
    expect(page(body, { limit: 100, page: 3 })).toMatchObject({ next: { kind: 'end' }, total: 250 })
  })

  test('F: a bare array', () => {
    expect(page(rows(3))).toEqual({ items: rows(3), next: { kind: 'window' }, total: null })
  })

  test('G: a window without paging', () => {
    const decoded = decodeList({ events: rows(100) }, 'events', row, { limit: 100 })
    expect(decoded).toMatchObject({ ok: true, value: { next: { kind: 'window' }, total: null } })
  })

  test.each([
    ['eventNames', { eventNames: ['a', 'b'] }],
    ['names', { names: ['a', 'b'] }],
    ['items', { items: ['a', 'b'] }],
    ['a bare array', ['a', 'b']],
    ['an envelope', { success: true, data: { eventNames: ['a', 'b'] } }],
    ['objects', { eventNames: [{ name: 'a', count: 3 }, { name: 'b' }] }],
  ])('H: names as %s', (_, body) => {
    expect(decodeNames(body)).toEqual({ ok: true, value: ['a', 'b'] })
  })

  test.each([null, 'text', {}, { eventNames: 3 }])('%j holds no names', (body) => {
    expect(decodeNames(body)).toMatchObject({ ok: false })
  })
})

describe('how a list goes on', () => {
  test.each([null, '', undefined])('a cursor of %j is the end', (cursor) => {
    expect(page({ contacts: rows(1), cursor, hasMore: undefined }).next).toEqual({ kind: 'end' })
  })

  test('hasMore false is the end even with a cursor', () => {
    expect(page({ contacts: rows(1), cursor: 'x', hasMore: false }).next).toEqual({ kind: 'end' })
  })

  const doubted = { kind: 'end', isDoubted: true }
  test.each([
    ['five pages in all', { totalPages: 5 }],
    ['five pages in all, in pageInfo', { pageInfo: { totalPages: 5 } }],
    ['a next page of its own', { pageInfo: { hasNextPage: true } }],
    ['more under another name', { has_more: true }],
    ['where to go on', { nextCursor: 'x' }],
    ['a link to more', { links: { next: '/contacts?page=2' } }],
  ])('hasMore false beside %s is an end that is doubted', (_, sign) => {
    expect(page({ contacts: rows(1), hasMore: false, ...sign }).next).toEqual(doubted)
  })

  test.each([
    ['the last page', { page: 5, totalPages: 5 }],
    ['no page', { totalPages: 0 }],
    ['a link to nothing', { links: { next: null } }],
    ['no next page either', { pageInfo: { hasNextPage: false, endCursor: 'x' } }],
  ])('hasMore false beside %s is the end', (_, sign) => {
    expect(page({ contacts: rows(1), hasMore: false, ...sign }).next).toEqual({ kind: 'end' })
  })

  test('the page that was asked for is the one that came where only the number of all is said', () => {
    const last = { limit: 100, page: 3 }
    expect(page({ contacts: rows(2), totalPages: 3, hasMore: false }, last).next).toEqual({
      kind: 'end',
    })
    expect(page({ contacts: rows(100), totalPages: 3 }).next).toEqual({
      kind: 'page',
      page: 2,
      totalPages: 3,
    })
  })

  test('a cursor without hasMore goes on', () => {
    expect(page({ contacts: rows(1), cursor: 'x' }).next).toEqual({ kind: 'cursor', cursor: 'x' })
  })

  test('a cursor that is a number goes on as text', () => {
    expect(page({ contacts: rows(1), cursor: 40, hasMore: true }).next).toEqual({
      kind: 'cursor',
      cursor: '40',
    })
  })

  test('more without a way to ask for it fails, so that nothing is taken for deleted', () => {
    expect(decode({ contacts: rows(1), hasMore: true, cursor: null })).toEqual({
      ok: false,
      fault: 'it says that there is more, but not how to ask for it',
    })
  })

  test('an empty page that has more goes on', () => {
    expect(page({ contacts: [], cursor: 'x', hasMore: true }).next).toEqual({ kind: 'cursor', cursor: 'x' })
  })

  test('a first page of another size is counted in our pages, so that none is skipped', () => {
    const body = { data: rows(20), total: 250, page: 1, pageSize: 20, totalPages: 13 }
    expect(page(body).next).toEqual({ kind: 'page', page: 1, totalPages: 3 })
  })

  test('a service that keeps to its own page size is followed page by page', () => {
    const body = { data: rows(20), total: 250, page: 2, pageSize: 20, totalPages: 13 }
    expect(page(body, { limit: 100, page: 2 }).next).toEqual({ kind: 'page', page: 3, totalPages: 13 })
  })

  test('pages without a count of pages are derived from the total', () => {
    const body = { data: rows(100), total: 101, page: 1, pageSize: 100 }
    expect(page(body).next).toEqual({ kind: 'page', page: 2, totalPages: 2 })
  })

  test('pages without any count go on while they are full', () => {
    const full = { data: rows(100), page: 4, pageSize: 100 }
    expect(page(full, { limit: 100, page: 4 }).next).toEqual({ kind: 'page', page: 5, totalPages: 5 })
    const last = { data: rows(7), page: 5, pageSize: 100 }
    expect(page(last, { limit: 100, page: 5 }).next).toEqual({ kind: 'end' })
  })

  test('a first page that holds all there is, is the end', () => {
    expect(page({ contacts: rows(3), total: 3 }).next).toEqual({ kind: 'end' })
  })

  test('a page that says that there is more has another one, whatever it counts', () => {
    const body = { data: rows(100), page: 3, pageSize: 100, totalPages: 3, hasMore: true }
    expect(page(body, { limit: 100, page: 3 }).next).toEqual({ kind: 'page', page: 4, totalPages: 4 })
  })

  test('a page without a number that a cursor led to is the end', () => {
    expect(page({ contacts: rows(3), totalPages: 2 }, { limit: 100, cursor: 'x' }).next).toEqual({
      kind: 'end',
    })
  })

  test('a later page that says nothing of paging is the end', () => {
    expect(page({ contacts: rows(3) }, { limit: 100, cursor: 'x' }).next).toEqual({ kind: 'end' })
  })
})

describe('an element that cannot be read', () => {
  const decoded = (contacts: unknown[]) => {
    const read = decodeList({ contacts, cursor: 'c', hasMore: true }, 'contacts', contactSchema, {
      limit: 100,
    })
    if (!read.ok) throw new Error(read.fault)
    return read.value
  }

  test('is set aside as it came, and the rest of the page is kept', () => {
    const odd = { id: 'b', email: 7, plan: 'pro' }
    const { items, aside, next } = decoded([{ id: 'a', email: 'a@x.y', subscribed: true, data: {} }, odd])
    expect(items.map(({ id }) => id)).toEqual(['a'])
    expect(aside).toEqual([{ id: 'b', fault: 'has no usable email', raw: odd }])
    expect(next).toEqual({ kind: 'cursor', cursor: 'c' })
  })

  test('is set aside where it is the only one, if it says its id', () => {
    expect(decoded([{ id: 'b', email: null }]).aside).toMatchObject([{ id: 'b' }])
  })

  test('counts as one that came, so that the page is no shorter for it', () => {
    const contacts = [{ id: 'a', email: 'a@x.y', subscribed: true, data: {} }, null]
    const read = decodeList({ contacts, total: 2 }, 'contacts', contactSchema, { limit: 100 })
    expect(read).toMatchObject({ ok: true, value: { next: { kind: 'end' }, total: 2 } })
  })
})

describe('paging within a part of its own', () => {
  const more = { hasNextPage: true, endCursor: 'y' }
  test.each([
    [
      { items: rows(2), pageInfo: more },
      { kind: 'cursor', cursor: 'y' },
    ],
    [{ data: { contacts: rows(2), pageInfo: more } }, { kind: 'cursor', cursor: 'y' }],
    [
      { contacts: rows(2), pagination: { page: 1, totalPages: 3, pageSize: 2 } },
      { kind: 'page', page: 2, totalPages: 3 },
    ],
    [{ items: rows(2), pageInfo: { hasNextPage: false, endCursor: 'y' } }, { kind: 'end' }],
    [{ items: rows(2), meta: { nextCursor: null } }, { kind: 'end' }],
  ])('%j', (body, next) => {
    expect(page(body, { limit: 2 }).next).toEqual(next)
  })

  test('that says there is more and not how to ask for it is no end', () => {
    expect(decode({ items: rows(2), pageInfo: { hasNextPage: true } })).toMatchObject({ ok: false })
  })

  test('tells the total too', () => {
    expect(page({ items: rows(2), pageInfo: { hasNextPage: false, totalCount: 40 } }).total).toBe(40)
  })
})

describe('the total', () => {
  test('0 on a later page is not known', () => {
    const body = { contacts: rows(1), cursor: 'y', hasMore: true, total: 0 }
    expect(page(body, { limit: 100, cursor: 'x' }).total).toBeNull()
  })

  test('0 on a later page is not known by its number either', () => {
    const later = { contacts: [], page: 2, totalPages: 2, total: 0 }
    expect(page(later, { limit: 100, page: 2 }).total).toBeNull()
    expect(page({ ...later, page: 1 }, { limit: 100, page: 1 }).total).toBe(0)
  })

  test('0 beside elements is not known', () => {
    expect(page({ contacts: rows(1), cursor: 'y', hasMore: true, total: 0 }).total).toBeNull()
  })

  test('0 on an empty first page is 0', () => {
    expect(page({ contacts: [], cursor: null, hasMore: false, total: 0 }).total).toBe(0)
  })

  test.each([-1, 1.5, 'many', null])('%j is no total', (total) => {
    expect(page({ contacts: rows(1), cursor: null, total }).total).toBeNull()
  })
})

describe('what is no such list', () => {
  test.each([null, 'text', 4, {}, { contacts: 'none' }, { data: { contacts: 3 } }])('%j', (body) => {
    expect(decode(body)).toEqual({ ok: false, fault: 'there is no list of contacts in it' })
  })

  test('elements of which most are no such records fail the page, named without their content', () => {
    const odd = {
      contacts: [{ id: 'a', email: 'a@x.y' }, ...['b', 'c', 'd', 'e'].map((id) => ({ id, email: 7 }))],
      cursor: 'c',
      hasMore: true,
    }
    expect(decodeList(odd, 'contacts', contactSchema, { limit: 100 })).toEqual({
      ok: false,
      fault: 'element 2 has no usable email',
    })
    expect(decode([null])).toEqual({ ok: false, fault: 'element 1 is no such record' })
  })

  test('a name that is no name fails the list', () => {
    expect(decodeNames(['a', 3])).toMatchObject({ ok: false })
  })
})

describe('single records', () => {
  const contact = { id: 'a', email: 'a@x.y', subscribed: false, data: { plan: 'pro' } }

  test('bare', () => {
    expect(decodeRecord(contact, contactSchema)).toEqual({ ok: true, value: contact })
  })

  test('wrapped', () => {
    expect(decodeRecord({ success: true, data: contact }, contactSchema)).toEqual({
      ok: true,
      value: contact,
    })
  })

  test('bare with success beside its own data', () => {
    const decoded = decodeRecord({ success: true, ...contact }, contactSchema)
    expect(decoded).toMatchObject({ ok: true, value: contact })
  })

  test('unknown fields are kept and missing optional ones filled', () => {
    const decoded = decodeRecord({ id: 'a', email: 'a@x.y', score: 3, data: null }, contactSchema)
    expect(decoded).toEqual({
      ok: true,
      value: { id: 'a', email: 'a@x.y', subscribed: true, data: {}, score: 3 },
    })
  })

  test('what an envelope holds goes before the envelope, where the schema would take both', () => {
    const stats = z.looseObject({ sentCount: z.number().default(0) })
    expect(decodeRecord({ success: true, data: { sentCount: 3 } }, stats)).toEqual({
      ok: true,
      value: { sentCount: 3 },
    })
  })

  test('the data of a contact is never taken for the contact', () => {
    const hostile = { ...contact, data: { id: 'other', email: 'other@x.y' } }
    for (const body of [hostile, { success: true, ...hostile }]) {
      expect(decodeRecord(body, contactSchema)).toMatchObject({ ok: true, value: { id: contact.id } })
    }
  })

  test('what is no record says which field is missing', () => {
    expect(decodeRecord({ success: true, data: { id: 'a' } }, contactSchema)).toEqual({
      ok: false,
      fault: 'the record has no usable email',
    })
  })

  test('a __proto__ key pollutes nothing', () => {
    const hostile: unknown = JSON.parse('{"id":"a","email":"a@x.y","data":{"__proto__":{"polluted":true}}}')
    decodeRecord(hostile, contactSchema)
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })
})

describe('an end that is said in a form that is not known is no end', () => {
  const unsaid = { ok: false, fault: 'it says that there is more, but not how to ask for it' }

  test.each([
    { hasMore: 'true', cursor: null },
    { pageInfo: { hasNextPage: 1, endCursor: null } },
    { has_more: true },
    { next_cursor: 'c2' },
    { next: 'https://service.example/contacts?after=2' },
    { links: { next: '/contacts?after=2' } },
    { meta: { next_page: 2 }, total: 9 },
  ])('%j is refused', (about) => {
    expect(decode({ contacts: rows(2), ...about })).toEqual(unsaid)
  })

  test.each([
    { hasMore: 'false', cursor: 'c2' },
    { has_more: false, cursor: null },
    { next: null, cursor: '' },
  ])('%j is an end', (about) => {
    expect(page({ contacts: rows(2), ...about }).next).toEqual({ kind: 'end' })
  })

  test('page numbers and counts are understood as texts', () => {
    const body = { data: rows(20), total: '250', page: '1', pageSize: '20', totalPages: '13' }
    expect(page(body)).toMatchObject({ next: { kind: 'page', page: 1, totalPages: 3 }, total: 250 })
  })
})
