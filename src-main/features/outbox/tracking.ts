import { randomUUID } from 'node:crypto'
import {
  trackRequestSchema,
  isReservedEventName,
  type TrackRequest,
} from '../../../src-shared/interface/event'
import { limits } from '../../../src-shared/interface/limits'
import type { OutboxRecord } from './store/api'
import { KeySeen } from '../../core/client/idempotency'
import { isAway } from '../../core/client/reach'
import { asProblem, isProblem, problem } from '../../core/problems'
import type { EditTools } from './edits'
import { titleOf } from './words'
import { logged } from '../../cache/write-log'

/** What became of an event that a person tracked; `sent` without ids where the service says only that it had it before. */
export type TrackOutcome =
  | { outcome: 'sent'; eventId: string | null; contactId: string | null }
  | { outcome: 'unknown'; outboxId: number }

/**
 * Tracks an event through the outbox: committed with its key before it leaves, never repeated by itself (docs/rules.md,
 * rule 3). Offline it is refused with `offline`; sends do not wait. Rejects with what the service answered.
 */
export async function track(tools: EditTools, request: TrackRequest): Promise<TrackOutcome> {
  if (isReservedEventName(request.event)) {
    throw problem('input_invalid', {
      why: `Events named ${request.event} come from the service itself.`,
      action: 'Choose another name.',
      fields: [{ field: 'event', message: 'Only the service emits this event.' }],
    })
  }
  if (!tools.access.online) throw offline()
  const record = await tools.cache.outbox.add({
    entry: {
      kind: 'track',
      state: 'in_flight',
      summary: `Track ${request.event}`,
      email: request.email,
      contactId: null,
      queuedAt: tools.clock.now(),
      sentAt: null,
      attempts: 1,
      conflict: null,
      problem: null,
    },
    method: 'POST',
    path: '/v1/track',
    body: request,
    idempotencyKey: randomUUID(),
    before: null,
  })
  tools.changed()
  return send(tools, record)
}

/** Sends anew what a person decided to send again: with its first key while the service remembers that, else a new one. */
export async function trackAgain(tools: EditTools, record: OutboxRecord): Promise<void> {
  if (!tools.access.online) throw offline()
  const { cache, clock } = tools
  const remembered = Math.abs(clock.now() - record.entry.queuedAt) < limits.idempotencyKeyMs
  const key = remembered ? record.idempotencyKey : null
  if (key === null) {
    await set(tools, record, 'revoked')
    await track(tools, trackRequestSchema.parse(record.body))
    return
  }
  const current = await cache.outbox.set({
    id: record.entry.id,
    state: 'in_flight',
    now: clock.now(),
    problem: null,
    attempted: true,
  })
  tools.changed()
  await send(tools, current)
}

async function send(tools: EditTools, record: OutboxRecord): Promise<TrackOutcome> {
  const { cache, clock, access } = tools
  const body = trackRequestSchema.parse(record.body)
  const key = record.idempotencyKey
  if (key === null) throw new Error('An event without a key')
  const entry = record.entry
  let left = false
  const log = {
    cause: 'You',
    title: titleOf(entry.kind, entry.email, entry.summary),
    method: record.method,
    path: record.path,
    body,
  }
  try {
    const { value } = await logged(cache, clock, log, () =>
      access.client.track(body, key, { priority: 'click', onSent: () => (left = true) }),
    )
    await set(tools, record, 'sent')
    await keep(tools, body, value)
    return { outcome: 'sent', eventId: value.event, contactId: value.contact }
  } catch (error) {
    const found = asProblem(error).problem
    if (isProblem(error, 'outcome_unknown') || (left && isAway(error))) {
      await set(tools, record, 'unknown', problem('outcome_unknown').problem)
      return { outcome: 'unknown', outboxId: entry.id }
    }
    if (error instanceof KeySeen) {
      if (error.wasTaken) {
        await set(tools, record, 'sent')
        return { outcome: 'sent', eventId: null, contactId: null }
      }
      // The service has seen this key, so it took the first request; what it made of that it does not tell.
      await set(tools, record, 'unknown', found)
      return { outcome: 'unknown', outboxId: entry.id }
    }
    // A person sees this failure now: nothing is left to decide about the row.
    await set(tools, record, 'revoked', found)
    if (isAway(error)) throw offline(error)
    throw error
  }
}

/** The copy gets the event, and the contact where it is new, without waiting for the next sync. */
async function keep(
  tools: EditTools,
  body: TrackRequest,
  tracked: { contact: string; event: string; timestamp: string },
) {
  const { cache, access } = tools
  await cache.events.upsert({
    id: tracked.event,
    name: body.event,
    contactId: tracked.contact,
    data: body.data ?? null,
    createdAt: tracked.timestamp,
    contact: { email: body.email },
  })
  if (await cache.contacts.get(tracked.contact)) return
  try {
    const { value } = await access.client.getContact(tracked.contact, { priority: 'click' })
    await cache.contacts.upsert(value)
  } catch (error) {
    if (!isProblem(error)) throw error // The event is sent whatever comes of this: the next sync brings the contact.
  }
}

function offline(cause?: unknown) {
  return problem(
    'offline',
    { why: 'The service cannot be reached. Events never wait: the event was not sent.' },
    { cause },
  )
}

async function set(
  { cache, clock, changed }: EditTools,
  record: OutboxRecord,
  state: OutboxRecord['entry']['state'],
  found: OutboxRecord['entry']['problem'] = null,
): Promise<void> {
  await cache.outbox.set({ id: record.entry.id, state, now: clock.now(), problem: found })
  changed()
}
