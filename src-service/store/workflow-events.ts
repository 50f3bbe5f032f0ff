import type { ServiceDatabase } from './database'
import { statements } from './statements'

/** Reads the workflows that begin at an event, or have a step that waits for it, oldest first. */
export function workflowsOfEvent(db: ServiceDatabase) {
  return statements(db).rows<[{ event: string }], { seq: number; name: string }>(
    `SELECT w.seq, w.name FROM workflow AS w
     WHERE w.removed = 0 AND (w.event_name = @event OR EXISTS (
       SELECT 1 FROM workflow_step AS s
       WHERE s.workflow = w.seq AND s.removed = 0 AND json_extract(s.config, '$.eventName') = @event
     )) ORDER BY w.seq`,
  )
}
