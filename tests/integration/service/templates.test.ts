import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { templateSchema } from '../../../src-shared/interface/template'
import { storesEveryText } from '../../fixtures/stored'
import { errorOf, open, type Opened, type OpenedInside, openInProcess, ways } from './open'

const fitting = { name: 'Welcome', subject: 'Hi {{name}}', body: '<p>Hi</p>', type: 'TRANSACTIONAL' }

describe.each(ways)('/templates, %s', (way) => {
  let service: Opened
  beforeAll(async () => {
    service = await open(way)
  })
  afterAll(() => service.stop())

  const post = (more: Record<string, unknown> = {}) =>
    service.ask('POST', '/templates', { body: { ...fitting, ...more } })
  const create = async (more: Record<string, unknown> = {}) => templateSchema.parse((await post(more)).body)
  const read = async (id: string) => (await service.ask('GET', `/templates/${id}`)).body
  const patch = (id: string, body: unknown) => service.ask('PATCH', `/templates/${id}`, { body })

  it('creates one, without the fields that were not said', async () => {
    const { status, body } = await post()
    expect(status).toBe(201)
    expect(body).toEqual({
      ...fitting,
      id: expect.stringMatching(/^tpl_[0-9a-z]{10}$/),
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      updatedAt: expect.any(String),
    })
  })

  it('keeps every optional field', async () => {
    const more = { description: 'd', from: 'a@example.com', fromName: 'Å', replyTo: 'b@example.com' }
    const { id } = await create(more)
    expect(await read(id)).toMatchObject({ ...fitting, ...more })
  })

  it('keeps a body as it is, whatever is in it', async () => {
    const body = `<p onclick="'">{{a ?? 'b'}} \u0001 港 😀 </p>${'x'.repeat(500_000)}`
    const { id } = await create({ body })
    expect(await read(id)).toMatchObject({ body })
  })

  it('keeps U+0000 too, or refuses it where the database has it in no text', async () => {
    const { status } = await post({ body: 'a\u0000b' })
    expect(status).toBe(storesEveryText() ? 201 : 422)
  })

  it('changes what is said and nothing else', async () => {
    const made = await create({ description: 'd' })
    const { status, body } = await patch(made.id, { subject: 'Changed' })
    expect(status).toBe(200)
    expect(body).toEqual({ ...made, subject: 'Changed', updatedAt: expect.any(String) })
  })

  it('clears the optional fields by null', async () => {
    const made = await create({ description: 'd', from: 'a@example.com', fromName: 'A', replyTo: 'b@x.com' })
    await patch(made.id, { description: null, from: null, fromName: null, replyTo: null })
    expect(Object.keys(templateSchema.parse(await read(made.id))).sort()).toEqual(
      ['body', 'createdAt', 'id', 'name', 'subject', 'type', 'updatedAt'].sort(),
    )
  })

  it('does not touch updatedAt when nothing changes', async () => {
    const made = await create({ description: 'd' })
    expect((await patch(made.id, { description: 'd', name: fitting.name })).body).toEqual(made)
  })

  it.each(['name', 'subject', 'body', 'type'])('takes no null for %s', async (field) => {
    const { id } = await create()
    expect(errorOf(await patch(id, { [field]: null }))).toMatchObject({ status: 422, fields: [field] })
  })

  it('never gives the id of a deleted one again', async () => {
    const { id } = await create()
    expect((await service.ask('DELETE', `/templates/${id}`)).status).toBe(204)
    expect((await create()).id).not.toBe(id)
    expect(errorOf(await service.ask('GET', `/templates/${id}`))).toMatchObject({
      code: 'TEMPLATE_NOT_FOUND',
    })
  })

  it('takes a secret key only', async () => {
    for (const key of [null, service.publicKey, 'sk_wrong']) {
      expect((await service.ask('GET', '/templates', { key })).status).toBe(401)
    }
  })
})

describe('the list of templates', () => {
  let service: OpenedInside
  beforeAll(async () => {
    service = await openInProcess()
    for (const [name, subject, type] of [
      ['Invoice', 'Your bill', 'TRANSACTIONAL'],
      ['Newsletter', 'News of the bill board', 'MARKETING'],
      ['100% off_', 'Sale!', 'MARKETING'],
    ]) {
      await service.ask('POST', '/templates', { body: { ...fitting, name, subject, type } })
    }
  })
  afterAll(() => service.stop())

  const page = z.object({
    templates: z.array(templateSchema),
    total: z.number(),
    page: z.number(),
    pageSize: z.number(),
    totalPages: z.number(),
  })
  const list = async (query: string) => page.parse((await service.ask('GET', `/templates${query}`)).body)
  const names = async (query: string) => (await list(query)).templates.map(({ name }) => name)

  it('gives the newest first, in pages', async () => {
    expect(await names('')).toEqual(['100% off_', 'Newsletter', 'Invoice'])
    expect(await names('?limit=2&page=2')).toEqual(['Invoice'])
    expect(await list('?limit=2')).toMatchObject({ total: 3, page: 1, pageSize: 2, totalPages: 2 })
  })

  it('searches in names and subjects, without regard to case', async () => {
    expect(await names('?search=BILL')).toEqual(['Newsletter', 'Invoice'])
    expect(await names('?search=BILL&type=MARKETING')).toEqual(['Newsletter'])
    expect(await list('?search=BILL&limit=1')).toMatchObject({ total: 2, totalPages: 2 })
  })

  it.each([
    ['%25', ['100% off_']],
    ['_', ['100% off_']],
    ['!', ['100% off_']],
    ["'", []],
  ])('takes %s in a search as the character it is', async (search, found) => {
    expect(await names(`?search=${search}`)).toEqual(found)
  })
})

describe.each(['reference', 'envelope'] as const)('templates in %s', (dialect) => {
  let service: OpenedInside
  beforeAll(async () => {
    service = await openInProcess({ dialect })
  })
  afterAll(() => service.stop())

  it('are listed and read in its form', async () => {
    const made = (await service.ask('POST', '/templates', { body: fitting })).body
    const listed = (await service.ask('GET', '/templates')).body
    const record = dialect === 'envelope' ? z.object({ data: templateSchema }).parse(made).data : made
    const { id } = templateSchema.parse(record)
    expect(made).toEqual(dialect === 'envelope' ? { success: true, data: record } : record)
    const numbers = { total: 1, page: 1, pageSize: 20, totalPages: 1 }
    expect(listed).toEqual(
      {
        reference: { templates: [record], ...numbers },
        envelope: { success: true, data: { items: [record], nextCursor: null, hasMore: false, total: 1 } },
      }[dialect],
    )
    expect((await service.ask('GET', `/templates/${id}`)).body).toEqual(made)
    const deleted = await service.ask('DELETE', `/templates/${id}`)
    expect([deleted.status, deleted.body]).toEqual(
      dialect === 'envelope' ? [200, { success: true }] : [204, undefined],
    )
  })

  it('refuse missing fields in its form', async () => {
    const answer = await service.ask('POST', '/templates', { body: { type: 'MARKETING' } })
    expect(errorOf(answer)).toMatchObject({ status: 422, fields: ['name', 'subject', 'body'] })
  })
})

it('A template that a workflow sends cannot be deleted until it is out of it', async () => {
  const service = await openInProcess()
  try {
    const { id } = templateSchema.parse((await service.ask('POST', '/templates', { body: fitting })).body)
    // How steps come to be is tested with the workflows.
    await service.stored.change(
      `INSERT INTO workflow (name, event_name, created_at, updated_at) VALUES ('Welcome', 'e', 0, 0)`,
    )
    await service.stored.change(
      `INSERT INTO workflow_step (workflow, type, name, position, config, template)
       SELECT w.seq, 'SEND_EMAIL', '', '{}', '{}', t.seq FROM workflow AS w CROSS JOIN template AS t`,
    )
    const refused = await service.ask('DELETE', `/templates/${id}`)
    expect(errorOf(refused)).toMatchObject({ status: 409, code: 'CONFLICT' })
    expect(JSON.stringify(refused.body)).toContain('Welcome')
    await service.stored.change('UPDATE workflow_step SET removed = 1')
    expect((await service.ask('DELETE', `/templates/${id}`)).status).toBe(204)
  } finally {
    await service.stop()
  }
})
