import { describe, expect, it } from 'vitest'
import { flat, plain, standard, textAt } from '../../deployed/stand-in/calls'
import { type DeployedDesk, openDesk, table } from './desk'

const whole = { name: 'Hello', subject: 'Hi', body: '<p>Hi</p>', from: 'news@example.com' }

async function made({ call }: DeployedDesk, body: object = {}): Promise<string> {
  return textAt((await call('POST /templates', { ...whole, ...body })).body, 'id')
}

describe('templates (deployed.md section 4)', () => {
  table([
    ...(['name', 'subject', 'body', 'from'] as const).map((key): [string, string, object, object] => [
      `asks for ${key}`,
      'POST /templates',
      { ...whole, [key]: undefined },
      flat(400),
    ]),
    [
      'answers a new one bare, MARKETING unless said, null where there is nothing',
      'POST /templates',
      whole,
      {
        status: 201,
        body: {
          ...whole,
          ...{ type: 'MARKETING', description: null, fromName: null, replyTo: null },
          projectId: expect.any(String),
        },
      },
    ],
    ['takes the type HEADLESS', 'POST /templates', { ...whole, type: 'HEADLESS' }, { status: 201 }],
    ['breaks on a type that is none', 'POST /templates', { ...whole, type: 'LOUD' }, plain(500)],
    ['breaks on a subject that is no text', 'POST /templates', { ...whole, subject: 5 }, plain(500)],
    [
      'refuses a sender of a domain that it does not have',
      'POST /templates',
      { ...whole, from: 'news@other.example' },
      plain(403),
    ],
    [
      'compares domains letter by letter',
      'POST /templates',
      { ...whole, from: 'news@Example.com' },
      plain(403),
    ],
    [
      'lets no domain cover those below it',
      'POST /templates',
      { ...whole, from: 'news@mail.example.com' },
      plain(403),
    ],
    ['refuses a sender that is no address', 'POST /templates', { ...whole, from: 'news' }, plain(400)],
    [
      'says where Liquid cannot be read',
      'POST /templates',
      { ...whole, body: '<p>\n{% if plan %}' },
      {
        status: 400,
        body: {
          error: {
            code: 'VALIDATION_ERROR',
            details: { field: 'body', line: 2, column: expect.any(Number) },
          },
        },
      },
    ],
    [
      'refuses filters that it does not know',
      'POST /templates',
      { ...whole, subject: '{{ name | shout }}' },
      standard(400, 'VALIDATION_ERROR'),
    ],
    [
      'refuses to read other files',
      'POST /templates',
      { ...whole, body: '{% include "footer" %}' },
      standard(400, 'VALIDATION_ERROR'),
    ],
    ...['GET', 'PATCH', 'DELETE'].map((method): [string, string, unknown, object] => [
      `knows no template of another id: ${method}`,
      `${method} /templates/none`,
      method === 'PATCH' ? {} : undefined,
      plain(404, 'Template not found'),
    ]),
    ['wants ids for many', 'POST /templates/bulk-update', { ids: [] }, { status: 422 }],
  ])

  it('pages through them, of a type or with a text in them', async () => {
    const desk = openDesk()
    const { call } = desk
    for (let index = 0; index < 3; index++) await made(desk, { name: `Mail ${index}` })
    await made(desk, { name: 'Receipt', type: 'TRANSACTIONAL' })
    expect((await call('GET /templates?search=MAIL&page=2&pageSize=2')).body).toMatchObject({
      data: [{ name: 'Mail 0' }],
      ...{ total: 3, page: 2, pageSize: 2, totalPages: 2 },
    })
    expect((await call('GET /templates?type=TRANSACTIONAL&page=0&pageSize=x')).body).toMatchObject({
      data: [{ name: 'Receipt' }],
      ...{ total: 1, page: 1, pageSize: 20, totalPages: 1 },
    })
    expect((await call('GET /templates?pageSize=500')).body).toMatchObject({ pageSize: 100 })
    expect(await call('GET /templates?page=-1')).toMatchObject(plain(500))
    expect((await call('GET /templates?sort=name&dir=asc&pageSize=1')).body).toMatchObject({
      data: [{ name: 'Mail 0' }],
    })
    expect((await call('GET /templates?sort=size')).body).toMatchObject({
      data: [{ name: 'Receipt' }, {}, {}, {}],
    })
  })

  it('changes, copies, counts the use of and deletes one', async () => {
    const desk = openDesk()
    const { call } = desk
    const id = await made(desk)
    const change = { subject: 'Hello', replyTo: 'help@example.com' }
    expect(await call(`PATCH /templates/${id}`, change)).toMatchObject({
      status: 200,
      body: { ...change, name: 'Hello' },
    })
    expect(await call(`PATCH /templates/${id}`, { name: null })).toMatchObject(plain(500))
    expect(await call(`PATCH /templates/${id}`, { replyTo: null })).toMatchObject({ body: { replyTo: null } })
    const copy = await call(`POST /templates/${id}/duplicate`)
    expect(copy).toMatchObject({ status: 201, body: { name: 'Hello (Copy)', subject: 'Hello' } })
    await call('POST /v1/send', { to: 'ada@example.com', template: id, subscribed: true })
    expect((await call(`GET /templates/${id}/usage`)).body).toEqual({ workflowSteps: 0, emailsSent: 1 })
    expect((await call(`DELETE /templates/${id}`)).status).toBe(204)
    const ids = [textAt(copy.body, 'id')]
    expect((await call('POST /templates/bulk-update', { ids, delete: true })).status).toBe(200)
    expect((await call('GET /templates')).body).toMatchObject({ total: 0 })
  })
})
