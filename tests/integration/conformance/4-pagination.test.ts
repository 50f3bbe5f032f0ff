import { describe, expect, it } from 'vitest'
import { decodeList } from '../../../src-shared/interface/paging'
import { pageOf, readAll } from './answers'
import { make } from './made'
import { type Filled, pagedLists, type PagedList, type Paging } from './paged-lists'
import { expectOneOf, expectRefusal } from './refusals'
import { conformance, type Section } from './suite'

function cases(the: Section, { name, open, shared, paging: byDialect }: PagedList): void {
  const paging: Paging | null = the.dialect && byDialect[the.dialect]
  const filled = async (count: number): Promise<{ at: Filled; ids: string[] }> => {
    const at = await open(the.service)
    const ids: string[] = []
    for (let number = 0; number < count; number++) ids.push(await at.add())
    return { at, ids }
  }
  const everything = async ({ list, query }: Filled, limit: number) =>
    (await readAll(the.service, list, limit, query)).map(({ id }) => id)
  const raw = ({ list, query }: Filled, more: Record<string, string>) =>
    the.service.ask('GET', `${list.path}?${new URLSearchParams({ ...query, ...more })}`)

  it.each([1, 3, 7, 100])('gives each of 7 once in pages of %i', async (limit) => {
    const { at, ids } = await filled(7)
    const found = await everything(at, shared ? Math.max(limit, 3) : limit)
    expect(new Set(found).size).toBe(found.length)
    expect(found.filter((id) => ids.includes(id)).sort()).toEqual([...ids].sort())
    if (!shared) expect(found).toHaveLength(7)
  })

  it('begins with what came last', async () => {
    const { at, ids } = await filled(3)
    const { items } = await pageOf(the.service, at.list, { limit: 3 }, at.query)
    const found = items.map(({ id }) => id)
    if (the.dialect) expect(found.slice(0, 3)).toEqual([...ids].reverse())
    else expect(found).not.toHaveLength(0)
  })

  it('loses nothing when one comes in while it is read', async () => {
    const { at, ids } = await filled(5)
    const first = await pageOf(the.service, at.list, { limit: 2 }, at.query)
    await at.add()
    const rest: string[] = first.items.map(({ id }) => id)
    let { next } = first
    while (next.kind === 'cursor' || next.kind === 'page') {
      const request = next.kind === 'cursor' ? { cursor: next.cursor } : { page: next.page }
      const page = await pageOf(the.service, at.list, { limit: 2, ...request }, at.query)
      rest.push(...page.items.map(({ id }) => id))
      next = page.next
    }
    if (next.kind === 'window') rest.push(...(await everything(at, 100)))
    for (const id of ids) expect(rest).toContain(id)
  })

  it('says how many there are', async () => {
    const { at } = await filled(3)
    const { total } = await pageOf(the.service, at.list, { limit: 2 }, at.query)
    if (!shared && total !== null) expect(total).toBe(3)
    else expect(total ?? 3).toBeGreaterThanOrEqual(3)
  })

  if (paging !== null) {
    it('gives 20 unless told', async () => {
      const { at } = await filled(21)
      const { items } = await readPlain(the, at)
      expect(items).toHaveLength(20)
    })
  }

  // Of a deployed service only the two lists that interface.md gives a range: others may be a bare array.
  if (paging !== null || name === 'contacts' || name === 'templates') {
    it.each(['0', '-1', 'abc', '1.5', '', '1e2', '101'])('refuses limit=%s with 400', async (limit) => {
      const { at } = await filled(0)
      expectRefusal(the, await raw(at, { limit }), 'BAD_REQUEST', 'limit')
    })
  }

  if (paging === 'cursor') {
    it.each(['nonsense', '%%%', 'MQ', 'W10', 'eyJhIjoxfQ'])('refuses cursor=%s with 400', async (cursor) => {
      const { at } = await filled(0)
      expectRefusal(the, await raw(at, { cursor }), 'BAD_REQUEST', 'cursor')
    })

    it('refuses the cursor of another list', async () => {
      const { at } = await filled(2)
      const other = at.list.path === '/contacts' ? '/templates' : '/contacts'
      for (const path of [other, '/segments', '/workflows']) {
        if (path === at.list.path) continue
        for (let number = 0; number < 2; number++) await fill(the, path)
        const list = { ...at.list, path, key: path.slice(1) }
        const { next } = await pageOf(the.service, list, { limit: 1 })
        if (next.kind !== 'cursor') continue
        expectOneOf(await raw(at, { cursor: next.cursor }), 400)
      }
    })

    it('takes an empty cursor for the beginning', async () => {
      const { at } = await filled(1)
      expect((await raw(at, { cursor: '', limit: '1' })).status).toBe(200)
    })

    it('takes the same cursor twice, and gives the same', async () => {
      const { at } = await filled(3)
      const { next } = await pageOf(the.service, at.list, { limit: 1 }, at.query)
      if (next.kind !== 'cursor') throw new Error('It gives no cursor.')
      const page = () => pageOf(the.service, at.list, { limit: 1, cursor: next.cursor }, at.query)
      expect((await page()).items).toEqual((await page()).items)
    })
  }

  if (paging === 'page') {
    it.each(['0', '-1', 'abc', '1.5'])('refuses page=%s with 400', async (page) => {
      const { at } = await filled(0)
      expectRefusal(the, await raw(at, { page }), 'BAD_REQUEST', 'page')
    })

    it.each(['0', '101', 'abc'])('refuses pageSize=%s with 400', async (pageSize) => {
      const { at } = await filled(0)
      expectRefusal(the, await raw(at, { pageSize }), 'BAD_REQUEST', 'pageSize')
    })

    it('is empty past the end', async () => {
      const { at } = await filled(1)
      expect((await pageOf(the.service, at.list, { limit: 100, page: 1000 }, at.query)).items).toEqual([])
    })
  }
}

/** The first page, without a word on its size. */
async function readPlain(the: Section, { list, query }: Filled) {
  const answer = await the.service.ask('GET', `${list.path}?${new URLSearchParams(query)}`)
  const decoded = decodeList(answer.body, list.key, list.schema, { limit: 20 })
  if (!decoded.ok) throw new Error(decoded.fault)
  return decoded.value
}

function fill({ service }: Section, path: string) {
  if (path === '/templates') return make.template(service)
  if (path === '/segments') return make.staticSegment(service)
  return path === '/workflows' ? make.workflow(service) : make.contact(service)
}

conformance('4 Pagination', (the) => {
  for (const paged of pagedLists) {
    const body = () => describe(paged.name, () => cases(the, paged))
    if (paged.leaves) the.whereLeaving(`the list of ${paged.name}`, body)
    else if (paged.embeddedOnly)
      the.onlyEmbedded(`the list of ${paged.name}`, 'filling it runs a workflow', body)
    else body()
  }
})
