import { describe, expect, it } from 'vitest'
import { takingBack } from '../../../src-main/jobs/taking-back'
import { said } from '../../../src-shared/messages/told'
import type { RowToUndo } from '../../../src-main/features/imports/rows'

const contact = { id: 'c1', email: 'anna@example.com', subscribed: true, data: { plan: 'pro' } }
const made: RowToUndo = {
  row: 1,
  email: 'Anna@example.com',
  contactId: 'c1',
  isNew: true,
  wrote: { email: 'Anna@example.com', data: { plan: 'pro' } },
  previous: null,
}
const changed: RowToUndo = {
  ...made,
  isNew: false,
  wrote: { email: 'Anna@example.com', subscribed: false, data: { plan: 'pro', city: 'Oslo' } },
  previous: { contactId: 'c1', subscribed: true, data: { plan: 'free', city: null } },
}
const afterChange = { ...contact, subscribed: false, data: { plan: 'pro', city: 'Oslo', age: 4 } }

/** What is to be done, with the reason as it is said. */
function told(...of: Parameters<typeof takingBack>) {
  const found = takingBack(...of)
  return found.kind === 'keep' ? { ...found, why: said(found.why) } : found
}

describe('a row that was new', () => {
  it('is deleted where the contact is exactly what was written', () => {
    expect(told(made, contact, 0)).toEqual({ kind: 'delete' })
    expect(told(made, { ...contact, data: { plan: 'pro', gone: null } }, 0)).toEqual({ kind: 'delete' })
  })
  it.each([
    ['has another value', { ...contact, data: { plan: 'free' } }, 0, 'changed since: plan'],
    ['has more data', { ...contact, data: { plan: 'pro', city: 'Oslo' } }, 0, 'added since: city'],
    [
      'has much more data',
      { ...contact, data: { plan: 'pro', a: 1, b: 2, c: 3, d: 4, e: 5 } },
      0,
      'added since: a, b, c and 2 more',
    ],
    ['unsubscribed', { ...contact, subscribed: false }, 0, 'unsubscribed since'],
    ['has another address', { ...contact, email: 'anna@example.org' }, 0, 'address changed since'],
    ['has events', contact, 2, 'has 2 events'],
    [
      'is another in all',
      { ...contact, email: 'anna@example.org', subscribed: false, data: { plan: 'free', city: 'Oslo' } },
      1,
      'address changed since; changed since: plan; unsubscribed since; added since: city; has 1 event',
    ],
  ])('is kept where the contact %s, and says so', (_, now, events, why) => {
    expect(told(made, now, events)).toEqual({ kind: 'keep', why })
  })
  it('has nothing to be done where the contact is gone', () => {
    expect(told(made, null, 0)).toEqual({ kind: 'nothing' })
  })
})

describe('a row that changed a contact', () => {
  it('is restored: values that were there, and keys that were not are removed', () => {
    expect(told(changed, afterChange, 7)).toEqual({
      kind: 'restore',
      change: { subscribed: true, data: { plan: 'free', city: null } },
    })
  })
  it('restores only what it wrote', () => {
    const row = { ...changed, wrote: { email: changed.email, data: { plan: 'pro' } } }
    expect(told(row, { ...afterChange, subscribed: false }, 0)).toEqual({
      kind: 'restore',
      change: { data: { plan: 'free' } },
    })
  })
  it('is kept where one of its values was changed since', () => {
    expect(told(changed, { ...afterChange, data: { plan: 'pro', city: 'Bergen' } }, 0)).toEqual({
      kind: 'keep',
      why: 'changed since: city',
    })
    expect(told(changed, { ...afterChange, subscribed: true }, 0)).toEqual({
      kind: 'keep',
      why: 'subscribed since',
    })
  })
  it('is kept where the contact is gone, or where it is not known what it held', () => {
    expect(told(changed, null, 0)).toEqual({ kind: 'keep', why: 'deleted since' })
    expect(told({ ...changed, previous: null }, afterChange, 0)).toEqual({
      kind: 'keep',
      why: 'what it was before is not known',
    })
  })
  it('has nothing to be done where the contact is as it was: the answer to an earlier try was lost', () => {
    expect(told(changed, { ...contact, data: { plan: 'free', age: 4 } }, 0)).toEqual({
      kind: 'nothing',
    })
  })
})
