import { describe, expect, it } from 'vitest'
import type { DeployedService } from '../../../fixtures/deployed-service/start'
import { call, flat, plain, standard, started, table, textAt } from './calls'

const whole = { name: 'Hello', subject: 'Hi', body: '<p>Hi</p>', from: 'news@example.com' }

async function made(service: DeployedService, body: object = {}): Promise<string> {
  return textAt((await call(service, 'POST /templates', { ...whole, ...body })).body, 'id')
}

describe('templates (deployed.md section 4)', () => {
  table(
    [
      ...(['name', 'subject', 'body', 'from'] as const).map((key) => ({
        says: `asks for ${key}`,
        asks: 'POST /templates',
        body: { ...whole, [key]: undefined },
        answers: flat(400),
      })),
      {
        says: 'answers a new one bare, MARKETING unless said, null where there is nothing',
        asks: 'POST /templates',
        body: whole,
        answers: {
          status: 201,
          body: {
            ...whole,
            type: 'MARKETING',
            description: null,
            fromName: null,
            replyTo: null,
            projectId: expect.any(String),
          },
        },
      },
      {
        says: 'breaks on a type that is none',
        asks: 'POST /templates',
        body: { ...whole, type: 'LOUD' },
        answers: plain(500),
      },
      {
        says: 'refuses a sender of a domain that it does not have',
        asks: 'POST /templates',
        body: { ...whole, from: 'news@other.example' },
        answers: plain(403),
      },
      {
        says: 'compares domains letter by letter',
        asks: 'POST /templates',
        body: { ...whole, from: 'news@Example.com' },
        answers: plain(403),
      },
      {
        says: 'lets no domain cover those below it',
        asks: 'POST /templates',
        body: { ...whole, from: 'news@mail.example.com' },
        answers: plain(403),
      },
      {
        says: 'refuses a sender that is no address',
        asks: 'POST /templates',
        body: { ...whole, from: 'news' },
        answers: plain(400),
      },
      {
        says: 'says where Liquid cannot be read',
        asks: 'POST /templates',
        body: { ...whole, body: '<p>\n{% if plan %}' },
        answers: {
          status: 400,
          body: {
            error: {
              code: 'VALIDATION_ERROR',
              details: { field: 'body', line: 2, column: expect.any(Number) },
            },
          },
        },
      },
      {
        says: 'refuses filters that it does not know',
        asks: 'POST /templates',
        body: { ...whole, subject: '{{ name | shout }}' },
        answers: standard(400, 'VALIDATION_ERROR'),
      },
      {
        says: 'refuses to read other files',
        asks: 'POST /templates',
        body: { ...whole, body: '{% include "footer" %}' },
        answers: standard(400, 'VALIDATION_ERROR'),
      },
      {
        says: 'knows no template of another id',
        asks: 'GET /templates/none',
        answers: plain(404, 'Template not found'),
      },
    ],
    () => undefined,
  )

  it('takes any text in spring, where there is no Liquid', async () => {
    const service = await started({ generation: 'spring' })
    expect((await call(service, 'POST /templates', { ...whole, body: '{% if plan %}' })).status).toBe(201)
    expect(await call(service, 'POST /templates/bulk-update', { ids: [] })).toMatchObject(
      plain(404, 'Unknown route'),
    )
  })

  it('pages through them, of a type or with a text in them', async () => {
    const service = await started()
    for (let index = 0; index < 3; index++) await made(service, { name: `Mail ${index}` })
    await made(service, { name: 'Receipt', type: 'TRANSACTIONAL' })
    const page = await call(service, 'GET /templates?search=MAIL&page=2&pageSize=2')
    expect(page.body).toMatchObject({
      data: [{ name: 'Mail 0' }],
      total: 3,
      page: 2,
      pageSize: 2,
      totalPages: 2,
    })
    const typed = await call(service, 'GET /templates?type=TRANSACTIONAL&page=0&pageSize=x')
    expect(typed.body).toMatchObject({
      data: [{ name: 'Receipt' }],
      total: 1,
      page: 1,
      pageSize: 20,
      totalPages: 1,
    })
    expect((await call(service, 'GET /templates?pageSize=500')).body).toMatchObject({ pageSize: 100 })
    expect(await call(service, 'GET /templates?page=-1')).toMatchObject(plain(500))
    const sorted = await call(service, 'GET /templates?sort=name&dir=desc&pageSize=1')
    expect(sorted.body).toMatchObject({ data: [{ name: 'Receipt' }] })
    expect((await call(service, 'GET /templates?sort=size')).body).toMatchObject({
      data: [{ name: 'Receipt' }, {}, {}, {}],
    })
  })

  it('changes, copies, counts the use of and deletes one', async () => {
    const service = await started()
    const id = await made(service)
    const changed = await call(service, `PATCH /templates/${id}`, {
      subject: 'Hello',
      replyTo: 'help@example.com',
    })
    expect(changed).toMatchObject({
      status: 200,
      body: { subject: 'Hello', replyTo: 'help@example.com', name: 'Hello' },
    })
    const copy = await call(service, `POST /templates/${id}/duplicate`)
    expect(copy).toMatchObject({ status: 201, body: { name: 'Hello (Copy)', subject: 'Hello' } })
    await call(service, 'POST /v1/send', { to: 'ada@example.com', template: id, subscribed: true })
    expect((await call(service, `GET /templates/${id}/usage`)).body).toEqual({
      workflowSteps: 0,
      emailsSent: 1,
    })
    expect((await call(service, `DELETE /templates/${id}`)).status).toBe(204)
    const ids = [textAt(copy.body, 'id')]
    expect((await call(service, 'POST /templates/bulk-update', { ids, delete: true })).status).toBe(200)
    expect(service.state.templates.size).toBe(0)
  })
})
