import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { segmentSchema } from '../../../src-shared/interface/segment'
import { openInProcess } from './open'
import { memberOf } from './segment-calls'

describe('/segments in other dialects', () => {
  it('wraps everything in the envelope', async () => {
    const service = await openInProcess({ dialect: 'envelope' })
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
    const before = await openInProcess({ dialect: 'reference', data })
    const made = await before.ask('POST', '/segments', { body: { name: 'Few', type: 'STATIC' } })
    const { id } = segmentSchema.parse(made.body)
    await before.ask('POST', '/segments', { body: { name: 'Of few', condition: memberOf(id) } })
    const emails = ['a@example.com']
    await before.ask('POST', `/segments/${id}/members`, { body: { emails, createMissing: true } })
    await before.stop()
    const after = await openInProcess({ dialect: 'deployed', data })
    const seq = before.ids.decode('segment', id) ?? 0
    const few = after.ids.encode('segment', seq)
    expect((await after.ask('GET', '/segments')).body).toMatchObject([
      {
        name: 'Of few',
        memberCount: 1,
        condition: { groups: [{ filters: [{ field: `segment.${few}`, operator: 'memberOfSegment' }] }] },
      },
      { name: 'Few', memberCount: 1 },
    ])
    await after.stop()
    rmSync(data, { recursive: true, force: true })
  })
})
