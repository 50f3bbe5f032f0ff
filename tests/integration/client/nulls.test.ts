import { expect, it } from 'vitest'
import { json } from '../../fixtures/misbehaving-server'
import { click, connect, serve } from './setup'

const contact = {
  id: 'c1',
  email: 'person@lamp.example',
  data: null,
  subscribed: true,
  projectId: 'p1',
  createdAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-01T00:00:00.000Z',
}

it('takes a written contact whose data is null for one without data', async () => {
  const server = await serve(() =>
    json({ ...contact, _meta: { isNew: true, isUpdate: false } }, { status: 201 }),
  )
  const { value } = await connect(server.url).upsertContact({ email: contact.email }, click)
  expect(value).toMatchObject({ id: 'c1', data: {}, _meta: { isNew: true } })
})

it('takes a changed contact whose data is null for one without data', async () => {
  const server = await serve(() => json(contact))
  const { value } = await connect(server.url).updateContact('c1', { subscribed: true }, click)
  expect(value).toMatchObject({ id: 'c1', data: {} })
})
