import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { openInProcess } from './open'

const tracked = z.object({ data: z.object({ contact: z.string() }) })

it('deletes the executions of a contact with it, in the deployed dialect', async () => {
  const service = await openInProcess({ dialect: 'deployed' })
  onTestFinished(() => service.stop())
  const { stored, publicKey: key } = service
  const executions = () => stored.count('execution')
  const workflow = { name: 'Welcome', eventName: 'signup', enabled: true }
  expect((await service.ask('POST', '/workflows', { body: workflow })).status).toBe(201)
  const event = { email: 'ada@example.com', event: 'signup' }
  const { contact } = tracked.parse((await service.ask('POST', '/v1/track', { key, body: event })).body).data
  await expect.poll(executions).toBe(1)
  expect((await service.ask('DELETE', `/contacts/${contact}`)).status).toBe(204)
  expect(await executions()).toBe(0)
})

it('starts nothing by an event of nobody', async () => {
  const service = await openInProcess({ dialect: 'deployed' })
  onTestFinished(() => service.stop())
  const { stored, publicKey: key } = service
  const workflow = { name: 'Welcome', eventName: 'signup', enabled: true }
  await service.ask('POST', '/workflows', { body: workflow })
  expect((await service.ask('POST', '/events/track', { body: { name: 'signup' } })).status).toBe(201)
  await service.ask('POST', '/v1/track', { key, body: { email: 'ada@example.com', event: 'signup' } })
  const contacts = () =>
    stored.values('SELECT c.email FROM execution AS e JOIN contact AS c ON c.seq = e.contact')
  await expect.poll(contacts).toEqual(['ada@example.com'])
  expect(service.failures).toEqual([])
})
