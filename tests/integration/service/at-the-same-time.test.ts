import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { addPeople, addressesOf, openForCampaigns } from './campaign-setup'
import { type OpenedInside, openInProcess } from './open'

const times = [1, 2, 3, 4, 5, 6, 7, 8]

describe('requests at the same time', () => {
  let stop = async (): Promise<void> => undefined
  afterEach(() => stop())
  async function open(wishes: Parameters<typeof openInProcess>[0]): Promise<OpenedInside> {
    const service = await openInProcess(wishes)
    stop = service.stop
    return service
  }

  it.each(['reference', 'deployed'] as const)('make a contact of one address once (%s)', async (dialect) => {
    const service = await open({ dialect })
    const body = { email: 'ada@people.example' }
    const answers = await Promise.all(times.map(() => service.ask('POST', '/contacts', { body })))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(times.length - 1)
    expect(await service.stored.count('contact')).toBe(1)
  })

  it('name a new event once', async () => {
    const service = await open({})
    const answers = await Promise.all(
      times.map((time) =>
        service.ask('POST', '/v1/track', { body: { email: `p${time}@people.example`, event: 'signed_up' } }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(times.map(() => 200))
    expect(await service.stored.count('event_name', `WHERE name = 'signed_up'`)).toBe(1)
    expect(service.failures).toEqual([])
  })

  it('begin a campaign once', async () => {
    const service = await openForCampaigns()
    stop = service.stop
    await addPeople(service.stored, 5)
    const { id } = await service.create()
    const answers = await Promise.all(times.map(() => service.send(id)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(times.length - 1)
    expect(await addressesOf(service.stored)).toHaveLength(5)
  })

  it('of which one is refused leave nothing of it behind', async () => {
    const service = await open({ dialect: 'deployed' })
    const body = { name: 'Welcome', eventName: 'signed_up' }
    const { body: made } = await service.ask('POST', '/workflows', { body })
    const { id } = z.object({ id: z.string() }).parse(made)
    const step = { type: 'TRIGGER', name: 'Again', position: { x: 0, y: 0 }, config: {} }
    const rename = { body: { name: 'Renamed' } }
    const [refused, renamed] = await Promise.all([
      service.ask('POST', `/workflows/${id}/steps`, { body: step }),
      service.ask('PATCH', `/workflows/${id}`, rename),
    ])
    expect([refused.status, renamed.status]).toEqual([400, 200])
    const { body: after } = await service.ask('GET', `/workflows/${id}`)
    expect(after).toMatchObject({ name: 'Renamed', steps: [{ type: 'TRIGGER' }] })
    expect(service.failures).toEqual([])
  })
})
