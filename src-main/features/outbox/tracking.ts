import { t } from '../../../src-shared/messages/message'
import { tell } from '../../../src-shared/messages/told'
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
import { type EditTools, noteState, writeOf } from './edits'
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
      why: tell('outbox.tracking.eventsNamedEventCome', { event: request.event }),
      action: tell('outbox.tracking.chooseAnotherName'),
      fields: [{ field: 'event', message: t('outbox.tracking.onlyTheServiceEmits') }],
    })
  }
  if (!tools.access.online) throw offline()
  const record = await tools.cache.outbox.add({
    entry: {
      kind: 'track',
      state: 'in_flight',
      email: request.email,
      contactId: null,
      queuedAt: tools.clock.now(),
      sentAt: null,
      attempts: 1,
      conflict: null,
      problem: null,
    },
    reason: null,
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
  const remembered = Math.abs(tools.clock.now() - record.entry.queuedAt) < limits.idempotencyKeyMs
  const key = remembered ? record.idempotencyKey : null
  if (key === null) {
    await noteState(tools, record, 'revoked')
    await track(tools, trackRequestSchema.parse(record.body))
    return
  }
  await send(tools, await noteState(tools, record, 'in_flight', { attempted: true }))
}

async function send(tools: EditTools, record: OutboxRecord): Promise<TrackOutcome> {
  const { cache, clock, access } = tools
  const body = trackRequestSchema.parse(record.body)
  const key = record.idempotencyKey
  if (key === null) throw new Error('An event without a key')
  const { id: outboxId } = record.entry
  let left = false
  try {
    const { value } = await logged(cache, clock, { ...writeOf(record, 'person'), body }, () =>
      access.client.track(body, key, { priority: 'click', onSent: () => (left = true) }),
    )
    await noteState(tools, record, 'sent')
    await keep(tools, body, value)
    return { outcome: 'sent', eventId: value.event, contactId: value.contact }
  } catch (error) {
    const found = asProblem(error).problem
    if (isProblem(error, 'outcome_unknown') || (left && isAway(error))) {
      await noteState(tools, record, 'unknown', { problem: problem('outcome_unknown').problem })
      return { outcome: 'unknown', outboxId }
    }
    if (error instanceof KeySeen) {
      if (error.wasTaken) {
        await noteState(tools, record, 'sent')
        return { outcome: 'sent', eventId: null, contactId: null }
      }
      // The service has seen this key, so it took the first request; what it made of that it does not tell.
      await noteState(tools, record, 'unknown', { problem: found })
      return { outcome: 'unknown', outboxId }
    }
    // A person sees this failure now: nothing is left to decide about the row.
    await noteState(tools, record, 'revoked', { problem: found })
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
  return problem('offline', { why: tell('outbox.tracking.theServiceCannotBe') }, { cause })
}
