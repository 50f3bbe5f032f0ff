import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import type { BulkAction } from '../../../src-shared/bridge/bulk'
import { askerOf, peopleOf } from '../../fixtures/asked'
import { expectOnce, killAtRandom, killsOr } from '../../fixtures/kills'
import { startRecordingProxy, type PassedRequest } from '../../fixtures/recording-proxy'
import { runBulk } from '../../fixtures/run-bulk'
import { startKeptService } from '../../fixtures/kept-service'

const kills = killsOr(3)

/** A service with people, a proxy in front of it, and a change of everybody that is killed again and again. */
async function openFixture(contacts: number) {
  const service = await startKeptService({ contacts, rate: 1_000_000 })
  const proxy = await startRecordingProxy(service.url)
  const folder = await mkdtemp(join(tmpdir(), 'postroom-bulk-kill-'))
  onTestFinished(async () => {
    await proxy.close()
    await service.stop()
    await rm(folder, { recursive: true, force: true })
  })
  const ask = askerOf(service)
  const change = (action: BulkAction, what: 'run' | 'undo', method: string, within: number, seed: number) =>
    killAtRandom({
      proxy,
      start: () => runBulk(folder, proxy.url, service.secretKey, JSON.stringify(action), what),
      isWrite: (request: PassedRequest) => request.method === method,
      seed,
      kills,
      within,
    })
  return { ask, people: () => peopleOf(ask), change }
}

it('changes everybody as they should be, and takes it all back, however often it is killed', async () => {
  const fixture = await openFixture(90)
  const before = await fixture.people()
  const action = { kind: 'set', key: 'fair', value: 'spring' } as const
  const run = await fixture.change(action, 'run', 'PATCH', 12, 3)
  expect(run.seen).toMatchObject({ total: 90, changed: 90, skipped: 0, failed: 0 })
  for (const [id, { data, subscribed }] of await fixture.people()) {
    expect([id, data, subscribed]).toEqual([
      id,
      { ...before.get(id)?.data, fair: 'spring' },
      before.get(id)?.subscribed,
    ])
  }
  expectOnce(run)
  expect(new Set(run.writes.map(({ path }) => path)).size).toBe(90)

  const undo = await fixture.change(action, 'undo', 'PATCH', 12, 5)
  expect(undo.seen).toMatchObject({ reversed: 90, kept: 0, unreversed: 0, toUndo: 0 })
  for (const [id, { data, subscribed }] of await fixture.people()) {
    expect([id, data, subscribed]).toEqual([id, before.get(id)?.data, before.get(id)?.subscribed])
  }
  expectOnce(undo)
}, 400_000)

it('deletes everybody once, however often it is killed', async () => {
  const fixture = await openFixture(90)
  const run = await fixture.change({ kind: 'delete' }, 'run', 'DELETE', 12, 17)
  expect(run.seen).toMatchObject({ total: 90, changed: 90, failed: 0 })
  expect((await fixture.people()).size).toBe(0)
  expectOnce(run)
  expect(new Set(run.writes.map(({ path }) => path)).size).toBe(90)
}, 400_000)

it('adds everybody to a segment, and takes out whom it added alone, however often it is killed', async () => {
  const fixture = await openFixture(2600)
  const { id } = z
    .object({ id: z.string() })
    .parse(await fixture.ask('/segments', 'POST', { name: 'Fair', type: 'STATIC' }))
  const inside = [...(await fixture.people()).values()].slice(0, 40).map(({ email }) => email)
  await fixture.ask(`/segments/${id}/members`, 'POST', { emails: inside })
  const members = async () =>
    z.object({ memberCount: z.number() }).parse(await fixture.ask(`/segments/${id}`)).memberCount
  const action = { kind: 'addTo', segment: { kind: 'known', id, name: 'Fair' } } as const
  const run = await fixture.change(action, 'run', 'POST', 2, 23)
  expect(run.seen).toMatchObject({ total: 2600, changed: 2560, skipped: 40, failed: 0 })
  expect(await members()).toBe(2600)
  expectOnce(run)

  const undo = await fixture.change(action, 'undo', 'DELETE', 2, 29)
  expect(undo.seen).toMatchObject({ reversed: 2560, toUndo: 0 })
  expect(await members()).toBe(40)
  expectOnce(undo)
}, 400_000)
