import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { killAt } from '../../fixtures/kills'
import { startRecordingProxy, type Moment, type RecordingProxy } from '../../fixtures/recording-proxy'
import { runCampaign } from '../../fixtures/run-campaign'
import { startKeptService } from '../../fixtures/kept-service'
import type { RunningService } from '../../fixtures/service'
import { until } from '../../fixtures/until'
import { aDraft } from './drafts'

// Programs are started and killed: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

let service: RunningService
let proxy: RecordingProxy
let folder: string
let id: string
beforeEach(async () => {
  service = await startKeptService({ contacts: 40 })
  proxy = await startRecordingProxy(service.url)
  folder = await mkdtemp(join(tmpdir(), 'postroom-campaign-'))
  id = await aDraft(service)
})
afterEach(async () => {
  await proxy.close()
  await service.stop()
  await rm(folder, { recursive: true, force: true })
})

const args = (what: string) => [folder, proxy.url, service.secretKey, id, what]
const sendsOf = (path: string) =>
  proxy.passed.filter((request) => request.method === 'POST' && request.path === path)

/** Runs the program until a request to a path is at a moment, and kills it there. */
async function killedAt(what: string, path: string, moment: Moment): Promise<void> {
  const process = runCampaign(args(what), () => false)
  await killAt({ proxy, process, isWrite: (request) => request.path === path, moment })
}

it.each<Moment>(['arrived', 'carriedOut', 'answered'])(
  'sends a campaign once though it is killed when the request has %s, and reads what became of it',
  async (moment) => {
    await killedAt('now', `/campaigns/${id}/send`, moment)
    await until(
      () => sendsOf(`/campaigns/${id}/send`).length,
      (count) => count === 1,
    )
    const after = runCampaign(args('now'), ({ holds }) => holds[0]?.state === 'sent')
    expect((await after.finished).holds).toMatchObject([{ campaignId: id, state: 'sent' }])
    await after.kill()
    expect(sendsOf(`/campaigns/${id}/send`)).toHaveLength(1)
  },
)

it('sends nothing of a campaign that was held when the program was killed, and says so afterwards', async () => {
  const held = runCampaign(args('held'), ({ holds }) => holds[0]?.state === 'held')
  await held.finished
  await held.kill()
  const after = runCampaign(args('held'), ({ holds }) => holds[0]?.state === 'refused')
  expect((await after.finished).holds).toMatchObject([
    { campaignId: id, state: 'refused', problem: { code: 'cancelled' } },
  ])
  await after.kill()
  expect(sendsOf(`/campaigns/${id}/send`)).toHaveLength(0)
})

it.each<Moment>(['arrived', 'carriedOut'])(
  'does not send a mail again by itself though it is killed when the request has %s',
  async (moment) => {
    await killedAt('mail', '/v1/send', moment)
    const after = runCampaign(args('mail'), ({ mails }) => mails[0]?.state === 'unknown')
    expect((await after.finished).mails).toMatchObject([
      { to: 'ada@example.com', state: 'unknown', problem: { code: 'outcome_unknown' } },
    ])
    await after.kill()
    expect(sendsOf('/v1/send')).toHaveLength(1)
  },
)
