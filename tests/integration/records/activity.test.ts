import { afterAll, beforeAll, expect, it } from 'vitest'
import { profileFor, startCore, type TestCore } from '../../fixtures/core'
import {
  json,
  startMisbehavingServer,
  type MisbehavingServer,
  type Reply,
} from '../../fixtures/misbehaving-server'
import { until } from '../../fixtures/until'
import { many, placeOf, read } from './fixture'

let server: MisbehavingServer
let core: TestCore
beforeAll(async () => {
  server = await startMisbehavingServer()
  core = await startCore()
  await core.bridge.profiles.create(profileFor('http://127.0.0.1:9'))
}, 60_000)
afterAll(async () => {
  await core.close()
  await server.close()
})

/** What Activity says of the only reading of records. */
async function entry() {
  const filter = { kind: 'run' as const, outcome: null, search: 'Read the records of Strange' }
  const { entries } = await core.bridge.activity.page({ filter, slice: { offset: 0, limit: 2 } })
  expect(entries.length).toBeLessThan(2)
  return entries[0]
}

it('a reading of records is in Activity from its beginning, and says there how far it is and how it ended', async () => {
  const held: ((reply: Reply) => void)[] = []
  server.answer(() => new Promise<Reply>((resolve) => held.push(resolve)))
  const { id } = await core.bridge.records.add({
    name: 'Strange',
    address: server.url,
    token: 'pat_strange_0123456789',
    companyId: 'com_1',
    workspaceId: 'w',
    everyHours: null,
  })
  const running = await until(entry, (found) => found !== undefined && held.length > 0)
  expect(running).toMatchObject({ outcome: 'running', cause: 'first' })

  const page = json({ items: [{ id: 'r1' }], totalCount: 1 })
  server.answer(() => page)
  for (const answer of held) answer(page)
  await read(core, id)
  expect(await until(entry, (found) => found?.outcome !== 'running')).toMatchObject({ outcome: 'done' })

  // What it brought so far is told while the rest is waited for.
  const later: (() => void)[] = []
  const items = (skip: number) => json({ items: many(skip, Math.min(skip + 100, 250)), totalCount: 250 })
  server.answer((request) => {
    const { skip } = placeOf(request)
    return skip === 0 ? items(0) : new Promise<Reply>((resolve) => later.push(() => resolve(items(skip))))
  })
  await core.bridge.records.start({ id })
  const underWay = await until(
    () => core.bridge.activity.heads({ filter: {}, slice: { offset: 0, limit: 1 } }),
    ({ heads }) => heads[0]?.outcome === 'running' && heads[0].requests > 0,
  )
  expect(underWay.heads[0]).toMatchObject({ requests: 1, brought: { added: 99 } })
  server.answer((request) => items(placeOf(request).skip))
  for (const go of later) go()
  await read(core, id)
})
