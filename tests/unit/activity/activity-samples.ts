import { tell } from '../../../src-shared/messages/told'
import type { ActivityHead } from '../../../src-shared/bridge/activity'

/** Saturday, 21 November 2026, 14:02. */
export const at = new Date(2026, 10, 21, 14, 2).getTime()
/** An entry that stands for itself: a contact was changed. */
export const head = (more: Partial<ActivityHead> = {}): ActivityHead => ({
  id: 1,
  at,
  kind: 'write',
  cause: 'person',
  title: 'Change anna@example.com',
  told: tell('told.updateContact', { email: 'anna@example.com' }),
  outcome: 'done',
  method: 'PATCH',
  path: '/contacts/c1',
  status: 200,
  requestId: null,
  durationMs: 84,
  since: null,
  parts: 0,
  failedParts: 0,
  runningParts: 0,
  requests: 1,
  brought: null,
  work: null,
  ...more,
})
