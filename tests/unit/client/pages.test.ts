import type { Answer } from '../../../src-main/core/client/call-options'
import { describe, expect, it } from 'vitest'
import { pagesOf } from '../../../src-main/core/client/pages'
import { asProblem } from '../../../src-main/core/problems'
import type { Continuation, ListPage, ListRequest } from '../../../src-shared/interface/paging'

type Row = { id: string }

/** How many requests a list takes until it is given up, and the code that it is given up with. */
async function followed(
  answer: (
    request: ListRequest,
    index: number,
  ) => { ids: string[]; next: Continuation; total?: number | null },
  noun: string | null = null,
): Promise<{ requests: number; code: string }> {
  let requests = 0
  const pages = pagesOf<Row>((request) => {
    const { ids, next, total = null } = answer(request, requests++)
    const value: ListPage<Row> = { items: ids.map((id) => ({ id })), next, total }
    return Promise.resolve<Answer<ListPage<Row>>>({ value, status: 200, durationMs: 1, requestId: null })
  }, noun)
  try {
    for await (const page of pages) if (page.length > 100) break
    return { requests, code: 'none' }
  } catch (error) {
    return { requests, code: asProblem(error).problem.code }
  }
}

describe('a list that goes round in circles is left after a few pages', () => {
  it('whose cursors lead to each other', async () => {
    const found = await followed(({ cursor }, index) => ({
      ids: [`r${index}`],
      next: { kind: 'cursor', cursor: cursor === 'a' ? 'b' : 'a' },
    }))
    expect(found).toEqual({ requests: 3, code: 'list_loops' })
  })

  it('whose every cursor is new', async () => {
    const found = await followed((_, index) => ({
      ids: ['r1'],
      next: { kind: 'cursor', cursor: `c${index}` },
    }))
    expect(found).toEqual({ requests: 3, code: 'list_loops' })
  })

  it('that has no records and always more', async () => {
    const found = await followed((_, index) => ({ ids: [], next: { kind: 'cursor', cursor: `c${index}` } }))
    expect(found).toEqual({ requests: 3, code: 'list_loops' })
  })

  it('that knows its first page alone', async () => {
    const found = await followed(() => ({ ids: ['r1'], next: { kind: 'page', page: 2, totalPages: 9 } }))
    expect(found).toEqual({ requests: 3, code: 'list_loops' })
  })
})

describe('a list of which all is needed', () => {
  const noneLeft = (total: number | null) => () => ({
    ids: ['r1', 'r2'],
    next: { kind: 'end' as const },
    total,
  })

  it.each([
    ['brought what was promised', 2, 'none'],
    ['promised nothing', null, 'none'],
    ['brought less than was promised', 5, 'list_shrank'],
  ])('that %s comes to %s', async (_, total, code) => {
    expect((await followed(noneLeft(total), 'members')).code).toBe(code)
  })

  it('is whole where those who did not come left while it was read', async () => {
    const found = await followed((_, index) => ({ ...noneLeft(5)(), total: index === 0 ? 5 : 2 }), 'members')
    expect(found).toEqual({ requests: 2, code: 'none' })
  })

  it.each([
    ['says that there is more, and did not say how many', null, 'list_shrank'],
    ['says that there is more, and brought what was promised', 2, 'none'],
  ])('whose end %s comes to %s', async (_, total, code) => {
    const answer = () => ({
      ids: ['r1', 'r2'],
      next: { kind: 'end' as const, isDoubted: true as const },
      total,
    })
    expect((await followed(answer, 'members')).code).toBe(code)
  })
})
