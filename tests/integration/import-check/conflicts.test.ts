import { expect, test } from 'vitest'
import type { ImportRules } from '../../../src-shared/bridge/imports'
import { checked, classes, contact, openRows, profile, shown } from './support'

const anna = contact(1, {
  email: 'anna@example.com',
  subscribed: false,
  data: { plan: 'free', city: 'Cork' },
})
const rules: ImportRules = {
  verify: 'none',
  byVerdict: { accepts: 'import', risky: 'import', undeliverable: 'leaveOut', unknown: 'hold' },
  resubscribe: false,
  writeConflicting: false,
}

function edited(
  store: ReturnType<typeof profile>['store'],
  data: Record<string, unknown>,
  state: 'queued' | 'sent',
  at: number,
) {
  const record = store.outbox.add({
    entry: {
      kind: 'contact.update',
      state: 'queued',
      email: anna.email,
      contactId: anna.id,
      queuedAt: at,
      sentAt: null,
      attempts: 0,
      conflict: null,
      problem: null,
    },
    method: 'PATCH',
    path: `/contacts/${anna.id}`,
    body: { data },
    idempotencyKey: null,
    reason: null,
    before: {},
  })
  if (state === 'sent') store.outbox.set({ id: record.entry.id, state, now: at })
}

test('a row that would take an edit back that still waits is in conflict', async () => {
  const { folder, store } = profile([anna])
  edited(store, { plan: 'team' }, 'queued', Date.now())
  const { rows } = openRows(folder)
  await checked(rows, 'email,plan\nanna@example.com,pro\n')
  expect((await shown(rows))[0]).toMatchObject({ class: 'conflicting', code: 'edit_waits' })
})

test('a row that would change what was edited here lately is in conflict, and says when', async () => {
  const { folder, store } = profile([anna])
  const now = Date.now()
  edited(store, { plan: 'free' }, 'sent', now - 2 * 3_600_000)
  const { rows } = openRows(folder, { now: () => now })
  await checked(rows, 'email,plan\nanna@example.com,pro\n')
  expect((await shown(rows))[0]).toMatchObject({ class: 'conflicting', reason: 'edited here 2 h ago' })
})

test('an edit of another field, or of the day before, is no conflict', async () => {
  const { folder, store } = profile([anna])
  const now = Date.now()
  edited(store, { city: 'Cork' }, 'sent', now - 3_600_000)
  edited(store, { plan: 'free' }, 'sent', now - 25 * 3_600_000)
  const { rows } = openRows(folder, { now: () => now })
  await checked(rows, 'email,plan\nanna@example.com,pro\n')
  expect(await classes(rows)).toEqual(['changed'])
})

test('conflicting rows are written where the rules say so', async () => {
  const { folder, store } = profile([anna])
  edited(store, { plan: 'team' }, 'queued', Date.now())
  const { rows } = openRows(folder)
  await checked(rows, 'email,plan\nanna@example.com,pro\n')
  expect(await rows.next(0)).toBeNull()
  await rows.rules({ ...rules, writeConflicting: true })
  expect((await rows.next(0))?.body).toEqual({ email: 'anna@example.com', data: { plan: 'pro' } })
})

test('nobody who unsubscribed is subscribed again, unless asked for', async () => {
  const { folder } = profile([anna])
  const { rows } = openRows(folder)
  const counts = await checked(rows, 'email,subscribed,plan\nanna@example.com,yes,pro\n')
  expect(counts.stayUnsubscribed).toBe(1)
  const [row] = await shown(rows, 'stayUnsubscribed')
  expect(row?.cells.map(({ text, remark }) => [text, remark])).toEqual([
    ['anna@example.com', null],
    ['true', 'stays unsubscribed'],
    ['pro', null],
  ])
  expect((await rows.next(0))?.body).toEqual({ email: 'anna@example.com', data: { plan: 'pro' } })
  await rows.rules({ ...rules, resubscribe: true })
  expect((await rows.counts()).stayUnsubscribed).toBe(0)
  expect(await shown(rows, 'stayUnsubscribed')).toEqual([])
  expect((await rows.next(0))?.body).toEqual({
    email: 'anna@example.com',
    subscribed: true,
    data: { plan: 'pro' },
  })
})

test('a new row does not say that it is subscribed: should the service know the address, nothing is undone', async () => {
  const { rows } = openRows(profile().folder)
  await checked(rows, 'email,subscribed\nnew@x.example,yes\nother@x.example,no\n')
  expect((await rows.next(0))?.body).toEqual({ email: 'new@x.example' })
  expect((await rows.next(1))?.body).toEqual({ email: 'other@x.example', subscribed: false })
})

test('after a sync the rows are classed against what the copy holds now', async () => {
  const { folder, store } = profile([anna, contact(2, { email: 'ben@example.com', data: { plan: 'pro' } })])
  const { rows } = openRows(folder)
  await checked(rows, 'email,plan\nanna@example.com,pro\nben@example.com,pro\nnew@example.com,pro\n')
  expect(await rows.recheck()).toMatchObject({ changed: 0 })
  store.contacts.upsert({ ...anna, data: { plan: 'pro' } })
  store.contacts.remove(contact(2).id)
  store.contacts.upsert(contact(3, { email: 'new@example.com', data: { plan: 'free' } }))
  expect(await rows.recheck()).toMatchObject({ changed: 3 })
  expect(await classes(rows)).toEqual(['unchanged', 'new', 'changed'])
  store.contacts.upsert({ ...anna, data: { plan: 'team' } })
  expect((await rows.check({})).rows).toMatchObject({ new: 1, changed: 2, unchanged: 0 })
})
