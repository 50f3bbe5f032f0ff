import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { addPeople, type CampaignService, openForCampaigns } from './campaign-setup'

const record = z.object({ id: z.string() })
const enveloped = z.object({ data: record })
const everybody = {
  logic: 'AND',
  groups: [{ filters: [{ field: 'subscribed', operator: 'equals', value: true }] }],
}

describe('a campaign of the deployed dialect whose segment is gone', () => {
  let service: CampaignService
  let id: string
  beforeEach(async () => {
    service = await openForCampaigns({ dialect: 'deployed' })
    await addPeople(service.stored, 700)
    const segment = { name: 'Everybody', condition: everybody, trackMembership: false }
    const segmentId = record.parse((await service.ask('POST', '/segments', { body: segment })).body).id
    const body = {
      ...{ name: 'News', subject: 'Hi', body: '<p>Hi</p>', from: 'news@mail.example' },
      ...{ audienceType: 'SEGMENT', segmentId },
    }
    id = enveloped.parse((await service.ask('POST', '/campaigns', { body })).body).data.id
  })
  afterEach(() => service.stop())

  const campaign = async () => (await service.ask('GET', `/campaigns/${id}`)).body

  it('is not sent, which is said in the plain form', async () => {
    await service.stored.change('UPDATE campaign SET segment = NULL')
    await service.stored.change('DELETE FROM segment')
    const answer = await service.send(id, {})
    expect(answer.status).toBe(400)
    expect(JSON.stringify(answer.body)).toContain('The campaign has fields that do not fit.')
    expect(await campaign()).toMatchObject({ data: { status: 'DRAFT' } })
    expect(await service.stored.count('message')).toBe(0)
  })

  it('goes to nobody more where it is being sent, and is to those alone whom it was queued to', async () => {
    // Gone as soon as the first batch is queued.
    service.db.exec(
      `CREATE TRIGGER gone AFTER UPDATE OF queued_after ON campaign WHEN new.queued_after > 0
       BEGIN UPDATE campaign SET segment = NULL; DELETE FROM segment; END`,
    )
    expect((await service.send(id, {})).status).toBe(200)
    expect(await campaign()).toMatchObject({ data: { status: 'SENDING', totalRecipients: 700 } })
    const { count, value } = service.stored
    await service.until(async () => (await value('SELECT queued_after FROM campaign')) === null)
    expect(await count('message')).toBe(500)
    expect(await campaign()).toMatchObject({ data: { status: 'SENDING', totalRecipients: 500 } })
    expect(service.failures).toEqual([])
  })
})
