import type { ServiceDatabase } from './database'

/** The workflows that begin at an event, or have a step that waits for it, oldest first. */
export type WorkflowsOfEvent = (name: string) => { seq: number; name: string }[]

/** Reads the workflows of a database by the events they listen for. */
export function workflowsOfEvent(db: ServiceDatabase): WorkflowsOfEvent {
  const found = db.prepare<{ name: string }, { seq: number; name: string }>(
    `SELECT w.seq, w.name FROM workflow AS w
     WHERE w.removed = 0 AND (w.event_name = @name OR EXISTS (
       SELECT 1 FROM workflow_step AS s
       WHERE s.workflow = w.seq AND s.removed = 0 AND json_extract(s.config, '$.eventName') = @name
     )) ORDER BY w.seq`,
  )
  return (name) => found.all({ name })
}
