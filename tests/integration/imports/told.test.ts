import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../../src-main/core/clock'
import { createDns } from '../../../src-main/core/dns/dns'
import type { Bridge } from '../../../src-shared/bridge/contract'
import type { RowFilter } from '../../../src-shared/bridge/imports'
import { startDnsServer, type DnsServer } from '../../fixtures/dns-server'
import { problemOf } from '../../fixtures/problem-of'
import { atRest, checked, openFixture, type ImportFixture } from './fixture'

let fixture: ImportFixture
afterEach(() => fixture.close())

async function rowsOf(bridge: Bridge, id: number, filter: RowFilter = 'all') {
  const { rows } = await bridge.imports.rows({ id, filter, search: '', slice: { offset: 0, limit: 50 } })
  return rows
}

it('a row whose quote was never closed is a reject at the check, until it is repaired', async () => {
  fixture = await openFixture()
  const { bridge } = fixture.core
  const { id } = await fixture.open('cut.csv', 'email,city\na@x.example,Oslo\nb@x.example,"Ro')
  const seen = await checked(bridge, id)
  expect(seen.counts?.rows).toMatchObject({ new: 1, invalid: 1 })
  expect(seen.notes.map(({ code, line }) => [code, line])).toEqual([['unclosed_quote', 3]])
  expect((await rowsOf(bridge, id))[1]).toMatchObject({
    code: 'unclosed_quote',
    reason: 'A quote was opened in this row and never closed.',
    cells: [{ text: 'b@x.example' }, { text: '"Ro' }],
  })
  const { counts } = await bridge.imports.repair({ id, row: 2, column: 1, text: 'Rome', alike: false })
  expect(counts).toMatchObject({ toWrite: 2, rows: { invalid: 0 } })
})

describe('a suspected domain that takes mail', () => {
  let server: DnsServer
  let later: number
  beforeEach(async () => {
    server = await startDnsServer({ 'gmial.com': { MX: [[10, 'mx.gmial.com']] } })
    later = 0
    const clock = { ...systemClock, monotonic: () => systemClock.monotonic() + later }
    fixture = await openFixture({
      core: { clock, dns: createDns({ resolver: server.address, clock, tryFor: 100 }) },
    })
  })
  afterEach(() => server.stop())
  const opened = async () => {
    const { id } = await fixture.open('mails.csv', 'email\nann@gmial.com\nbo@gmial.com\ncy@hotnail.com\n')
    return { id, counts: (await checked(fixture.core.bridge, id)).counts }
  }

  it('is kept as written, by itself', async () => {
    expect((await opened()).counts).toMatchObject({
      toWrite: 2,
      typos: [{ from: 'hotnail.com', to: 'hotmail.com', count: 1 }],
    })
  })

  it('is changed neither by itself nor with all others, should it take mail only later', async () => {
    const { id } = await opened()
    const { bridge } = fixture.core
    server.zone['hotnail.com'] = { A: ['192.0.2.1'] }
    later = 10 * 60_000
    const refused = await problemOf(bridge.imports.correctTypos({ id, from: 'hotnail.com' }))
    expect(refused.title).toBe('This domain takes mail')
    await bridge.imports.correctTypos({ id })
    const emails = (await rowsOf(bridge, id, 'new')).map(({ cells }) => cells[0]?.text)
    expect(emails).toEqual(['ann@gmial.com', 'bo@gmial.com', 'cy@hotnail.com'])
  })
})

it('a suspected typo is kept as written, for one row or for all of its domain', async () => {
  fixture = await openFixture()
  const { bridge } = fixture.core
  const { id } = await fixture.open(
    'kept.csv',
    'email\nann@gmial.com\nbo@gmial.com\ncy@hotnail.com\ndi@hotnail.com\n',
  )
  expect((await checked(bridge, id)).counts).toMatchObject({ toWrite: 0, typoCount: 4 })
  const all = await bridge.imports.correctTypos({ id, from: 'gmial.com', keep: true })
  expect([all.changed, all.counts.toWrite, all.counts.typos.map(({ from }) => from)]).toEqual([
    2,
    2,
    ['hotnail.com'],
  ])
  const one = await bridge.imports.repair({ id, row: 3, column: 0, text: 'cy@hotnail.com', alike: false })
  expect(one.counts).toMatchObject({ toWrite: 3, typoCount: 1, byHand: 0 })
  expect((await rowsOf(bridge, id, 'new')).map(({ cells }) => cells[0]?.text)).toEqual([
    'ann@gmial.com',
    'bo@gmial.com',
    'cy@hotnail.com',
  ])
})

it('role addresses are told and counted, and written all the same', async () => {
  fixture = await openFixture()
  const { bridge } = fixture.core
  const { id } = await fixture.open(
    'desks.csv',
    'email\ninfo@x.example\nADMIN@X.example\nno-reply@x.example\nsales+news@x.example\ninfante@x.example\n',
  )
  expect((await checked(bridge, id)).counts).toMatchObject({ toWrite: 5, rows: { role: 4 } })
  const told = await rowsOf(bridge, id, 'role')
  expect(told.map(({ row, cells }) => [row, cells[0]?.remark])).toEqual(
    [1, 2, 3, 4].map((row) => [row, 'role address']),
  )
})

it('an import knows where it was left, over a restart', async () => {
  fixture = await openFixture()
  const { id } = await fixture.open('left.csv', 'email\na@x.example\n')
  expect((await atRest(fixture.core.bridge, id)).leftAt).toBeNull()
  await checked(fixture.core.bridge, id)
  await fixture.core.bridge.imports.look({ id, step: 'verify' })
  expect((await fixture.core.bridge.imports.get({ id })).leftAt).toBe('verify')
  await fixture.restart()
  expect(await fixture.core.bridge.imports.get({ id })).toMatchObject({ leftAt: 'verify', step: 'check' })
})
