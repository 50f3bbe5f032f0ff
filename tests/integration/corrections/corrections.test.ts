import { expect, it } from 'vitest'
import { until } from '../../fixtures/until'
import { openFixture } from '../bulk/fixture'

type Fixture = Awaited<ReturnType<typeof openFixture>>

/** People with misspelt addresses at the service, in the copy, and in a batch that was run. */
async function misspelt(people: { email: string; subscribed?: boolean; data?: Record<string, unknown> }[]) {
  const fixture = await openFixture()
  for (const { email, subscribed = true, data = {} } of people) {
    await fixture.ask('/contacts', 'POST', { email, subscribed, data })
  }
  await fixture.bridge.sync.start({ mode: 'full', resource: 'contacts' })
  await until(
    () => fixture.bridge.contacts.page({ query: fixture.query, slice: { offset: 0, limit: 1 } }),
    ({ total }) => total === 60 + people.length,
  )
  const text = `email\n${people.map(({ email }) => email).join('\n')}\nnobody@gmial.com\n`
  const { fileId } = await fixture.bridge.listFiles.open({ kind: 'text', text })
  const { id } = await fixture.bridge.verification.create({ source: { kind: 'file', fileId, column: 0 } })
  await until(
    () => fixture.bridge.verification.get({ id }),
    ({ work }) => work === null,
  )
  await fixture.bridge.verification.start({ id })
  await until(
    () => fixture.bridge.verification.get({ id }),
    ({ waiting }) => waiting === 0,
  )
  return { fixture, wanted: { id, filter: { search: '' } } }
}

async function corrected({ fixture, wanted }: Awaited<ReturnType<typeof misspelt>>) {
  const { willChange, alreadyThere } = await fixture.bridge.corrections.preview(wanted)
  const { id } = await fixture.bridge.corrections.start({ ...wanted, confirmed: willChange + alreadyThere })
  await fixture.until(id, 'finished')
  return id
}

/** Has the service refuse a change of address, as deployments do that take it for the key of a contact. */
function keepAddresses({ proxy }: Fixture) {
  proxy.instead = ({ method, body }) =>
    method === 'PATCH' && body.includes('"email"')
      ? {
          status: 422,
          body: { success: false, error: { code: 'VALIDATION_ERROR', message: 'email is the key' } },
        }
      : null
}

const heldBy = async (fixture: Fixture, email: string) =>
  [...(await fixture.held()).values()].find((contact) => contact.email === email)

it('says before it happens whom it concerns, and who is there already or is no contact', async () => {
  const { fixture, wanted } = await misspelt([
    { email: 'ann@gmial.com' },
    { email: 'bob@hotmial.com' },
    { email: 'bob@hotmail.com' },
  ])
  expect(await fixture.bridge.corrections.preview(wanted)).toMatchObject({
    suggestions: 3,
    willChange: 1,
    alreadyThere: 1,
    notContacts: 1,
    rows: [
      { email: 'ann@gmial.com', suggestion: 'ann@gmail.com', alreadyThere: false },
      { email: 'bob@hotmial.com', suggestion: 'bob@hotmail.com', alreadyThere: true },
    ],
  })
})

it('makes a new contact with all data and unsubscribes the old one, where the service keeps addresses', async () => {
  const opened = await misspelt([{ email: 'ann@gmial.com', data: { firstName: 'Ann', visits: 3 } }])
  const { fixture } = opened
  keepAddresses(fixture)
  const id = await corrected(opened)
  expect(await fixture.bridge.corrections.get({ jobId: id })).toMatchObject({
    total: 1,
    replaced: 1,
    canUndo: true,
  })
  expect(await heldBy(fixture, 'ann@gmail.com')).toMatchObject({
    subscribed: true,
    data: { firstName: 'Ann', visits: 3 },
  })
  expect(await heldBy(fixture, 'ann@gmial.com')).toMatchObject({ subscribed: false })
})

it('takes that back: the old one is subscribed again and the new one gone', async () => {
  const opened = await misspelt([{ email: 'ann@gmial.com', data: { firstName: 'Ann' } }])
  const { fixture } = opened
  keepAddresses(fixture)
  const id = await corrected(opened)
  const undo = await fixture.bridge.corrections.undo({ jobId: id })
  await fixture.until(undo.id, 'finished')
  expect(await fixture.bridge.corrections.get({ jobId: id })).toMatchObject({ reversed: 1, canUndo: false })
  expect(await heldBy(fixture, 'ann@gmail.com')).toBeUndefined()
  expect(await heldBy(fixture, 'ann@gmial.com')).toMatchObject({
    subscribed: true,
    data: { firstName: 'Ann' },
  })
})

it('keeps a new contact that somebody changed since', async () => {
  const opened = await misspelt([{ email: 'ann@gmial.com' }])
  const { fixture } = opened
  keepAddresses(fixture)
  const id = await corrected(opened)
  const made = await heldBy(fixture, 'ann@gmail.com')
  await fixture.ask(`/contacts/${made?.id}`, 'PATCH', { data: { note: 'Rang back' } })
  const undo = await fixture.bridge.corrections.undo({ jobId: id })
  await fixture.until(undo.id, 'finished')
  expect(await fixture.bridge.corrections.get({ jobId: id })).toMatchObject({ reversed: 0, kept: 1 })
  expect(await heldBy(fixture, 'ann@gmail.com')).toMatchObject({ data: { note: 'Rang back' } })
})

it('writes over nobody who has the suggested address, and subscribes nobody again', async () => {
  const opened = await misspelt([
    { email: 'bob@hotmial.com', data: { firstName: 'Robert' } },
    { email: 'bob@hotmail.com', subscribed: false, data: { firstName: 'Bob' } },
  ])
  const { fixture } = opened
  const id = await corrected(opened)
  expect(await fixture.bridge.corrections.get({ jobId: id })).toMatchObject({ merged: 1, replaced: 0 })
  expect(await heldBy(fixture, 'bob@hotmail.com')).toMatchObject({
    subscribed: false,
    data: { firstName: 'Bob' },
  })
  expect(await heldBy(fixture, 'bob@hotmial.com')).toMatchObject({ subscribed: false })
})

it('finds at the service who has the address, where the copy does not know of them yet', async () => {
  const opened = await misspelt([{ email: 'ann@gmial.com', data: { firstName: 'Ann' } }])
  const { fixture } = opened
  await fixture.ask('/contacts', 'POST', {
    email: 'ann@gmail.com',
    subscribed: false,
    data: { firstName: 'Anna' },
  })
  const id = await corrected(opened)
  expect(await fixture.bridge.corrections.get({ jobId: id })).toMatchObject({ merged: 1 })
  expect(await heldBy(fixture, 'ann@gmail.com')).toMatchObject({
    subscribed: false,
    data: { firstName: 'Anna' },
  })
})

it('leaves whoever was unsubscribed as it was, before and after', async () => {
  const opened = await misspelt([{ email: 'ann@gmial.com', subscribed: false }])
  const { fixture } = opened
  keepAddresses(fixture)
  await corrected(opened)
  expect(await heldBy(fixture, 'ann@gmail.com')).toMatchObject({ subscribed: false })
})

it('changes the address itself where the service allows it, and changes it back', async () => {
  const opened = await misspelt([{ email: 'ann@gmial.com', data: { firstName: 'Ann' } }])
  const { fixture } = opened
  const before = await heldBy(fixture, 'ann@gmial.com')
  const id = await corrected(opened)
  expect(await fixture.bridge.corrections.get({ jobId: id })).toMatchObject({ changed: 1, replaced: 0 })
  expect(await heldBy(fixture, 'ann@gmail.com')).toMatchObject({ id: before?.id, data: { firstName: 'Ann' } })
  const undo = await fixture.bridge.corrections.undo({ jobId: id })
  await fixture.until(undo.id, 'finished')
  expect(await fixture.bridge.corrections.get({ jobId: id })).toMatchObject({ reversed: 1 })
  expect(await heldBy(fixture, 'ann@gmial.com')).toMatchObject({ id: before?.id })
})

it('makes a new contact where the service passes over the change without a word', async () => {
  const opened = await misspelt([{ email: 'ann@gmial.com' }])
  const { fixture } = opened
  const ann = await heldBy(fixture, 'ann@gmial.com')
  fixture.proxy.instead = ({ method, body }) =>
    method === 'PATCH' && body.includes('"email"') ? { status: 200, body: { ...ann } } : null
  const id = await corrected(opened)
  expect(await fixture.bridge.corrections.get({ jobId: id })).toMatchObject({ changed: 0, replaced: 1 })
})

it('fails one contact that is gone, and goes on', async () => {
  const opened = await misspelt([{ email: 'ann@gmial.com' }, { email: 'bob@hotmial.com' }])
  const { fixture } = opened
  keepAddresses(fixture)
  const ann = await heldBy(fixture, 'ann@gmial.com')
  await fixture.ask(`/contacts/${ann?.id}`, 'DELETE')
  const id = await corrected(opened)
  expect(await fixture.bridge.corrections.get({ jobId: id })).toMatchObject({ failed: 1, replaced: 1 })
  const { failures } = await fixture.bridge.jobs.failures({ id, slice: { offset: 0, limit: 10 } })
  expect(failures).toMatchObject([{ email: 'ann@gmial.com', value: 'ann@gmail.com', code: 'not_found' }])
})

it('goes on after its answer was lost in the middle, and makes nobody twice', async () => {
  const opened = await misspelt([{ email: 'ann@gmial.com' }])
  const { fixture, wanted } = opened
  keepAddresses(fixture)
  const restarted = fixture.restartAt(
    (moment, { method, path }) => moment === 'carriedOut' && method === 'POST' && path === '/contacts',
  )
  const { id } = await fixture.bridge.corrections.start({ ...wanted, confirmed: 1 })
  await restarted
  await fixture.until(id, 'finished')
  const people = [...(await fixture.held()).values()].filter(({ email }) => email.startsWith('ann@g'))
  expect(people.map(({ email, subscribed }) => [email, subscribed]).sort()).toEqual([
    ['ann@gmail.com', true],
    ['ann@gmial.com', false],
  ])
})

it('refuses where it would concern others than were seen', async () => {
  const { fixture, wanted } = await misspelt([{ email: 'ann@gmial.com' }])
  await expect(fixture.bridge.corrections.start({ ...wanted, confirmed: 5 })).rejects.toMatchObject({
    data: { code: 'conflict' },
  })
})
