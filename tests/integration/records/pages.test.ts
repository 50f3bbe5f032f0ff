import { expect, it } from 'vitest'
import { openStore } from '../cache/support'
import { recordPage } from '../../fixtures/record-page'
import { asRead } from './fixture'

const connectionId = 'yard'

it('stores pages up to the first that came out otherwise than those behind it take for granted', () => {
  const { records } = openStore().store
  const { id: runId } = records.begin({ connectionId, cause: 'first', now: 1 })
  const [first, second, third] = [['a', 'b'], ['b', 'c'], ['d']].map((ids, at) =>
    recordPage(
      runId,
      ids.map((id) => ({ id })),
      `after page ${at + 1}`,
    ),
  )
  const pages = [first, second, third].flatMap((page) => page?.pages ?? [])
  const { outcomes, run } = records.applyPages({ runId, pages, inFlight: 2 })
  expect(outcomes).toEqual([
    { known: false, fresh: 2 },
    { known: true, fresh: 1 },
  ])
  expect(run).toMatchObject({ pages: 2, received: 3, added: 3, unchanged: 1 })
  expect(records.run(runId)?.bookmark).toBe('after page 2')
  const { rows } = records.page({ connectionId, query: asRead, slice: { offset: 0, limit: 9 } })
  expect(rows.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
})
