import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { mostCellsShown, mostColumnsShown } from '../../../src-shared/bridge/imports'
import { atRest, openFixture, type ImportFixture } from './fixture'

/** Files of ten thousand columns, the most that are taken. */

const columns = 10_000
const megabyte = 1024 ** 2

let fixture: ImportFixture
beforeEach(async () => {
  fixture = await openFixture({ core: { ownThreads: true } })
})
afterEach(() => fixture.close())

/** So many rows, each with an address and a value in every other column. */
function wideFile(rows: number): string {
  const rest = Array.from({ length: columns - 1 }, (_, at) => at)
  const lines = Array.from({ length: rows }, (_, row) =>
    [`person${row}@example.com`, ...rest.map((at) => `v${(row * 31 + at) % 997}`)].join(','),
  )
  return `${['email', ...rest.map((at) => `field ${at}`)].join(',')}\n${lines.join('\n')}\n`
}

describe('a file of ten thousand columns', () => {
  it('is read, checked and shown within 400 MB', async () => {
    let most = 0
    const watching = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 10)
    const content = wideFile(400)
    const before = process.memoryUsage().rss
    const { id } = await fixture.open('wide.csv', content)
    await atRest(fixture.core.bridge, id)
    await fixture.core.bridge.imports.check({ id })
    const { counts } = await atRest(fixture.core.bridge, id)
    const asked = { id, filter: 'all' as const, search: '', slice: { offset: 0, limit: 400 } }
    const { rows } = await fixture.core.bridge.imports.rows(asked)
    clearInterval(watching)
    expect(counts?.rows.all).toBe(400)
    expect(rows).toHaveLength(mostCellsShown / mostColumnsShown)
    expect((Math.max(most, process.memoryUsage().rss) - before) / megabyte).toBeLessThan(400)
  })

  it('is shown within 400 MB however much of it is asked for at once', async () => {
    let most = 0
    const watching = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 10)
    const before = process.memoryUsage().rss
    const { id } = await fixture.open('wide.csv', wideFile(400))
    await atRest(fixture.core.bridge, id)
    await fixture.core.bridge.imports.check({ id })
    await atRest(fixture.core.bridge, id)
    const { rows, preview } = fixture.core.bridge.imports
    const asked = { id, filter: 'all' as const, search: '', columns: [...Array(mostColumnsShown).keys()] }
    const answers = await Promise.all(
      [0, 100, 200].map((offset) => rows({ ...asked, slice: { offset, limit: 500 } })),
    )
    const first = await preview({ id, limit: 200 })
    clearInterval(watching)
    expect(answers.map((answer) => [answer.rows.length, answer.rows[0]?.cells.length, answer.count])).toEqual(
      Array(3).fill([mostCellsShown / mostColumnsShown, mostColumnsShown, 400]),
    )
    expect([first.rows.length, first.rows[0]?.cells.length, first.names.length]).toEqual([200, 100, columns])
    expect((Math.max(most, process.memoryUsage().rss) - before) / megabyte).toBeLessThan(400)
  })

  it('has no more than a thousand of them shown, where nobody says which', async () => {
    const { id } = await fixture.open('wide.csv', wideFile(3))
    await atRest(fixture.core.bridge, id)
    await fixture.core.bridge.imports.check({ id })
    await atRest(fixture.core.bridge, id)
    const asked = { id, filter: 'all' as const, search: '', slice: { offset: 0, limit: 1 } }
    const all = await fixture.core.bridge.imports.rows(asked)
    expect(all.rows[0]?.cells).toHaveLength(mostColumnsShown)
    const last = await fixture.core.bridge.imports.rows({ ...asked, columns: [0, columns - 1] })
    expect(last.rows[0]?.cells.map(({ column }) => column)).toEqual([0, columns - 1])
  })
})
