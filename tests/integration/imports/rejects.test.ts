import { readFile } from 'node:fs/promises'
import Papa from 'papaparse'
import { afterEach, describe, expect, it } from 'vitest'
import type { Bridge } from '../../../src-shared/bridge/contract'
import { atRest, checked, openFixture, type ImportFixture } from './fixture'

let fixture: ImportFixture
afterEach(() => fixture.close())

/** Saves the rejects file, and answers its rows. */
async function saved(bridge: Bridge, id: number): Promise<string[][]> {
  for await (const step of await bridge.imports.rejects({ id })) void step
  return Papa.parse<string[]>(await readFile(fixture.target, 'utf8'), { skipEmptyLines: true }).data
}

it('the rejects file holds every cell whole, however long, and what stands behind the columns', async () => {
  fixture = await openFixture()
  const { bridge } = fixture.core
  const long = 'äx'.repeat(1_500_000)
  const quoted = `"two\nlines ""${'y'.repeat(1_200_000)}"`
  const { id } = await fixture.open(
    'long.csv',
    `email,note,city\na@x.example,${long},Oslo,more\nb@x.example,${quoted},Rome\nno address,${'z'.repeat(50_000)},Bonn\n`,
  )
  await checked(bridge, id)
  const [, first, second, third] = await saved(bridge, id)
  expect([first?.[1] === long, first?.[2], first?.[3]]).toEqual([true, 'Oslo', 'more'])
  expect(second?.[1]).toBe(`two\nlines "${'y'.repeat(1_200_000)}`)
  expect(third?.[1]).toHaveLength(50_000)
  const { rows } = await bridge.imports.rows({
    id,
    filter: 'all',
    search: '',
    slice: { offset: 0, limit: 5 },
  })
  expect(rows[0]).toMatchObject({
    class: 'invalid',
    code: 'long_cell',
    reason: 'A cell is longer than 1 MB.',
  })
  expect(rows[0]?.cells[1]?.text).toBe(`${long.slice(0, 1000)}…`)
})

describe('a change of all rows', () => {
  const people = Array.from(
    { length: 60_000 },
    (_, at) => `p${at}@${at % 2 === 0 ? 'gmial.com' : 'x.example'},pro`,
  )

  it('shows how far it is, and keeps the rejects file from being saved until it is done', async () => {
    fixture = await openFixture()
    const { bridge } = fixture.core
    const { id } = await fixture.open('typos.csv', `email,plan\n${people.join('\n')}\n`)
    const { counts } = await checked(bridge, id)
    expect(counts?.typoCount).toBe(30_000)
    const change = bridge.imports.correctTypos({ id })
    const seen: string[] = []
    const refusals: unknown[] = []
    let done = false
    const ended = change.finally(() => (done = true))
    while (!done) {
      const { work } = await bridge.imports.get({ id })
      if (work !== null) seen.push(`${work.what} of ${work.total}`)
      if (done) break
      await saved(bridge, id).catch((error: unknown) => refusals.push(error))
    }
    expect((await ended).changed).toBe(30_000)
    expect(new Set(seen)).toEqual(new Set(['changing of 60000']))
    expect(refusals[0]).toMatchObject({
      data: { title: 'The rows are being changed', action: 'Wait until the change is done, then save it.' },
    })
    expect((await atRest(bridge, id)).work).toBeNull()
    expect(await saved(bridge, id)).toHaveLength(1)
  })
})
