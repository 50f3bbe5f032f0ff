import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createServiceClock, type ServiceClock } from '../../fixtures/service-clock'
import { call, textAt } from '../deployed/stand-in/calls'
import { type OpenedInside, openInProcess } from '../service/open'

let folder: string
let clock: ServiceClock
let services: OpenedInside[]
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'postroom-segment-counts-'))
  clock = createServiceClock(Date.UTC(2026, 8, 1, 12, 1))
  const open = () => openInProcess({ data: folder, dialect: 'deployed', clock })
  services = [await open(), await open()]
})
afterEach(async () => {
  for (const service of services) await service.stop()
  rmSync(folder, { recursive: true, force: true })
})

const ask = (of: number, asks: string, body?: unknown) => {
  const { secretKey, publicKey, request: send } = services[of]!
  return call({ secretKey, publicKey, send }, asks, body)
}
/** What each of both services says how many members a segment has. */
const counts = (id: string): Promise<unknown[]> =>
  Promise.all([0, 1].map(async (of) => (await ask(of, `GET /segments/${id}`)).body))
const add = (of: number, name: string) =>
  ask(of, 'POST /contacts', { email: `${name}@example.com`, data: { plan: 'pro' } })

it('gives the last count of a segment by whichever service made it, until the next sweep', async () => {
  await add(0, 'ada')
  const condition = {
    logic: 'AND',
    groups: [{ filters: [{ field: 'data.plan', operator: 'equals', value: 'pro' }] }],
  }
  const id = textAt((await ask(0, 'POST /segments', { name: 'Pro', condition })).body, 'id')
  await add(1, 'bo')
  expect(await counts(id)).toMatchObject([{ memberCount: 1 }, { memberCount: 1 }])
  await ask(1, `POST /segments/${id}/refresh`)
  await add(0, 'cy')
  expect(await counts(id)).toMatchObject([{ memberCount: 2 }, { memberCount: 2 }])
  await clock.advance(4 * 60_000)
  expect(await counts(id)).toMatchObject([{ memberCount: 3 }, { memberCount: 3 }])
  await ask(0, `DELETE /segments/${id}`)
  expect(await services[0]?.stored.count('segment_count')).toBe(0)
})
