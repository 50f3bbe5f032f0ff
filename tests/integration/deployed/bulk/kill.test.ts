import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { BulkAction } from '../../../../src-shared/bridge/bulk'
import { startDeployedService } from '../../../fixtures/deployed-service/start'
import { expectOnce, killAtRandom, killsOr } from '../../../fixtures/kills'
import { startRecordingProxy } from '../../../fixtures/recording-proxy'
import { runBulk } from '../../../fixtures/run-bulk'
import { flips, isBulk, subscriptions } from './fixture'

const kills = killsOr(3)

/** A deployed service with 5,000 people, and a change of everybody, in batches, that is killed again and again. */
async function openScene() {
  const service = await startDeployedService()
  service.seed(5000, (at) => ({ subscribed: at % 10 > 0 }))
  const proxy = await startRecordingProxy(service.url)
  const folder = await mkdtemp(join(tmpdir(), 'postroom-deployed-kill-'))
  onTestFinished(async () => {
    await proxy.close()
    await service.stop()
    await rm(folder, { recursive: true, force: true })
  })
  const change = (action: BulkAction, what: 'run' | 'undo', seed: number) =>
    killAtRandom({
      proxy,
      start: () => runBulk(folder, proxy.url, service.secretKey, JSON.stringify(action), what),
      isWrite: isBulk,
      seed,
      kills,
      within: 2,
    })
  return { service, change }
}

it('unsubscribes 5,000 in batches and puts them back exactly, however often it is killed', async () => {
  const { service, change } = await openScene()
  const before = subscriptions(service)
  const run = await change({ kind: 'unsubscribe' }, 'run', 31)
  expect(run.seen).toMatchObject({ total: 4500, changed: 4500, skipped: 0, failed: 0 })
  expect([...subscriptions(service).values()].some((subscribed) => subscribed)).toBe(false)
  expect(run.writes.length).toBeLessThanOrEqual(5 + kills)
  expectOnce(run)

  const undo = await change({ kind: 'unsubscribe' }, 'undo', 37)
  expect(undo.seen).toMatchObject({ reversed: 4500, kept: 0, unreversed: 0, toUndo: 0 })
  expect(subscriptions(service)).toEqual(before)
  expectOnce(undo)
  for (const name of ['contact.unsubscribed', 'contact.subscribed']) {
    const found = flips(service, name)
    expect([found.size, ...new Set(found.values())]).toEqual([4500, 1])
  }
}, 400_000)

it('deletes 5,000 in batches, however often it is killed', async () => {
  const { service, change } = await openScene()
  const run = await change({ kind: 'delete' }, 'run', 41)
  expect(run.seen).toMatchObject({ total: 5000, changed: 5000, failed: 0 })
  expect(service.state.contacts.all()).toEqual([])
  expectOnce(run)
}, 400_000)
