import { readFile } from 'node:fs/promises'
import Papa from 'papaparse'
import { afterEach, describe, expect, it } from 'vitest'
import { atRest, checked, importUntil, openFixture, ran, type ImportFixture } from './fixture'

let fixture: ImportFixture
afterEach(() => fixture.close())

const csv = (...lines: string[]) => `${lines.join('\r\n')}\r\n`

describe.each(['reference', 'deployed'] as const)('an import at the service in the %s dialect', (dialect) => {
  it('goes the whole way: read, mapped, checked, run, rejects imported again, taken back', async () => {
    fixture = await openFixture({ dialect })
    const { bridge } = fixture.core
    await bridge.contacts.create({
      email: 'ada@example.com',
      subscribed: true,
      data: { plan: 'free', city: 'London' },
    })
    await bridge.contacts.create({ email: 'same@example.com', subscribed: true, data: { plan: 'pro' } })

    const { id } = await fixture.open(
      'spring-fair.csv',
      csv(
        'E-mail,plan,note',
        'ada@example.com,pro,',
        'bob@example.com,team,=1+1',
        'same@example.com,pro,',
        'no address,free,+49 30',
      ),
    )
    const read = await atRest(bridge, id)
    expect(read).toMatchObject({
      step: 'map',
      rows: 4,
      problem: null,
      name: 'spring-fair.csv',
      remembered: false,
    })
    expect(read.columns.map(({ name, target }) => [name, target.kind])).toEqual([
      ['E-mail', 'email'],
      ['plan', 'data'],
      ['note', 'data'],
    ])
    expect(await bridge.imports.preview({ id, limit: 1 })).toEqual({
      names: ['E-mail', 'plan', 'note'],
      rows: [{ line: 2, cells: ['ada@example.com', 'pro', ''] }],
    })

    const classed = await checked(bridge, id)
    expect(classed.step).toBe('check')
    expect(classed.counts?.rows).toMatchObject({ new: 1, changed: 1, unchanged: 1, invalid: 1 })
    expect(classed.counts?.toWrite).toBe(2)

    const after = await ran(bridge, id)
    expect(after).toMatchObject({ problem: null, written: { created: 1, changed: 1, failed: 0 } })
    expect(after.jobs.map(({ kind, state }) => [kind, state])).toEqual([['import', 'finished']])
    const plans = async () => {
      const page = await bridge.contacts.page({
        query: { search: '', filters: [], sort: { field: 'email', direction: 'asc' } },
        slice: { offset: 0, limit: 10 },
      })
      return Object.fromEntries(page.rows.map(({ email, data }) => [email, data.plan]))
    }
    expect(await plans()).toEqual({
      'ada@example.com': 'pro',
      'bob@example.com': 'team',
      'same@example.com': 'pro',
    })

    const written = await bridge.contacts.page({
      query: {
        search: '',
        filters: [],
        sort: { field: 'email', direction: 'asc' },
        of: { importId: id, name: 'spring-fair.csv' },
      },
      slice: { offset: 0, limit: 10 },
    })
    expect(written.rows.map(({ email }) => email)).toEqual(['ada@example.com', 'bob@example.com'])

    const steps = []
    for await (const step of await bridge.imports.rejects({ id })) steps.push(step)
    expect(steps.at(-1)).toMatchObject({ written: 1, total: 1, guarded: 1, file: { path: fixture.target } })
    const text = await readFile(fixture.target, 'utf8')
    const [header, reject] = Papa.parse<string[]>(text).data
    expect(header).toEqual(['E-mail', 'plan', 'note', 'postroom.line', 'postroom.reason', 'postroom.code'])
    expect(reject).toEqual(['no address', 'free', "'+49 30", '5', expect.any(String), 'address_invalid'])

    const again = await fixture.open('spring-fair rejects.csv', text)
    const back = await atRest(bridge, again.id)
    expect(back.columns.slice(3).map(({ target }) => target.kind)).toEqual([
      'leaveOut',
      'leaveOut',
      'leaveOut',
    ])
    await checked(bridge, again.id)
    await bridge.imports.repair({ id: again.id, row: 1, column: 0, text: 'cleo@example.com', alike: false })
    expect((await ran(bridge, again.id)).written).toEqual({ created: 1, changed: 0, failed: 0 })
    const cleo = await bridge.contacts.page({
      query: { search: 'cleo', filters: [], sort: { field: 'email', direction: 'asc' } },
      slice: { offset: 0, limit: 10 },
    })
    expect(cleo.rows[0]?.data).toMatchObject({ plan: 'free', note: '+49 30' })

    await bridge.imports.undo({ id })
    const undone = await importUntil(
      bridge,
      id,
      ({ undone, jobs }) => undone?.reversed === 2 && jobs.every(({ state }) => state === 'finished'),
    )
    expect(undone).toMatchObject({ step: 'after', undone: { reversed: 2, kept: 0, failed: 0 } })
    expect(await plans()).toEqual({
      'ada@example.com': 'free',
      'cleo@example.com': 'free',
      'same@example.com': 'pro',
    })
  })
})
