import { describe, expect, it } from 'vitest'
import { takingBack } from '../../../src-main/jobs/import/taking-back'
import type { RowToUndo } from '../../../src-main/jobs/import/staging'

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

describe('a row that was new', () => {
  it('is deleted where the contact is exactly what was written', () => {
    expect(takingBack(made, contact, 0)).toEqual({ kind: 'delete' })
    expect(takingBack(made, { ...contact, data: { plan: 'pro', gone: null } }, 0)).toEqual({ kind: 'delete' })
  })
  it.each([
    ['has another value', { ...contact, data: { plan: 'free' } }, 0],
    ['has more data', { ...contact, data: { plan: 'pro', city: 'Oslo' } }, 0],
    ['unsubscribed', { ...contact, subscribed: false }, 0],
    ['has another address', { ...contact, email: 'anna@example.org' }, 0],
    ['has events', contact, 1],
  ])('is kept where the contact %s', (_, now, events) => {
    expect(takingBack(made, now, events)).toEqual({ kind: 'keep' })
  })
  it('has nothing to be done where the contact is gone', () => {
    expect(takingBack(made, null, 0)).toEqual({ kind: 'nothing' })
  })
})

describe('a row that changed a contact', () => {
  it('is restored: values that were there, and keys that were not are removed', () => {
    expect(takingBack(changed, afterChange, 7)).toEqual({
      kind: 'restore',
      change: { subscribed: true, data: { plan: 'free', city: null } },
    })
  })
  it('restores only what it wrote', () => {
    const row = { ...changed, wrote: { email: changed.email, data: { plan: 'pro' } } }
    expect(takingBack(row, { ...afterChange, subscribed: false }, 0)).toEqual({
      kind: 'restore',
      change: { data: { plan: 'free' } },
    })
  })
  it('is kept where one of its values was changed since', () => {
    expect(takingBack(changed, { ...afterChange, data: { plan: 'pro', city: 'Bergen' } }, 0)).toEqual({
      kind: 'keep',
    })
    expect(takingBack(changed, { ...afterChange, subscribed: true }, 0)).toEqual({ kind: 'keep' })
  })
  it('is kept where the contact is gone, or where it is not known what it held', () => {
    expect(takingBack(changed, null, 0)).toEqual({ kind: 'keep' })
    expect(takingBack({ ...changed, previous: null }, afterChange, 0)).toEqual({ kind: 'keep' })
  })
  it('has nothing to be done where the contact is as it was: the answer to an earlier try was lost', () => {
    expect(takingBack(changed, { ...contact, data: { plan: 'free', age: 4 } }, 0)).toEqual({
      kind: 'nothing',
    })
  })
})
