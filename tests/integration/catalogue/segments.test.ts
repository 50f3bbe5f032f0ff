import { afterEach, describe, expect, it } from 'vitest'
import { catalogueQuerySchema } from '../../../src-shared/bridge/catalogue'
import { contactQuerySchema } from '../../../src-shared/bridge/contacts'
import type { SegmentDetail } from '../../../src-shared/bridge/segments'
import type { FilterCondition } from '../../../src-shared/interface/filter'
import { profileFor, settled, startCore, type TestCore } from '../../fixtures/core'
import { problemOf } from '../../fixtures/problem-of'
import { startKeptService } from '../../fixtures/kept-service'
import type { RunningService } from '../../fixtures/service'
import { until } from '../../fixtures/until'

const slice = { offset: 0, limit: 500 }
const dialects = ['reference', 'envelope', 'deployed'] as const

const open: { core?: TestCore; service?: RunningService } = {}
afterEach(async () => {
  await open.core?.close()
  await open.service?.stop()
})

/** Members are read in the background, after the segments themselves. */
async function membersRead({ bridge }: TestCore): Promise<void> {
  const query = { search: '', kinds: ['STATIC'], sort: { by: 'name', direction: 'asc' } } as const
  const { rows } = await bridge.segments.page({ query: { ...query, kinds: ['STATIC'] }, slice })
  for (const { id } of rows) {
    await until(
      () => bridge.segments.get({ id }),
      ({ membersAsOf }) => membersAsOf !== null,
    )
  }
}

async function start(dialect: (typeof dialects)[number] = 'reference', contacts = 120) {
  const service = (open.service = await startKeptService({ contacts, dialect }))
  const core = (open.core = await startCore())
  await core.bridge.profiles.create(profileFor(service.url, service.secretKey))
  await settled(core.bridge)
  await membersRead(core)
  const emails = await peopleOf(core)
  return { service, core, bridge: core.bridge, emails }
}

async function peopleOf({ bridge }: TestCore): Promise<string[]> {
  const query = { search: '', filters: [], sort: { field: 'email', direction: 'asc' } } as const
  const { rows } = await bridge.contacts.page({ query: { ...query, filters: [] }, slice })
  return rows.map(({ email }) => email)
}

const named = (value: string): FilterCondition => ({
  logic: 'AND',
  groups: [{ filters: [{ field: 'segment', operator: 'memberOfSegment', value }] }],
})
const subscribed: FilterCondition = {
  logic: 'AND',
  groups: [{ filters: [{ field: 'subscribed', operator: 'equals', value: true }] }],
}
const anySegment = catalogueQuerySchema.parse({})
const everybody = contactQuerySchema.parse({})
const made = { name: 'Lamp room', description: '', trackMembership: false } as const

it('says which segments a contact is in, as their members say', async () => {
  const { core, bridge } = await start('deployed', 40)
  const { rows } = await bridge.segments.page({ query: anySegment, slice })
  const members = await Promise.all(rows.map(({ id }) => membersOf(core, id)))
  const people = await bridge.contacts.page({ query: everybody, slice })
  for (const { id, email } of people.rows.slice(0, 5)) {
    const expected = rows.filter((_, at) => members[at]?.includes(email)).map(({ name }) => name)
    const found = await bridge.segments.ofContact({ id })
    expect(found.segments.map(({ name }) => name).sort()).toEqual(expected.sort())
    expect(found.total).toBe(rows.length)
  }
})

it('counts the people of a segment anew once the copy was read again', async () => {
  const { bridge } = await start('reference', 40)
  const { id } = await bridge.segments.create({ ...made, condition: subscribed })
  const today = async () => (await bridge.segments.days()).segments.find((one) => one.id === id)?.counts
  const before = (await today())?.at(-1)?.people ?? 0
  const { rows } = await bridge.contacts.page({ query: everybody, slice })
  const leaving = rows.find((one) => one.subscribed)
  if (!leaving) throw new Error('Nobody is subscribed.')
  await bridge.contacts.update({ id: leaving.id, changes: { subscribed: false } })
  await bridge.sync.start({ mode: 'quick' })
  await settled(bridge)
  expect(await today()).toEqual([expect.objectContaining({ people: before - 1 })])
})

async function membersOf(core: TestCore, id: string): Promise<string[]> {
  const { selectionId } = await core.bridge.segments.members({ id })
  const { rows } = await core.bridge.segments.people({ selectionId, slice })
  return rows.map(({ email }) => email).sort()
}

const list = (core: TestCore, search = '', kinds: string[] | null = null) =>
  core.bridge.segments.page({
    query: { search, kinds, sort: { by: 'name', direction: 'asc' } },
    slice,
  })

describe.each(dialects)('segments of %s', (dialect) => {
  it('are listed, searched and told whole', async () => {
    const { core, bridge } = await start(dialect)
    const all = await list(core)
    expect(all.count).toBe(all.total)
    expect(all.asOf).not.toBeNull()
    const [first] = all.rows
    expect((await list(core, first?.name.toUpperCase())).rows.map(({ id }) => id)).toContain(first?.id)
    const fixed = await list(core, '', ['STATIC'])
    expect(fixed.rows.length).toBeGreaterThan(0)
    expect(fixed.rows.every(({ kind }) => kind === 'static')).toBe(true)
    for (const { id, kind } of all.rows) {
      const detail = await bridge.segments.get({ id })
      expect(detail.conditionProblem).toBeNull()
      expect(detail.condition !== null).toBe(kind === 'dynamic')
    }
  })

  it('have as members those whom the service counts', async () => {
    const { core } = await start(dialect)
    for (const { id, members } of (await list(core)).rows) {
      if (members !== null) expect(await membersOf(core, id)).toHaveLength(members)
    }
  })

  it('are made, changed and deleted at the service', async () => {
    const { core, bridge } = await start(dialect)
    const { id, basis } = await bridge.segments.create({ ...made, condition: subscribed })
    expect((await list(core, 'lamp')).rows).toHaveLength(1)
    const changed = await bridge.segments.update({ id, changes: { name: 'Harbour' }, basis })
    expect(changed).toMatchObject({ name: 'Harbour', condition: subscribed })
    await bridge.sync.start({ mode: 'full', resource: 'segments' })
    await settled(bridge)
    expect((await list(core, 'harbour')).rows.map((row) => row.id)).toEqual([id])
    expect((await problemOf(bridge.segments.remove({ id, name: 'Lamp room' }))).code).toBe('input_invalid')
    await bridge.segments.remove({ id, name: 'Harbour' })
    expect((await problemOf(bridge.segments.get({ id }))).code).toBe('not_found')
  })

  it('take the addresses of a pasted list, and tell who was not found', async () => {
    const { core, bridge, emails } = await start(dialect)
    const [one = '', two = '', three = ''] = emails
    const { id } = await bridge.segments.create({ ...made, condition: null })
    const added = await bridge.segments.add({
      id,
      text: `Somebody <${one}>, ${two.toUpperCase()}; nobody@nowhere.example\n${one} word`,
      createMissing: false,
    })
    expect(added).toMatchObject({
      addresses: 3,
      invalid: ['word'],
      invalidCount: 1,
      sent: 3,
      changed: 2,
      already: 0,
      notFound: ['nobody@nowhere.example'],
      stopped: null,
      membersRead: true,
    })
    expect(await membersOf(core, id)).toEqual([one, two].sort())
    expect(await bridge.segments.add({ id, text: one, createMissing: false })).toMatchObject({
      changed: 0,
      already: 1,
    })
    const taken = await bridge.segments.take({ id, text: `${one} ${three}` })
    expect(taken).toMatchObject({ addresses: 2, sent: 2, changed: 1, notFound: [three] })
    expect(await membersOf(core, id)).toEqual([two])
  })
})

describe('members', () => {
  it('can be made contacts of, who then come into the copy', async () => {
    const { core, bridge } = await start()
    const { id } = await bridge.segments.create({ ...made, condition: null })
    const added = await bridge.segments.add({ id, text: 'new@lamp-room.example', createMissing: true })
    expect(added).toMatchObject({ changed: 1, notFound: [] })
    await until(
      () => membersOf(core, id),
      (members) => members.includes('new@lamp-room.example'),
    )
  })

  it('of a condition that names segments are those of the segments named', async () => {
    const { core, bridge, emails } = await start()
    const [one = '', two = ''] = emails
    const fixed = await bridge.segments.create({ ...made, condition: null })
    await bridge.segments.add({ id: fixed.id, text: `${one} ${two}`, createMissing: false })
    const within = await bridge.segments.create({ ...made, name: 'Within', condition: named(fixed.id) })
    const twice = await bridge.segments.create({ ...made, name: 'Twice', condition: named(within.id) })
    expect(await membersOf(core, twice.id)).toEqual([one, two].sort())
    const { count, total, gaps } = await bridge.segments.count({ condition: named(within.id), asker: 'a' })
    expect({ count, total, gaps }).toEqual({ count: 2, total: emails.length, gaps: [] })
    expect((await bridge.segments.get({ id: fixed.id })).usedBy).toEqual([
      { kind: 'segment', id: within.id, name: 'Within', state: 'dynamic' },
    ])
  })

  it('of a segment that is not in the copy are nobody, which is said', async () => {
    const { bridge } = await start()
    expect(await bridge.segments.count({ condition: named('gone'), asker: 'a' })).toMatchObject({
      count: 0,
      gaps: [{ id: 'gone', name: null, why: 'missing' }],
    })
  })

  it('are exported from the selection that was frozen', async () => {
    const { bridge, emails } = await start()
    const { id } = await bridge.segments.create({ ...made, condition: subscribed })
    const { selectionId, count } = await bridge.segments.members({ id })
    const found = await bridge.contacts.addresses({
      selection: { kind: 'frozen', selectionId, except: [] },
    })
    expect(found.emails).toHaveLength(count)
    expect(emails).toEqual(expect.arrayContaining(found.emails))
  })
})

describe('writing', () => {
  async function changedBehind({
    service,
    bridge,
  }: Awaited<ReturnType<typeof start>>): Promise<SegmentDetail> {
    const detail = await bridge.segments.create({ ...made, condition: subscribed })
    const answer = await fetch(`${service.url}/segments/${detail.id}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${service.secretKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Another' }),
    })
    expect(answer.ok).toBe(true)
    return detail
  }

  it('is refused where somebody else changed the segment, unless it is to go over it', async () => {
    const desk = await start()
    const { id, basis } = await changedBehind(desk)
    const { segments } = desk.bridge
    const refused = await problemOf(segments.update({ id, changes: { name: 'Mine' }, basis }))
    expect(refused.code).toBe('conflict')
    expect((await segments.get({ id })).name).toBe('Another')
    expect((await segments.update({ id, changes: { name: 'Mine' }, basis: null })).name).toBe('Mine')
  })

  it('is refused in a read-only profile, and nothing leaves', async () => {
    const { core, bridge } = await start()
    const { currentId } = await bridge.profiles.list()
    await bridge.profiles.update({ id: currentId ?? '', changes: { readOnly: true } })
    const [fixed] = (await list(core, '', ['STATIC'])).rows
    for (const call of [
      bridge.segments.create({ ...made, condition: null }),
      bridge.segments.add({ id: fixed?.id ?? '', text: 'a@b.example', createMissing: false }),
      bridge.segments.take({ id: fixed?.id ?? '', text: 'a@b.example' }),
    ]) {
      expect((await problemOf(call)).code).toBe('profile_read_only')
    }
  })

  it('is refused while the service is away, and members are shown as they were read', async () => {
    const { core, bridge, service } = await start()
    const [fixed] = (await list(core, '', ['STATIC'])).rows
    const id = fixed?.id ?? ''
    const before = await membersOf(core, id)
    await service.stop()
    await bridge.sync.reconnect()
    expect((await problemOf(bridge.segments.create({ ...made, condition: null }))).code).toBe(
      'connection_refused',
    )
    expect(await membersOf(core, id)).toEqual(before)
  })

  it('of members is refused for a segment that has a condition', async () => {
    const { bridge } = await start()
    const { id } = await bridge.segments.create({ ...made, condition: subscribed })
    const refused = await problemOf(bridge.segments.take({ id, text: 'a@b.example' }))
    expect(refused.title).toBe('The members of this segment are not named one by one')
  })
})
