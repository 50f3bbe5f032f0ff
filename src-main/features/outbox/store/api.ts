import type { OutboxEntry, OutboxState } from '../../../../src-shared/bridge/outbox'
import type { Problem } from '../../../../src-shared/problem'

/** A write on its way: the entry as it is shown, with what is sent. Committed with synchronous=FULL. */
export interface OutboxRecord {
  /** What it does is said when it is shown. */
  entry: Omit<OutboxEntry, 'summary'>
  method: 'PATCH' | 'DELETE' | 'POST'
  path: string
  body: unknown
  /** Why somebody is subscribed again; null of any other write. */
  reason: string | null
  idempotencyKey: string | null
  /** For an edit of a contact: the fields as they were when it was queued, to find a conflict. */
  before: Record<string, unknown> | null
}

export interface OutboxStore {
  add(input: Omit<OutboxRecord, 'entry'> & { entry: Omit<OutboxRecord['entry'], 'id'> }): OutboxRecord
  get(id: number): OutboxRecord | null
  /** `queued`, `in_flight`, `unknown`, `conflict` and `refused`, the oldest first. */
  open(): OutboxRecord[]
  set(input: {
    id: number
    state: OutboxState
    now: number
    problem?: Problem | null
    conflict?: OutboxEntry['conflict']
    before?: Record<string, unknown> | null
    attempted?: boolean
  }): OutboxRecord
}
