import { describe, expect, it } from 'vitest'
import { addedMembersSchema, removedMembersSchema } from '../../../src-shared/interface/segment'
import { readAll, recordOf } from './answers'
import { lists } from './lists'
import { make } from './made'
import { expectRefusal } from './refusals'
import { uniqueAddress } from './subject'
import { conformance } from './suite'

conformance('4 /segments/:id/members', (the) => {
  const ask = (method: string, id: string, body: unknown) =>
    the.service.ask(method, `/segments/${id}/members`, { body })
  const add = async (id: string, body: unknown) => recordOf(await ask('POST', id, body), addedMembersSchema)
  const remove = async (id: string, emails: string[]) =>
    recordOf(await ask('DELETE', id, { emails }), removedMembersSchema)
  const membersOf = async (id: string) =>
    (await readAll(the.service, lists.membersOf(id))).map(({ email }) => email).sort()

  it('POST adds contacts by their addresses', async () => {
    const { id } = await make.staticSegment(the.service)
    const emails = [(await make.contact(the.service)).email, (await make.contact(the.service)).email]
    expect(await add(id, { emails })).toMatchObject({ added: 2, notFound: [] })
    expect(await membersOf(id)).toEqual(emails.sort())
  })

  it('POST names the addresses that no contact has, and adds the others', async () => {
    const { id } = await make.staticSegment(the.service)
    const [{ email }, missing] = [await make.contact(the.service), uniqueAddress()]
    expect(await add(id, { emails: [missing, email] })).toMatchObject({ added: 1, notFound: [missing] })
    expect(await membersOf(id)).toEqual([email])
  })

  it('POST creates who is missing when it is told to', async () => {
    const { id } = await make.staticSegment(the.service)
    const missing = uniqueAddress()
    expect(await add(id, { emails: [missing], createMissing: true })).toMatchObject({
      added: 1,
      notFound: [],
    })
    const [contact] = await readAll(the.service, lists.contacts, 100, { search: missing })
    if (contact) the.service.keep(`/contacts/${contact.id}`)
    expect(contact?.email).toBe(missing)
    expect(await membersOf(id)).toEqual([missing])
  })

  it('POST does not add a member twice', async () => {
    const { id } = await make.staticSegment(the.service)
    const { email } = await make.contact(the.service)
    await add(id, { emails: [email] })
    await add(id, { emails: [email] })
    await add(id, { emails: [email, email] })
    expect(await membersOf(id)).toEqual([email])
  })

  it('DELETE removes members, and says how many', async () => {
    const { id } = await make.staticSegment(the.service)
    const emails = [(await make.contact(the.service)).email, (await make.contact(the.service)).email]
    await add(id, { emails })
    expect((await remove(id, [emails[0]!])).removed).toBe(1)
    expect(await membersOf(id)).toEqual([emails[1]])
  })

  it('DELETE of who is no member removes nobody', async () => {
    const { id } = await make.staticSegment(the.service)
    const { email } = await make.contact(the.service)
    expect((await remove(id, [email, uniqueAddress()])).removed).toBe(0)
  })

  it('a deleted contact is no member any more', async () => {
    const { id } = await make.staticSegment(the.service)
    const contact = await make.contact(the.service)
    await add(id, { emails: [contact.email] })
    await the.service.ask('DELETE', `/contacts/${contact.id}`)
    expect(await membersOf(id)).toEqual([])
  })

  it('a contact whose address changes stays a member', async () => {
    const { id } = await make.staticSegment(the.service)
    const contact = await make.contact(the.service)
    await add(id, { emails: [contact.email] })
    const email = uniqueAddress()
    await the.service.ask('PATCH', `/contacts/${contact.id}`, { body: { email } })
    expect(await membersOf(id)).toEqual([email])
  })

  describe.each(['POST', 'DELETE'])('%s', (method) => {
    it('on a DYNAMIC segment is 400', async () => {
      const { id } = await make.segment(the.service)
      expectRefusal(the, await ask(method, id, { emails: [uniqueAddress()] }), 'BAD_REQUEST')
    })

    it.each([
      ['no emails', {}, 'emails'],
      ['emails as text', { emails: 'a@example.com' }, 'emails'],
      ['no address at all', { emails: [] }, 'emails'],
      ['something that is no address', { emails: ['a@example.com', 'nobody'] }, 'emails.1'],
      ['a number', { emails: [1] }, 'emails.0'],
    ])('refuses %s with 422', async (_what, body, field) => {
      const { id } = await make.staticSegment(the.service)
      expectRefusal(the, await ask(method, id, body), 'VALIDATION_ERROR', field)
    })
  })

  it('POST refuses createMissing as text with 422', async () => {
    const { id } = await make.staticSegment(the.service)
    const body = { emails: [uniqueAddress()], createMissing: 'yes' }
    expectRefusal(the, await ask('POST', id, body), 'VALIDATION_ERROR', 'createMissing')
  })
})
