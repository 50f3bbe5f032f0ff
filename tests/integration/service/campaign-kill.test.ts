import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { campaignSchema } from '../../../src-shared/interface/campaign'
import { sliceSize } from '../../../src-service/campaigns/delivery'
import { killMoments } from '../../fixtures/kills'
import { type MailServer, startMailServer } from '../../fixtures/mail-server'
import { type RunningService, startService } from '../../fixtures/service'
import { until } from '../../fixtures/until'
import { addPeople, addresses, addressesOf, fitting, verifyDomain } from './campaign-setup'
import { storedBeside } from '../../fixtures/stored'

describe('a service that is killed while a campaign is sent', () => {
  let folder = ''
  let service: RunningService
  let mail: MailServer
  let stored: Awaited<ReturnType<typeof storedBeside>>

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'postroom-service-'))
    mail = await startMailServer()
    await start()
    stored = await storedBeside(folder)
    await verifyDomain(stored)
  })
  afterEach(async () => {
    await stored.close()
    await service.stop()
    await mail.stop()
    rmSync(folder, { recursive: true })
  })

  async function start(): Promise<void> {
    service = await startService({ data: folder, smtp: mail.url })
  }
  async function killAndStart(): Promise<void> {
    await service.kill()
    await start()
  }
  async function ask(method: string, path: string, body?: unknown): Promise<unknown> {
    const answer = await fetch(service.url + path, {
      method,
      headers: { Authorization: `Bearer ${service.secretKey}`, 'Content-Type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    })
    return answer.json()
  }
  async function begun(body: unknown = {}): Promise<string> {
    const { id } = z.object({ id: z.string() }).parse(await ask('POST', '/campaigns', fitting))
    await ask('POST', `/campaigns/${id}/send`, body)
    return id
  }
  const read = async (id: string) => campaignSchema.parse(await ask('GET', `/campaigns/${id}`))
  const reached = (holds: () => boolean | Promise<boolean>) => until(holds, (held) => held, 60_000)
  const notQueued = () => stored.count('campaign_recipient')

  it('sends what is left, each message once, and ends it', async () => {
    await addPeople(stored, 40)
    const id = await begun()
    const { draw } = killMoments(4)
    let count = 0
    for (let kill = 0; kill < 2; kill++) {
      count += 1 + draw(15)
      await reached(() => mail.received.length >= count)
      await killAndStart()
    }
    await reached(async () => (await read(id)).status === 'SENT')
    const arrived = mail.received.flatMap(({ to }) => to).sort()
    expect(arrived).toEqual([...new Set(arrived)])
    // What was on its way in the instant of a kill may have arrived: it is not sent again, and said to be unknown.
    const accounted = [...arrived, ...(await addressesOf(stored, 'unknown'))]
    expect([...new Set(accounted)].sort()).toEqual(addresses(40).sort())
    expect((await read(id)).sentCount).toBe((await addressesOf(stored, 'sent')).length)
  })

  it('puts the rest of its audience into the queue, each once', async () => {
    const many = sliceSize * 12
    await addPeople(stored, many)
    const id = await begun()
    const { draw } = killMoments(6)
    let left = many
    for (let kill = 0; kill < 3; kill++) {
      left -= draw(sliceSize * 4)
      await reached(async () => (await notQueued()) < left)
      await killAndStart()
    }
    await reached(async () => (await notQueued()) === 0)
    expect(await addressesOf(stored)).toEqual(addresses(many))
    expect(await read(id)).toMatchObject({ status: 'SENDING', totalRecipients: many })
  })

  it('begins late what was scheduled for when it was off', async () => {
    await addPeople(stored, 3)
    const id = await begun({ scheduledFor: '2099-01-01T00:00:00Z' })
    await service.kill()
    await stored.change('UPDATE campaign SET scheduled_for = ?', Date.now() - 1000)
    await start()
    await reached(async () => (await read(id)).status === 'SENT')
    expect(mail.received.flatMap(({ to }) => to).sort()).toEqual(addresses(3))
  })
})
