import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { asRead, openRecordFixture, read, type RecordFixture } from './fixture'
import { seeded } from '../../fixtures/seeded'
import { until } from '../../fixtures/until'

let fixture: RecordFixture
beforeAll(async () => {
  fixture = await openRecordFixture({ contacts: 1500, latency: 15 })
}, 90_000)
afterAll(() => fixture.close())

const pageSchema = z.object({
  items: z.array(z.looseObject({ id: z.string() })),
  pageInfo: z.object({ hasNextPage: z.boolean() }),
})

/** Every record of the service, as it is now. */
async function atService(): Promise<Map<string, unknown>> {
  const all = new Map<string, unknown>()
  for (let skip = 0; ; skip += 100) {
    const { items, pageInfo } = pageSchema.parse(await fixture.call('list-records', { skip, limit: 100 }))
    for (const { id, ...data } of items) all.set(id, data)
    if (!pageInfo.hasNextPage) return all
  }
}

async function inCopy(connectionId: string): Promise<Map<string, unknown>> {
  const all = new Map<string, unknown>()
  for (let offset = 0; ; offset += 500) {
    const { rows, count } = await fixture.core.bridge.records.page({
      connectionId,
      query: asRead,
      slice: { offset, limit: 500 },
    })
    for (const { id, data } of rows) all.set(id, data)
    if (offset + 500 >= count) return all
  }
}

it('reads a service that changes meanwhile without losing what stays, and is the same after a quiet run', async () => {
  const { records } = fixture.core.bridge
  const before = await atService()
  const random = seeded(7)
  const { id } = await records.add(fixture.input)
  const ids = [...before.keys()]
  const one = () => ids[Math.floor(random() * ids.length)] ?? ''
  const gone = new Set<string>()
  const look = async () => (await records.connections()).connections[0]?.sync.run
  await until(look, (run) => run === null || (run?.received ?? 0) > 100)
  for (let change = 0; (await look()) !== null && change < 400; change++) {
    const target = one()
    if (gone.has(target)) continue
    if (random() < 0.6) {
      gone.add(target)
      await fixture.call('delete-record', { id: target })
    } else await fixture.call('create-record', { fields: { name: `New ${change}` }, before: target })
  }
  const { sync } = await read(fixture.core, id)
  expect(sync.last?.state).toBe('finished')
  const copy = await inCopy(id)
  for (const each of ids) if (!gone.has(each)) expect(copy.has(each), each).toBe(true)
  await records.start({ id })
  expect((await read(fixture.core, id, 2)).sync.last).toMatchObject({ state: 'finished', report: [] })
  expect(await inCopy(id)).toEqual(await atService())
})
