import { describe, expect, it } from 'vitest'
import type { DeployedService } from '../../../fixtures/deployed-service/start'
import { call, noon, plain, started, textAt } from './calls'

const whole = {
  name: 'News',
  subject: 'Hi {{name}}',
  body: '<p>Hi</p>',
  from: 'news@example.com',
  audienceType: 'ALL',
}
const minute = 60_000
const at = (ms: number) => new Date(noon + ms).toISOString()

async function made(service: DeployedService, body: object = {}): Promise<string> {
  return textAt((await call(service, 'POST /campaigns', { ...whole, ...body })).body, 'data', 'id')
}

const read = async (service: DeployedService, id: string) =>
  (await call(service, `GET /campaigns/${id}`)).body

describe('sending campaigns (deployed.md section 5)', () => {
  it('evaluates the audience of each batch when it is queued', async () => {
    const service = await started({ sending: 'in steps' })
    const people = service.seed(600)
    const id = await made(service)
    await call(service, `POST /campaigns/${id}/send`, {})
    service.queueBatch()
    expect(service.state.emails.all()).toHaveLength(500)
    // The oldest are queued first.
    await call(service, `PATCH /contacts/${people[0]?.id}`, { subscribed: false })
    expect(await read(service, id)).toMatchObject({ data: { status: 'SENDING', totalRecipients: 600 } })
    service.queueBatch()
    expect(await read(service, id)).toMatchObject({
      data: { status: 'SENDING', totalRecipients: 599, sentCount: 0 },
    })
    service.sendEmails(100)
    expect(await read(service, id)).toMatchObject({ data: { status: 'SENDING', sentCount: 100 } })
    service.sendEmails()
    expect(await read(service, id)).toMatchObject({ data: { status: 'SENT', sentCount: 599 } })
  })

  it('counts a campaign as sent whose other emails failed', async () => {
    const service = await started({ undeliverable: (address) => address.startsWith('person1@') })
    service.seed(3)
    const id = await made(service)
    await call(service, `POST /campaigns/${id}/send`, {})
    expect(await read(service, id)).toMatchObject({
      data: { status: 'SENT', totalRecipients: 3, sentCount: 2 },
    })
  })

  it('refuses more than was paid for', async () => {
    const service = await started()
    service.seed(1)
    const id = await made(service)
    service.state.project.overQuota = true
    expect(await call(service, `POST /campaigns/${id}/send`, {})).toMatchObject(plain(403))
  })
})

describe('cancelling (deployed.md section 5)', () => {
  const cancelled = (service: DeployedService, id: string) => call(service, `POST /campaigns/${id}/cancel`)

  it('clears what was queued before it makes a draft again', async () => {
    const service = await started({ sending: 'in steps' })
    service.seed(2)
    const id = await made(service)
    await call(service, `POST /campaigns/${id}/send`, {})
    service.queueBatch()
    expect((await cancelled(service, id)).body).toMatchObject({
      data: { status: 'CANCELLED' },
      revertPending: true,
    })
    expect((await cancelled(service, id)).body).toMatchObject({
      data: { status: 'CANCELLED' },
      revertPending: true,
    })
    service.clearCancelled()
    expect(await read(service, id)).toMatchObject({ data: { status: 'DRAFT', sentAt: null } })
    expect(service.state.emails.all()).toEqual([])
    expect(service.sendEmails()).toBe(2)
    expect(await read(service, id)).toMatchObject({ data: { sentCount: 0 } })
  })

  it('leaves a campaign cancelled of which something was sent, and says so again', async () => {
    const service = await started({ sending: 'in steps' })
    service.seed(2)
    const id = await made(service)
    await call(service, `POST /campaigns/${id}/send`, {})
    service.queueBatch()
    service.sendEmails(1)
    expect((await cancelled(service, id)).body).toMatchObject({
      data: { status: 'CANCELLED' },
      revertPending: false,
    })
    service.sendEmails()
    expect(await read(service, id)).toMatchObject({ data: { status: 'CANCELLED', sentCount: 1 } })
    expect((await cancelled(service, id)).status).toBe(200)
  })

  it('always leaves it cancelled in spring', async () => {
    const service = await started({ generation: 'spring' })
    service.seed(2)
    const id = await made(service)
    await call(service, `POST /campaigns/${id}/send`, { scheduledFor: at(minute) })
    expect((await cancelled(service, id)).body).toMatchObject({ data: { status: 'CANCELLED' } })
    expect(await cancelled(service, id)).toMatchObject(plain(400))
  })
})

describe('what there is of campaigns (deployed.md sections 5 and 9)', () => {
  it('unsubscribes who bounced or complained, without an event of that', async () => {
    const service = await started()
    const [person] = service.seed(1)
    const id = await made(service)
    await call(service, `POST /campaigns/${id}/send`, {})
    service.settleEmail(service.state.emails.all()[0]?.id ?? '', 'complaint')
    expect(person).toMatchObject({ subscribed: false })
    const names = service.state.events.all().map(({ name }) => name)
    expect(names).toEqual(['email.sent', 'email.delivery', 'email.complaint'])
  })

  it('has no archive and no list of recipients in spring', async () => {
    const service = await started({ generation: 'spring' })
    const id = await made(service)
    expect(await call(service, `POST /campaigns/${id}/archive`)).toMatchObject(plain(404, 'Unknown route'))
    expect(await call(service, `GET /campaigns/${id}/recipients?type=bounced`)).toMatchObject(
      plain(404, 'Unknown route'),
    )
    const { body } = await call(service, `GET /campaigns/${id}`)
    expect(body).not.toMatchObject({ data: { archived: expect.anything() } })
    expect((await call(service, 'GET /campaigns')).body).not.toHaveProperty('archivedCount')
  })
})
