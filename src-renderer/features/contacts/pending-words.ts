import type { ContactDetail } from '../../../src-shared/bridge/contacts'
import type { OutboxEntry } from '../../../src-shared/bridge/outbox'

/** A change of a contact on its way, as the side panel lists it. */
interface PendingLine {
  outboxId: number
  queuedAt: number
  summary: string
  state: string
  /** It can still be taken back. */
  revocable: boolean
  /** It does not go on until a person decides. */
  asks: boolean
}

const stateWords: Partial<Record<OutboxEntry['state'], string>> = {
  queued: 'Waits for the service',
  in_flight: 'On its way',
  conflict: 'Changed on the service meanwhile',
  unknown: 'No answer came',
  refused: 'Refused',
}

/** The changes of a contact that wait, the oldest first, with what the outbox says of each; those of values stand at these. */
export function pendingLines(contact: ContactDetail, outbox: readonly OutboxEntry[]): PendingLine[] {
  return contact.pending.flatMap(({ outboxId, kind, queuedAt }) => {
    const entry = outbox.find(({ id }) => id === outboxId)
    if (entry?.data) return []
    const state = entry?.state ?? 'queued'
    return {
      outboxId,
      queuedAt,
      summary: entry?.summary ?? (kind === 'delete' ? 'Delete the contact' : 'Change the contact'),
      state: stateWords[state] ?? state,
      revocable: state === 'queued',
      asks: state === 'conflict' || state === 'unknown' || state === 'refused',
    }
  })
}
