import { expect, it } from 'vitest'
import type { RowCounts } from '../../../src-shared/bridge/imports'
import { rowsToRead } from '../../../src-main/features/imports/look-ahead'
import { plainRows } from '../../fixtures/plain-rows'

async function counts(toWrite: number, changed: number, conflicting = 0): Promise<RowCounts> {
  const none = await plainRows([]).counts()
  return { ...none, toWrite, rows: { ...none.rows, changed, conflicting } }
}

it('is everybody whom rows are about where addresses are not looked up', async () => {
  expect(rowsToRead({ counts: await counts(10_000, 40), looksUp: false })).toBe(10_000)
})

it('is whom rows change where a look-up tells who is new, and never more than are written', async () => {
  expect(rowsToRead({ counts: await counts(10_000, 40, 2), looksUp: true })).toBe(42)
  expect(rowsToRead({ counts: await counts(10, 40), looksUp: true })).toBe(10)
})
