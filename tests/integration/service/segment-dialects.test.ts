import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { contactSchema } from '../../../src-shared/interface/contact'
import { segmentSchema } from '../../../src-shared/interface/segment'
import { openInProcess } from './open'
import { all, memberOf } from './segment-desk'

describe('/segments in other dialects', () => {
  it('answers with a bare array, pages of contacts and flat errors where services are known to', async () => {
    const service = openInProcess({ dialect: 'deployed' })
    for (let count = 0; count < 30; count++) {
      await service.ask('POST', '/contacts', { body: { email: `all${count}@example.com` } })
    }
    const made = await service.ask('POST', '/segments', {
      body: { name: 'All', condition: all({ field: 'email', operator: 'exists' }) },
    })
    const { id } = segmentSchema.parse(made.body)
    expect(id).toMatch(/^[0-9a-f]{8}-/)
    expect((await service.ask('GET', '/segments')).body).toEqual([made.body])
    const page = await service.ask('GET', `/segments/${id}/contacts?page=2&pageSize=20`)
    expect(page.body).toMatchObject({ total: 30, page: 2, pageSize: 20, totalPages: 2 })
    expect(z.object({ data: z.array(contactSchema) }).parse(page.body).data).toHaveLength(10)
    const missing = await service.ask('POST', '/segments', { body: { type: 'STATIC' } })
    expect(missing).toMatchObject({ status: 400, body: { error: 'name is required' } })
    expect((await service.ask('DELETE', `/segments/${id}`)).status).toBe(204)
    await service.stop()
  })

  it('wraps everything in the envelope', async () => {
    const service = openInProcess({ dialect: 'envelope' })
    const made = await service.ask('POST', '/segments', { body: { name: 'Few', type: 'STATIC' } })
    const { data } = z.object({ success: z.literal(true), data: segmentSchema }).parse(made.body)
    expect((await service.ask('GET', '/segments')).body).toEqual({
      success: true,
      data: { items: [data], nextCursor: null, hasMore: false, total: 1 },
    })
    const emails = { emails: ['a@example.com'], createMissing: true }
    const added = await service.ask('POST', `/segments/${data.id}/members`, { body: emails })
    expect(added.body).toEqual({ success: true, data: { added: 1, notFound: [] } })
    const contacts = await service.ask('GET', `/segments/${data.id}/contacts`)
    expect(contacts.body).toMatchObject({
      success: true,
      data: { items: [{ email: 'a@example.com' }], total: 1 },
    })
    expect((await service.ask('DELETE', `/segments/${data.id}`)).body).toEqual({ success: true })
    await service.stop()
  })

  it('understands the ids that conditions were written with when it speaks another dialect', async () => {
    const data = mkdtempSync(join(tmpdir(), 'postroom-segments-'))
    const before = openInProcess({ dialect: 'reference', data })
    const made = await before.ask('POST', '/segments', { body: { name: 'Few', type: 'STATIC' } })
    const { id } = segmentSchema.parse(made.body)
    await before.ask('POST', '/segments', { body: { name: 'Of few', condition: memberOf(id) } })
    const emails = ['a@example.com']
    await before.ask('POST', `/segments/${id}/members`, { body: { emails, createMissing: true } })
    await before.stop()
    const after = openInProcess({ dialect: 'deployed', data })
    expect((await after.ask('GET', '/segments')).body).toMatchObject([
      { name: 'Of few', memberCount: 1, condition: memberOf(id) },
      { name: 'Few', memberCount: 1 },
    ])
    await after.stop()
    rmSync(data, { recursive: true, force: true })
  })
})
