import { describe, expect, it } from 'vitest'
import { Random } from '../../../src-service/sample/random'
import { type OpenedInside, errorOf, openInProcess } from './open'
import { callOf, createIn, listOf, namesIn } from './record-calls'

/** A service with the records named after the letters. */
async function lettered(letters: string): Promise<{ from: OpenedInside; ids: Record<string, string> }> {
  const from = await openInProcess()
  const ids: Record<string, string> = {}
  for (const letter of letters) ids[letter] = await createIn(from, letter, {})
  return { from, ids }
}

describe('the order of records', () => {
  it('closes up when one is deleted', async () => {
    const { from, ids } = await lettered('abcdef')
    await callOf(from, 'delete-record', { id: ids['b'] })
    await callOf(from, 'delete-record', { id: ids['e'] })
    expect(await namesIn(from)).toEqual([...'acdf'])
    expect(await namesIn(from, { skip: 2, limit: 2 })).toEqual(['d', 'f'])
    await from.stop()
  })

  it('lets one in before another', async () => {
    const { from, ids } = await lettered('abc')
    await createIn(from, 'new', { before: ids['b'] })
    await createIn(from, 'first', { before: ids['a'] })
    expect(await namesIn(from)).toEqual(['first', 'a', 'new', 'b', 'c'])
    await from.stop()
  })

  it('changes when one is moved', async () => {
    const { from, ids } = await lettered('abcd')
    await callOf(from, 'update-record', { id: ids['d'], before: ids['b'] })
    expect(await namesIn(from)).toEqual([...'adbc'])
    await callOf(from, 'update-record', { id: ids['a'], before: null })
    expect(await namesIn(from)).toEqual([...'dbca'])
    await callOf(from, 'update-record', { id: ids['b'], before: ids['b'] })
    expect(await namesIn(from)).toEqual([...'dbca'])
    await from.stop()
  })

  it('does not change when a record does', async () => {
    const { from, ids } = await lettered('abc')
    await callOf(from, 'update-record', { id: ids['a'], fields: { name: 'A' } })
    expect(await namesIn(from)).toEqual(['A', 'b', 'c'])
    await from.stop()
  })

  it('refuses a place before what is not there', async () => {
    const { from, ids } = await lettered('a')
    expect(errorOf(await callOf(from, 'create-record', { before: 'rec_0000000000' })).status).toBe(404)
    expect(errorOf(await callOf(from, 'update-record', { id: ids['a'], before: 'x' })).status).toBe(404)
    expect(await namesIn(from)).toEqual(['a'])
    await from.stop()
  })

  it('takes any number of records into one place', async () => {
    const { from, ids } = await lettered('az')
    const expected: string[] = []
    for (let at = 0; at < 300; at++) {
      await createIn(from, `n${at}`, { before: ids['z'] })
      expected.push(`n${at}`)
    }
    expect(await namesIn(from, { limit: 100 })).toEqual(['a', ...expected.slice(0, 99)])
    expect(await namesIn(from, { skip: 100, limit: 100 })).toEqual(expected.slice(99, 199))
    expect(await namesIn(from, { skip: 200, limit: 100 })).toEqual(
      [...expected.slice(199, 298), 'n298'].slice(0, 100),
    )
    expect(await namesIn(from, { skip: 300 })).toEqual(['n299', 'z'])
    await from.stop()
  })

  it('stays what a list would be, whatever comes, goes and moves', async () => {
    const from = await openInProcess()
    const random = new Random(4711)
    const expected: string[] = []
    for (let turn = 0; turn < 600; turn++) {
      const at = random.whole(0, Math.max(0, expected.length - 1))
      // Often the same neighbourhood, so that room has to be made there.
      const place = random.chance(0.5) ? Math.min(3, expected.length - 1) : at
      const before = expected[place]
      const id = expected[at]
      if (id !== undefined && random.chance(0.2)) {
        await callOf(from, 'delete-record', { id })
        expected.splice(at, 1)
      } else if (id !== undefined && before !== undefined && random.chance(0.3)) {
        await callOf(from, 'update-record', { id, before })
        expected.splice(at, 1)
        expected.splice(id === before ? at : expected.indexOf(before), 0, id)
      } else {
        const type = random.pick(['person', 'company'])
        const made = await createIn(from, `n${turn}`, { type, ...(before && { before }) })
        expected.splice(before === undefined ? expected.length : place, 0, made)
      }
    }
    const found: string[] = []
    for (let skip = 0; skip < expected.length; skip += 17) {
      found.push(...(await listOf(from, { skip, limit: 17 })).items.map(({ id }) => id))
    }
    expect(found).toEqual(expected)
    const counted = 'SELECT sum(records) AS "all", sum(companies) AS companies FROM record_block'
    const rows = `SELECT count(*) AS "all", count(CASE WHEN type = 'company' THEN 1 END) AS companies FROM record`
    expect(await from.stored.rows(counted)).toEqual(await from.stored.rows(rows))
    await from.stop()
  })
})
