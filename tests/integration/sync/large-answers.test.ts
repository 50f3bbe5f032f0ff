import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startAudience, type AudienceServer } from '../../fixtures/audience-server'
import { ended, profileFor, startCore, stateOf, type TestCore } from '../../fixtures/core'
import { numberedList } from '../../fixtures/misbehaving-lists'
import { json, megabytesOfText, type SeenRequest } from '../../fixtures/misbehaving-server'
import { people, person } from '../../fixtures/people'

/** Answers of more than 32 MB are asked for in smaller pages; a record of more than that is set aside and named. */

const heavy = (number: number, megabytes: number) => person(number, { text: megabytesOfText(megabytes) })

let core: TestCore
let server: AudienceServer
beforeEach(async () => {
  server = await startAudience()
  core = await startCore()
})
afterEach(async () => {
  await core.close()
  await server.close()
})

const copied = async () => {
  await core.bridge.profiles.create(profileFor(server.url))
  return ended(core.bridge, 'contacts', 'finished')
}
const ids = async () => {
  const { rows } = await core.bridge.contacts.page({
    query: { search: '', filters: [], sort: { field: 'email', direction: 'asc' } },
    slice: { offset: 0, limit: 500 },
  })
  return rows.map(({ id }) => id).sort()
}
const sizes = () =>
  server
    .requestsFor('/contacts')
    .map(({ query }) => Number(query.get('limit') ?? query.get('pageSize')))
    .filter((size) => size > 1)

it('a page that is too large comes in smaller ones, and those grow again', async () => {
  server.contacts = [
    ...people(40),
    ...Array.from({ length: 6 }, (_, at) => heavy(40 + at, 7)),
    ...people(260, 46),
  ]
  const run = await copied()
  expect(run).toMatchObject({ received: 306, added: 306, note: null })
  expect(await ids()).toEqual(server.contacts.map(({ id }) => id).sort())
  expect(sizes()).toContain(50)
  expect(sizes().at(-1)).toBe(100)
})

describe('a record that is too large by itself', () => {
  const unread = async () =>
    (await core.bridge.sync.unread({ resource: 'contacts', slice: { offset: 0, limit: 10 } })).rows

  it.each([
    ['in the middle', 120],
    ['at the beginning', 0],
    ['at the end', 249],
  ])('%s is set aside by its id, and the rest is read', async (_, at) => {
    server.contacts = people(250)
    server.contacts[at] = heavy(at, 33)
    const run = await copied()
    expect(run.received).toBe(249)
    expect(run.note).toContain('1 of the contacts could not be read and was set aside')
    expect(await ids()).not.toContain(`cnt_${at}`)
    expect(await unread()).toMatchObject([{ key: `cnt_${at}`, fault: 'is larger than 32 MB' }])
    expect((await unread())[0]?.raw).toContain(`person${at}@example.com`)
  })

  it('is passed over where pages have numbers', async () => {
    server.contacts = people(130)
    server.contacts[117] = heavy(117, 33)
    const list = numberedList(() => server.contacts)
    server.fault = (request) =>
      request.path === '/contacts' && request.method === 'GET' ? list(request) : null
    expect(await copied()).toMatchObject({ added: 129 })
    expect(await ids()).toHaveLength(129)
    expect(await unread()).toMatchObject([{ key: 'cnt_117' }])
  })

  it.each([
    ['whatever is asked for', (request: SeenRequest) => request.path === '/contacts'],
    [
      'behind every cursor',
      (request: SeenRequest) => request.path === '/contacts' && request.query.has('cursor'),
    ],
  ])('that comes %s ends the run, after few requests', async (_, isHeavy) => {
    server.contacts = people(250)
    server.fault = (request) =>
      isHeavy(request) ? json({ contacts: [heavy(3, 33)], cursor: 'cnt_3', hasMore: true, total: 0 }) : null
    await core.bridge.profiles.create(profileFor(server.url))
    const { problem } = await ended(core.bridge, 'contacts', 'failed')
    expect(problem?.code).toBe('answer_too_large')
    expect(server.requestsFor('/contacts').length).toBeLessThan(20)
  })

  it('removes nobody from the copy', async () => {
    server.contacts = people(30)
    await copied()
    server.contacts[7] = heavy(7, 33)
    await core.bridge.sync.start({ mode: 'full', resource: 'contacts' })
    await ended(core.bridge, 'contacts', 'finished')
    const { last } = stateOf(await core.bridge.sync.state(), 'contacts')
    expect(last?.removed).toBe(0)
    expect(await ids()).toContain('cnt_7')
  })
})
