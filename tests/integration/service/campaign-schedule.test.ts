import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { sliceSize } from '../../../src-service/campaigns/delivery'
import {
  addContacts,
  addPeople,
  addresses,
  addressesOf,
  type CampaignService,
  openForCampaigns,
} from './campaign-setup'
import { errorOf } from './open'

describe('a scheduled campaign', () => {
  let folder = ''
  let service: CampaignService
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'postroom-service-'))
    service = await openForCampaigns({ data: folder })
    await addPeople(service.stored, 3)
  })
  afterEach(async () => {
    await service.stop()
    rmSync(folder, { recursive: true })
  })

  const hour = 3_600_000
  const scheduled = async (more = {}, wait = hour) => {
    const { id } = await service.create(more)
    const scheduledFor = new Date(service.clock.now() + wait).toISOString()
    expect((await service.send(id, { scheduledFor })).status).toBe(200)
    return id
  }
  const statusOf = async (id: string) => (await service.read(id)).status
  /** Stops the service and starts it again, `off` milliseconds later. */
  async function restart(off: number): Promise<void> {
    const now = service.clock.now()
    await service.stop()
    service = await openForCampaigns({ data: folder, now: now + off })
  }

  it('begins by itself on its instant, with the audience of then', async () => {
    const id = await scheduled()
    await service.ask('POST', '/contacts', { body: { email: 'late@people.example' } })
    await service.clock.advance(hour - 1)
    expect([await statusOf(id), await addressesOf(service.stored)]).toEqual(['SCHEDULED', []])
    await service.clock.advance(1)
    expect(await service.read(id)).toMatchObject({ status: 'SENDING', totalRecipients: 4 })
    await service.until(async () => (await statusOf(id)) === 'SENT')
    expect((await addressesOf(service.stored, 'sent')).length).toBe(4)
  })

  it('begins at its moved start', async () => {
    const id = await scheduled()
    const scheduledFor = new Date(service.clock.now() + hour / 2).toISOString()
    await service.ask('PATCH', `/campaigns/${id}`, { body: { scheduledFor } })
    await service.clock.advance(hour / 2)
    expect(await statusOf(id)).toBe('SENDING')
  })

  it('never begins once it is cancelled', async () => {
    const id = await scheduled()
    await service.cancel(id)
    await service.clock.advance(2 * hour)
    expect([await statusOf(id), await addressesOf(service.stored)]).toEqual(['CANCELLED', []])
  })

  it('begins after a restart', async () => {
    const id = await scheduled()
    await restart(hour / 2)
    await service.clock.advance(hour / 2 - 1)
    expect(await statusOf(id)).toBe('SCHEDULED')
    await service.clock.advance(1)
    expect(await statusOf(id)).toBe('SENDING')
  })

  it('begins at once, once, when its time passed while the service was off', async () => {
    const id = await scheduled()
    await restart(50 * hour)
    await service.until(async () => (await statusOf(id)) === 'SENT')
    await restart(hour)
    await service.clock.advance(hour)
    expect(await addressesOf(service.stored)).toEqual(addresses(3))
  })

  it('goes on queueing after a restart, each once', async () => {
    await addContacts(service.stored, 'more', sliceSize + 10)
    const { id } = await service.create()
    await service.send(id)
    expect((await addressesOf(service.stored)).length).toBe(sliceSize)
    await restart(hour)
    await service.clock.advance(0)
    const queued = await addressesOf(service.stored)
    expect([queued.length, new Set(queued).size]).toEqual([sliceSize + 13, sliceSize + 13])
  })

  it('is sent to nobody where nobody fits any more', async () => {
    const id = await scheduled()
    await service.stored.change('UPDATE contact SET subscribed = 0')
    await service.clock.advance(hour)
    expect(await service.read(id)).toMatchObject({ status: 'SENT', totalRecipients: 0, sentCount: 0 })
  })

  it('is cancelled, saying why, where its sender is no longer verified', async () => {
    const id = await scheduled()
    await service.stored.change('DELETE FROM domain')
    await service.clock.advance(hour)
    expect(await service.read(id)).toMatchObject({
      status: 'CANCELLED',
      cancelReason: 'The domain mail.example is not verified.',
    })
    expect(service.failures).toEqual([])
  })

  it('is cancelled, saying why, where its segment was deleted', async () => {
    const { body } = await service.ask('POST', '/segments', { body: { name: 'Desk', type: 'STATIC' } })
    const segmentId = z.object({ id: z.string() }).parse(body).id
    const id = await scheduled({ audienceType: 'SEGMENT', segmentId })
    await service.stored.change('DELETE FROM segment')
    await service.clock.advance(hour)
    expect(await service.read(id)).toMatchObject({
      status: 'CANCELLED',
      cancelReason: 'There is no segment with this id.',
    })
  })

  it('cannot be given a sender that is not verified', async () => {
    const id = await scheduled()
    const answer = await service.ask('PATCH', `/campaigns/${id}`, { body: { from: 'a@elsewhere.example' } })
    expect(errorOf(answer)).toMatchObject({ status: 422, fields: ['from'] })
  })

  it('does not hold up the others when it cannot be begun, and is tried again', async () => {
    const broken = await scheduled({ audienceType: 'ALL' })
    const other = await scheduled({}, hour + 1)
    const isFirst = 'seq = (SELECT min(seq) FROM campaign)'
    await service.stored.change(`UPDATE campaign SET audience_type = 'FILTERED' WHERE ${isFirst}`)
    await service.clock.advance(hour + 120_000)
    expect([await statusOf(broken), await statusOf(other)]).toEqual([
      'SCHEDULED',
      expect.stringMatching(/^SEN/),
    ])
    expect(service.failures.length).toBeGreaterThan(0)
    await service.stored.change(`UPDATE campaign SET audience_type = 'ALL' WHERE ${isFirst}`)
    await service.clock.advance(60_000)
    expect(await statusOf(broken)).toMatch(/^SEN/)
  })
})
