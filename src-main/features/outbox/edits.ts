import { tell } from '../../../src-shared/messages/told'
import type { Cause } from '../../../src-shared/bridge/activity'
import type { Priority } from '../../core/client/call-options'
import type { Clock } from '../../core/clock'
import type { ContactDetail, WriteOutcome } from '../../../src-shared/bridge/contacts'
import {
  type Contact,
  type UpdateContactRequest,
  updateContactRequestSchema,
} from '../../../src-shared/interface/contact'
import { isAway, needsPerson } from '../../core/client/reach'
import type { Cache } from '../../cache/store'
import type { OutboxRecord } from './store/api'
import { asProblem, isProblem, problem } from '../../core/problems'
import { compare, fieldsOf, fieldsOfChange, pick, type Fields } from './fields'
import type { OutboxAccess } from './access'
import { titleOf } from './words'
import { deleted, logged, type LoggedWrite } from '../../cache/write-log'

/** What edits of contacts need. `changed` is called whenever the outbox changed. */
export interface EditTools {
  cache: Cache
  access: OutboxAccess
  clock: Clock
  changed(): void
}

/** What became of one attempt at a queued edit. `wait`: the rest of the outbox waits too. */
type Attempt = { kind: 'settled' } | { kind: 'conflict' } | { kind: 'wait'; needsPerson: boolean }

/**
 * Makes an edit that a person asked for: committed to the outbox, then sent; it stays there where the service
 * cannot be reached, or where an earlier edit of the same contact still waits. Rejects with what the service
 * answered where it refused: the edit is then gone, since a person was told. `reason`: why somebody is subscribed again.
 */
export async function edit(
  tools: EditTools,
  id: string,
  change: UpdateContactRequest | null,
  reason?: string,
): Promise<WriteOutcome> {
  const { cache, access, changed } = tools
  const contact = await cache.contacts.get(id)
  if (!contact) throw problem('not_found', { why: tell('outbox.edits.theCopyDoesNot') })
  const earlier = (await cache.outbox.open()).filter(
    ({ entry }) => entry.contactId === id && isWaiting(entry.state),
  )
  const mustWait = !access.online || earlier.length > 0
  const record = await cache.outbox.add(newRecord(tools, contact, { change, reason, earlier, mustWait }))
  changed()
  if (mustWait) return { outcome: 'queued', outboxId: record.entry.id }
  try {
    await send(tools, record, 'click', 'person')
  } catch (error) {
    const { problem: found } = asProblem(error)
    // Cancelled: the profile was left while it was under way. It is sent again when the profile is opened.
    const waits = isAway(error) || found.code === 'cancelled'
    await noteState(tools, record, waits ? 'queued' : 'revoked', { problem: found })
    if (waits) return { outcome: 'queued', outboxId: record.entry.id }
    throw error
  }
  return { outcome: 'done', contact: change ? await cache.contacts.get(id) : null }
}

/** Tries a queued edit, after looking at the record as the service holds it now (docs/rules.md, rule 11). */
export async function attempt(tools: EditTools, record: OutboxRecord): Promise<Attempt> {
  const { cache, access } = tools
  try {
    const theirs = (await access.client.getContact(idOf(record), { priority: 'job' })).value
    const compared = compare(record.before ?? {}, fieldsOf(theirs), mineOf(record))
    if (compared.kind === 'conflict') {
      await cache.contacts.upsert(theirs)
      await noteState(tools, record, 'conflict', { conflict: compared.conflict })
      return { kind: 'conflict' }
    }
    if (compared.kind === 'already') {
      await cache.contacts.upsert(theirs)
      await noteState(tools, record, 'sent')
      return { kind: 'settled' }
    }
    const current = await noteState(tools, record, 'in_flight', { attempted: true })
    await send(tools, current, 'job', 'outbox')
    return { kind: 'settled' }
  } catch (error) {
    return failed(tools, record, error)
  }
}

async function failed(tools: EditTools, record: OutboxRecord, error: unknown): Promise<Attempt> {
  const { problem: found } = asProblem(error)
  if (isProblem(error, 'not_found') && record.entry.kind === 'contact.delete') {
    // It is gone already, which is all that was wanted.
    await tools.cache.contacts.remove(idOf(record))
    await noteState(tools, record, 'sent')
    return { kind: 'settled' }
  }
  if (isAway(error) || found.retryable || needsPerson(found)) {
    await noteState(tools, record, 'queued', { problem: found })
    return { kind: 'wait', needsPerson: needsPerson(found) }
  }
  await noteState(tools, record, 'refused', { problem: found })
  return { kind: 'settled' }
}

/** Sends an edit whose row says `in_flight`, and keeps what the service answered. */
async function send(tools: EditTools, record: OutboxRecord, priority: Priority, cause: Cause): Promise<void> {
  const { cache, clock, access } = tools
  const id = idOf(record)
  const log = writeOf(record, cause)
  if (record.entry.kind === 'contact.delete') {
    await logged(cache, clock, log, () => deleted(clock, () => access.client.deleteContact(id, { priority })))
    await cache.contacts.remove(id)
  } else {
    const change = updateContactRequestSchema.parse(record.body)
    const answer = await logged(cache, clock, log, () =>
      access.client.updateContact(id, change, { priority }),
    )
    await cache.contacts.upsert(sameContact(answer.value, id))
  }
  await noteState(tools, record, 'sent')
}

/** A write of the outbox as the activity log names it. */
export function writeOf(record: OutboxRecord, cause: Cause): LoggedWrite {
  const { method, path, body } = record
  return { cause, title: titleOf(record), method, path, body }
}

/** An answer about another record must not overwrite this one. */
function sameContact(answered: Contact, id: string): Contact {
  if (answered.id !== id) {
    throw problem('answer_malformed', {
      why: tell('outbox.edits.theServiceAnsweredWith'),
    })
  }
  return answered
}

function newRecord(
  { clock }: EditTools,
  contact: ContactDetail,
  {
    change,
    reason,
    earlier,
    mustWait,
  }: {
    change: UpdateContactRequest | null
    reason: string | undefined
    earlier: OutboxRecord[]
    mustWait: boolean
  },
): Parameters<Cache['outbox']['add']>[0] {
  // What earlier edits will have written by then is what this one starts from.
  const expected: Fields = Object.assign(fieldsOf(contact), ...earlier.map((record) => mineOf(record) ?? {}))
  const before = change ? pick(expected, Object.keys(fieldsOfChange(change))) : expected
  return {
    entry: {
      kind: change ? 'contact.update' : 'contact.delete',
      state: mustWait ? 'queued' : 'in_flight',
      email: contact.email,
      contactId: contact.id,
      queuedAt: clock.now(),
      sentAt: null,
      attempts: mustWait ? 0 : 1,
      conflict: null,
      problem: null,
    },
    reason: reason ?? null,
    method: change ? 'PATCH' : 'DELETE',
    path: `/contacts/${encodeURIComponent(contact.id)}`,
    body: change,
    idempotencyKey: null,
    before,
  }
}

/** The fields that an edit writes; null: it deletes. */
export function mineOf(record: OutboxRecord): Fields | null {
  if (record.entry.kind !== 'contact.update') return null
  return fieldsOfChange(updateContactRequestSchema.parse(record.body))
}

/** Whether an edit in this state stands before later edits of the same contact. */
export function isWaiting(state: OutboxRecord['entry']['state']): boolean {
  return state === 'queued' || state === 'in_flight' || state === 'conflict'
}

function idOf(record: OutboxRecord): string {
  if (record.entry.contactId === null) throw new Error('An edit without a contact')
  return record.entry.contactId
}

/** Notes where a write stands, and what is left to say of it. */
export async function noteState(
  { cache, clock, changed }: EditTools,
  { entry: { id } }: OutboxRecord,
  state: OutboxRecord['entry']['state'],
  about: Pick<Parameters<Cache['outbox']['set']>[0], 'problem' | 'conflict' | 'attempted'> = {},
): Promise<OutboxRecord> {
  const next = await cache.outbox.set({
    ...{ id, state, now: clock.now(), problem: null, conflict: null },
    ...about,
  })
  changed()
  return next
}
