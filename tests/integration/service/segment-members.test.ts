import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addedMembersSchema } from '../../../src-shared/interface/segment'
import { type Opened, errorOf, open, ways } from './open'
import { inCity, membersPage, segmentCalls } from './segment-calls'

describe.each(ways)('/segments/:id/members, %s', (way) => {
  let service: Opened
  const { person, create, read, change, membersOf } = segmentCalls(() => service)

  beforeAll(async () => {
    service = await open(way)
  })
  afterAll(async () => {
    expect(service.failures).toEqual([])
    await service.stop()
  })

  let missing = 0
  it('adds contacts by address, in any case, each once', async () => {
    const { id } = await create({ type: 'STATIC' })
    const [one, two] = [await person(), await person()]
    const emails = [one.toUpperCase(), two, one, 'nobody@example.com', 'NOBODY@example.com']
    const { status, body } = await change('POST', id, { emails })
    expect(status).toBe(200)
    expect(body).toEqual({ added: 2, notFound: ['nobody@example.com'] })
    expect(await membersOf(id)).toEqual([two, one])
    expect((await change('POST', id, { emails: [one] })).body).toEqual({ added: 0, notFound: [] })
  })

  it('makes contacts that are missing where told to', async () => {
    const { id } = await create({ type: 'STATIC' })
    const email = `Missing${++missing}@example.com`
    const { body } = await change('POST', id, { emails: [email, email.toLowerCase()], createMissing: true })
    expect(addedMembersSchema.parse(body)).toEqual({ added: 1, notFound: [] })
    const { contacts } = membersPage.parse((await service.ask('GET', `/segments/${id}/contacts`)).body)
    expect(contacts).toMatchObject([{ email, subscribed: true }])
  })

  it('takes contacts out', async () => {
    const { id } = await create({ type: 'STATIC' })
    const [one, two] = [await person(), await person()]
    await change('POST', id, { emails: [one, two] })
    const emails = [one.toUpperCase(), one, 'nobody@example.com']
    expect(await change('DELETE', id, { emails })).toMatchObject({ status: 200, body: { removed: 1 } })
    expect(await membersOf(id)).toEqual([two])
  })

  it('takes 10,000 at once', async () => {
    const { id } = await create({ type: 'STATIC' })
    const known = await person()
    const emails = Array.from({ length: 9_999 }, (_, index) => `many${index}@example.com`)
    const { body } = await change('POST', id, { emails: [...emails, known] })
    expect(addedMembersSchema.parse(body)).toEqual({ added: 1, notFound: emails })
  })

  it.each(['POST', 'DELETE'] as const)('refuses %s of a dynamic segment', async (method) => {
    const { id } = await create({ condition: inCity('Hull') })
    const answer = await change(method, id, { emails: ['a@example.com'] })
    expect(errorOf(answer)).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  })

  it.each([
    ['no addresses', {}, ['emails']],
    ['an empty list', { emails: [] }, ['emails']],
    ['what is no address', { emails: ['a@example.com', 'nobody'] }, ['emails.1']],
  ])('refuses %s', async (_what, body, fields) => {
    const { id } = await create({ type: 'STATIC' })
    for (const method of ['POST', 'DELETE'] as const) {
      expect(errorOf(await change(method, id, body))).toMatchObject({ status: 422, fields })
    }
  })

  it('loses a member whose contact is deleted', async () => {
    const { id } = await create({ type: 'STATIC' })
    const email = await person()
    await change('POST', id, { emails: [email] })
    const [contact] = membersPage.parse((await service.ask('GET', `/segments/${id}/contacts`)).body).contacts
    await service.ask('DELETE', `/contacts/${contact?.id}`)
    expect((await read(id)).memberCount).toBe(0)
    expect(await membersOf(id)).toEqual([])
  })
})
