import { readFile } from 'node:fs/promises'
import { afterEach, describe, expect, it } from 'vitest'
import type { Bridge } from '../../../src-shared/bridge/contract'
import { atRest, checked, openFixture, ran, type ImportFixture } from './fixture'

let fixture: ImportFixture
afterEach(() => fixture.close())

const csv = (...lines: string[]) => `${lines.join('\r\n')}\r\n`

/** Who is subscribed at the service, by address. */
async function subscribed(bridge: Bridge): Promise<Record<string, boolean>> {
  const page = await bridge.contacts.page({
    query: { search: '', filters: [], sort: { field: 'email', direction: 'asc' } },
    slice: { offset: 0, limit: 50 },
  })
  return Object.fromEntries(page.rows.map((one) => [one.email, one.subscribed]))
}

describe.each(['reference', 'deployed'] as const)(
  'a column of consent, at the service in the %s dialect',
  (dialect) => {
    it('subscribes those alone who were read as yes, whatever else stands in it', async () => {
      fixture = await openFixture({ dialect })
      const { bridge } = fixture.core
      await bridge.contacts.create({ email: 'in@example.com', subscribed: true, data: {} })
      await bridge.contacts.create({ email: 'out@example.com', subscribed: false, data: {} })
      const { id } = await fixture.open(
        'fair.csv',
        csv(
          'email,Opt-in,plan',
          'yes@example.com,yes,a',
          'no@example.com,no,a',
          'odd@example.com,auf keinen Fall,a',
          'empty@example.com,,a',
          'dash@example.com,-,a',
          'in@example.com,,b',
          'out@example.com,,b',
        ),
      )
      const read = await atRest(bridge, id)
      expect(read.columns[1]).toMatchObject({ target: { kind: 'subscribed' }, consent: 'subscribed' })
      const { counts } = await checked(bridge, id)
      expect(counts?.rows).toMatchObject({ new: 4, changed: 2, invalid: 1 })
      const { rows } = await bridge.imports.rows({
        id,
        filter: 'all',
        search: '',
        slice: { offset: 0, limit: 20 },
      })
      expect(rows.map(({ cells }) => cells[1]?.remark)).toEqual([
        null,
        null,
        null,
        'not subscribed',
        'not subscribed',
        null,
        null,
      ])
      expect(rows[2]?.reason).toBe('"auf keinen Fall" does not say whether somebody is subscribed.')
      await ran(bridge, id)
      expect(await subscribed(bridge)).toEqual({
        'dash@example.com': false,
        'empty@example.com': false,
        'in@example.com': true,
        'no@example.com': false,
        'out@example.com': false,
        'yes@example.com': true,
      })
      for await (const step of await bridge.imports.rejects({ id })) void step
      expect(await readFile(fixture.target, 'utf8')).toContain('odd@example.com,auf keinen Fall,a,4,')
    })

    it('is read turned round where it says who left', async () => {
      fixture = await openFixture({ dialect })
      const { bridge } = fixture.core
      const { id } = await fixture.open(
        'left.csv',
        csv(
          'email;do not mail',
          'stays@example.com;no',
          'left@example.com;yes',
          'day@example.com;2024-05-01 10:00:00',
          'empty@example.com;',
          'odd@example.com;active',
        ),
      )
      const read = await atRest(bridge, id)
      expect(read.columns[1]?.target).toEqual({ kind: 'subscribed', turned: true })
      await checked(bridge, id)
      const after = await ran(bridge, id)
      expect(after.written).toMatchObject({ created: 4, failed: 0 })
      expect(await subscribed(bridge)).toEqual({
        'day@example.com': false,
        'empty@example.com': false,
        'left@example.com': false,
        'stays@example.com': true,
      })
    })
  },
)

it('a column of consent that goes elsewhere says so until it goes to the flag again', async () => {
  fixture = await openFixture()
  const { bridge } = fixture.core
  const { id } = await fixture.open('fair.csv', csv('email,newsletter', 'a@example.com,weekly'))
  const [address, newsletter] = (await atRest(bridge, id)).columns
  if (!address || !newsletter) throw new Error('The file has two columns')
  const [, said] = (
    await bridge.imports.map({
      id,
      columns: [{ ...newsletter, target: { kind: 'data', key: 'newsletter' } }],
    })
  ).columns
  expect(said?.note).toBe('Looks like consent. Mapped here, it keeps nobody from being subscribed.')
  const [, again] = (await bridge.imports.map({ id, columns: [newsletter] })).columns
  expect(again?.note).toBe(newsletter.note)
})
