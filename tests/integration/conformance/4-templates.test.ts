import { describe, expect, it } from 'vitest'
import { templateSchema } from '../../../src-shared/interface/template'
import { readAll, recordOf } from './answers'
import { nobody } from './endpoints'
import { lists } from './lists'
import { fitting, make } from './made'
import { expectRefusal } from './refusals'
import { uniqueName } from './subject'
import { conformance } from './suite'

conformance('4 /templates', (the) => {
  const post = (body: unknown) => the.service.ask('POST', '/templates', { body })
  const patch = (id: string, body: unknown) => the.service.ask('PATCH', `/templates/${id}`, { body })
  const get = async (id: string) => recordOf(await the.service.ask('GET', `/templates/${id}`), templateSchema)

  describe('POST', () => {
    it.each(['TRANSACTIONAL', 'MARKETING'])('creates one of type %s', async (type) => {
      const body = { ...fitting.template(), type }
      const answer = await post(body)
      const made = recordOf(answer, templateSchema)
      the.service.keep(`/templates/${made.id}`)
      expect(made).toMatchObject(body)
      expect([200, 201]).toContain(answer.status)
    })

    it('keeps the sender and the description', async () => {
      const more = {
        description: 'For new people',
        fromName: 'The harbour',
        replyTo: 'harbour@example.com',
        ...(the.service.sender !== null && { from: the.service.sender }),
      }
      const made = await make.template(the.service, more)
      expect(await get(made.id)).toMatchObject(more)
    })

    it('keeps variables as they are written', async () => {
      const texts = {
        subject: '{{name}}',
        body: '<p>{{data.name ?? \'there\'}} <a href="{{unsubscribeUrl}}">x</a></p>',
      }
      const made = await make.template(the.service, texts)
      expect(await get(made.id)).toMatchObject(texts)
    })

    it.each(['name', 'subject', 'body', 'type'])('refuses one without %s', async (field) => {
      const body = { ...fitting.template(), [field]: undefined }
      expectRefusal(the, await post(body), 'VALIDATION_ERROR', field)
    })

    it.each([
      ['a type that there is not', { type: 'HEADLESS' }, 'type'],
      ['a type in small letters', { type: 'marketing' }, 'type'],
      ['a number as name', { name: 1 }, 'name'],
      ['an empty name', { name: '' }, 'name'],
      ['an empty subject', { subject: '' }, 'subject'],
      ['a subject of two lines', { subject: 'a\r\nBcc: b@example.com' }, 'subject'],
      ['a body that is no text', { body: { html: '' } }, 'body'],
      ['a sender that is no address', { from: 'nobody' }, 'from'],
      ['a reply-to that is no address', { replyTo: 'nobody' }, 'replyTo'],
    ])('refuses %s with 422', async (_what, more, field) => {
      expectRefusal(the, await post({ ...fitting.template(), ...more }), 'VALIDATION_ERROR', field)
    })
  })

  it('GET /templates/:id gives what was created', async () => {
    const { createdAt, id, name } = await make.template(the.service)
    expect(await get(id)).toMatchObject({ id, name, createdAt })
  })

  describe('PATCH /templates/:id', () => {
    it('changes what is said and nothing else', async () => {
      const { id, ...before } = await make.template(the.service)
      const changed = recordOf(await patch(id, { subject: 'Changed' }), templateSchema)
      expect(changed).toMatchObject({ id, name: before.name, body: before.body, subject: 'Changed' })
      expect(await get(id)).toMatchObject({ subject: 'Changed', type: before.type })
    })

    it('changes the type', async () => {
      const { id } = await make.template(the.service)
      expect(recordOf(await patch(id, { type: 'MARKETING' }), templateSchema).type).toBe('MARKETING')
    })

    it('clears an optional field by null', async () => {
      const { id } = await make.template(the.service, { description: 'Goes away', replyTo: 'a@example.com' })
      await patch(id, { description: null, replyTo: null })
      const after = await get(id)
      expect([after.description ?? null, after.replyTo ?? null]).toEqual([null, null])
    })

    it.each([
      ['an empty subject', { subject: '' }, 'subject'],
      ['a type that there is not', { type: 'OTHER' }, 'type'],
      ['null as body', { body: null }, 'body'],
      ['a list as name', { name: [] }, 'name'],
    ])('refuses %s with 422', async (_what, body, field) => {
      const { id } = await make.template(the.service)
      expectRefusal(the, await patch(id, body), 'VALIDATION_ERROR', field)
    })
  })

  it('DELETE /templates/:id deletes, and then there is none', async () => {
    const { id } = await make.template(the.service)
    expect([200, 204]).toContain((await the.service.ask('DELETE', `/templates/${id}`)).status)
    expectRefusal(the, await the.service.ask('GET', `/templates/${id}`), 'TEMPLATE_NOT_FOUND')
    expectRefusal(the, await the.service.ask('DELETE', `/templates/${id}`), 'TEMPLATE_NOT_FOUND')
  })

  describe('GET', () => {
    it.each(['TRANSACTIONAL', 'MARKETING'])('filters by type=%s', async (type) => {
      const name = uniqueName('typed')
      await make.template(the.service, { name: `${name} one`, type: 'TRANSACTIONAL' })
      await make.template(the.service, { name: `${name} two`, type: 'MARKETING' })
      const found = await readAll(the.service, lists.templates, 100, { type, search: name })
      expect(found.map((template) => template.type)).toEqual([type])
    })

    it('searches', async () => {
      const made = await make.template(the.service)
      const found = await readAll(the.service, lists.templates, 100, { search: made.name })
      expect(found.map(({ id }) => id)).toEqual([made.id])
      expect(await readAll(the.service, lists.templates, 100, { search: uniqueName('none') })).toEqual([])
    })

    it.each(['%', '_'])('takes %s in a search as the character it is', async (character) => {
      const name = uniqueName('wild')
      const made = await make.template(the.service, { name: `${name}${character}end` })
      await make.template(the.service, { name: `${name}-end` })
      const found = await readAll(the.service, lists.templates, 100, { search: `${name}${character}` })
      expect(found.map(({ id }) => id)).toEqual([made.id])
    })

    it('refuses a type that there is not with 400', async () => {
      expectRefusal(the, await the.service.ask('GET', '/templates?type=OTHER'), 'BAD_REQUEST', 'type')
    })
  })

  it.each(['GET', 'PATCH', 'DELETE'])('%s of an unknown id is 404', async (method) => {
    for (const id of [nobody, 'tpl_0000000000', 'nonsense', '1']) {
      const body = method === 'PATCH' ? {} : undefined
      expectRefusal(the, await the.service.ask(method, `/templates/${id}`, { body }), 'TEMPLATE_NOT_FOUND')
    }
  })
})
