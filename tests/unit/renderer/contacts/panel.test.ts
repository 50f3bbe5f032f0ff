import { describe, expect, it } from 'vitest'
import type { ContactDetail } from '../../../../src-shared/bridge/contacts'
import type { OutboxEntry } from '../../../../src-shared/bridge/outbox'
import type { Problem } from '../../../../src-shared/problem'
import { addressFault, fieldFaults } from '../../../../src-renderer/features/contacts/add-contact'
import { pendingLines } from '../../../../src-renderer/features/contacts/pending-words'

const contact: ContactDetail = {
  id: 'c1',
  email: 'anna@example.com',
  subscribed: true,
  createdAt: 0,
  updatedAt: 0,
  data: {},
  verdict: null,
  raw: {},
  eventCount: 0,
  syncedAt: 0,
  pending: [{ outboxId: 7, kind: 'delete', queuedAt: 5 }],
}
const entry: OutboxEntry = {
  id: 7,
  kind: 'contact.delete',
  state: 'queued',
  summary: 'Delete anna@example.com',
  email: 'anna@example.com',
  contactId: 'c1',
  queuedAt: 5,
  sentAt: null,
  attempts: 0,
  conflict: null,
  problem: null,
}

describe('what waits for a contact', () => {
  it('is said as the outbox says it, and can be taken back', () => {
    expect(pendingLines(contact, [entry])).toEqual([
      {
        outboxId: 7,
        queuedAt: 5,
        summary: 'Delete anna@example.com',
        state: 'Waits for the service',
        revocable: true,
        asks: false,
      },
    ])
  })

  it('cannot be taken back once it has left', () => {
    expect(pendingLines(contact, [{ ...entry, state: 'in_flight' }])[0]?.revocable).toBe(false)
  })

  it('asks a person where the record changed meanwhile', () => {
    expect(pendingLines(contact, [{ ...entry, state: 'conflict' }])[0]?.asks).toBe(true)
  })

  it('is said even before the outbox is known', () => {
    expect(pendingLines(contact, [])[0]?.summary).toBe('Delete the contact')
  })
})

describe('adding a contact', () => {
  const problem: Problem = {
    code: 'invalid_request',
    title: 'Refused',
    why: '',
    action: '',
    retryable: false,
    fields: [
      { field: 'email', message: 'Invalid email' },
      { field: 'data.plan', message: 'Too long' },
      { field: 'subscribed', message: 'Expected a boolean' },
    ],
  }

  it('shows what the service says of a field at the field', () => {
    expect(fieldFaults(problem)).toEqual({
      email: 'Invalid email',
      data: { plan: 'Too long' },
      other: ['subscribed: Expected a boolean'],
    })
  })

  it('refuses only what can be no address', () => {
    expect(addressFault('anna@example.com')).toBeNull()
    expect(addressFault('用户@例子.广告')).toBeNull()
    expect(addressFault('anna')).not.toBeNull()
    expect(addressFault(' ')).toBe('Enter an address.')
  })
})
