import { describe, expect, it } from 'vitest'
import { call, flat, plain, standard, textAt } from '../../deployed/stand-in/calls'
import { holds, type Subject, subjects } from './subjects'

const whole = { name: 'Hello', subject: 'Hi', body: '<p>Hi</p>', from: 'news@example.com' }

async function made(service: Subject, body: object = {}): Promise<string> {
  return textAt((await call(service, 'POST /templates', { ...whole, ...body })).body, 'id')
}

describe.each(subjects)('$name', (candidate) => {
  describe('templates (deployed.md section 4)', () => {
    holds(candidate, [
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
            ...{ type: 'MARKETING', description: null, fromName: null, replyTo: null },
            projectId: expect.any(String),
          },
        },
      },
      {
        says: 'takes the type HEADLESS',
        asks: 'POST /templates',
        body: { ...whole, type: 'HEADLESS' },
        answers: { status: 201 },
      },
      {
        says: 'breaks on a type that is none',
        asks: 'POST /templates',
        body: { ...whole, type: 'LOUD' },
        answers: plain(500),
      },
      {
        says: 'breaks on a subject that is no text',
        asks: 'POST /templates',
        body: { ...whole, subject: 5 },
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
      ...['GET', 'PATCH', 'DELETE'].map((method) => ({
        says: `knows no template of another id: ${method}`,
        asks: `${method} /templates/none`,
        body: method === 'PATCH' ? {} : undefined,
        answers: plain(404, 'Template not found'),
      })),
      {
        says: 'breaks on a list of a type that is none',
        asks: 'GET /templates?type=LOUD',
        answers: plain(500),
      },
      {
        says: 'wants ids for many',
        asks: 'POST /templates/bulk-update',
        body: { ids: [] },
        answers: { status: 422 },
      },
    ])

    it('pages through them, of a type or with a text in them', async () => {
      const service = await candidate.open()
      for (let index = 0; index < 3; index++) await made(service, { name: `Mail ${index}` })
      await made(service, { name: 'Receipt', type: 'TRANSACTIONAL' })
      expect((await call(service, 'GET /templates?search=MAIL&page=2&pageSize=2')).body).toMatchObject({
        data: [{ name: 'Mail 0' }],
        ...{ total: 3, page: 2, pageSize: 2, totalPages: 2 },
      })
      expect((await call(service, 'GET /templates?type=TRANSACTIONAL&page=0&pageSize=x')).body).toMatchObject(
        {
          data: [{ name: 'Receipt' }],
          ...{ total: 1, page: 1, pageSize: 20, totalPages: 1 },
        },
      )
      expect((await call(service, 'GET /templates?pageSize=500')).body).toMatchObject({ pageSize: 100 })
      expect(await call(service, 'GET /templates?page=-1')).toMatchObject(plain(500))
      expect((await call(service, 'GET /templates?sort=name&dir=asc&pageSize=1')).body).toMatchObject({
        data: [{ name: 'Mail 0' }],
      })
      expect((await call(service, 'GET /templates?sort=size')).body).toMatchObject({
        data: [{ name: 'Receipt' }, {}, {}, {}],
      })
    })

    it('deletes many only where that is asked for, and none where one of them is in use', async () => {
      const service = await candidate.open()
      const free = await made(service)
      const used = await made(service)
      const ids = [free, used]
      const kept = await call(service, 'POST /templates/bulk-update', { ids })
      expect(kept).toMatchObject({ status: 200, body: { deleted: 0 } })
      const workflow = await call(service, 'POST /workflows', { name: 'W', eventName: 'signup' })
      const step = {
        type: 'SEND_EMAIL',
        name: 'Mail',
        position: { x: 0, y: 0 },
        config: {},
        templateId: used,
      }
      await call(service, `POST /workflows/${textAt(workflow.body, 'id')}/steps`, step)
      const refused = await call(service, 'POST /templates/bulk-update', { ids, delete: true })
      expect(refused).toMatchObject(plain(409))
      expect((await call(service, 'GET /templates')).body).toMatchObject({ total: 2 })
      const deleted = await call(service, 'POST /templates/bulk-update', { ids: [free], delete: true })
      expect(deleted).toMatchObject({ status: 200, body: { deleted: 1 } })
    })

    it('changes, copies, counts the use of and deletes one', async () => {
      const service = await candidate.open()
      const id = await made(service)
      const change = { subject: 'Hello', replyTo: 'help@example.com' }
      expect(await call(service, `PATCH /templates/${id}`, change)).toMatchObject({
        status: 200,
        body: { ...change, name: 'Hello' },
      })
      expect(await call(service, `PATCH /templates/${id}`, { name: null })).toMatchObject(plain(500))
      const strange = { from: 'news@other.example' }
      expect(await call(service, `PATCH /templates/${id}`, strange)).toMatchObject(plain(403))
      expect(await call(service, `PATCH /templates/${id}`, { replyTo: null })).toMatchObject({
        body: { replyTo: null },
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
      expect((await call(service, 'GET /templates')).body).toMatchObject({ total: 0 })
    })
  })
})
