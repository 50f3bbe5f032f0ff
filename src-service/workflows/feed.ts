import type { ServiceDatabase } from '../store/statements'
import type { Executions } from '../store/executions'
import type { FedEvent, WorkflowFeed } from '../store/workflow-feed'
import type { Listeners, Plans } from './plans'
import type { Runner } from './run'
import type { Slice } from './slice'

/** How many events, of whatever name, one slice goes past at most. */
const window = 5000
/** How many that somebody listens for one slice reads at most. */
const batch = 200

/**
 * How many executions may cause each other, one after the other, by what they change and send: what the last of them
 * causes starts and wakes nothing. It ends workflows that set each other off for ever.
 */
const depthMax = 10

/** What reading events needs. */
interface FeedNeeds {
  feed: WorkflowFeed
  executions: Executions
  runner: Runner
  plans(): Plans
  slice: Slice
}

/**
 * Returns what takes up events where the bookmark stands, a few milliseconds at a time, each with all that follows from
 * it, in the order in which they were recorded. It tells whether there are more.
 */
export function feedReader(
  db: ServiceDatabase,
  { feed, executions, runner, plans, slice }: FeedNeeds,
): () => boolean {
  function take(event: FedEvent, { starts, waits }: Listeners): void {
    const depth = feed.depthOf(event)
    if (depth >= depthMax) return
    // First those that wait: the event that starts an execution is not one that it waits for.
    for (const row of waits.length === 0 ? [] : executions.waiting(event.contact, waits, event)) {
      const plan = plans().byWorkflow.get(row.workflow)
      if (plan && event.seq > plan.workflow.enabledAfter) runner.wake(plan, row, event, depth)
    }
    for (const plan of starts) if (event.seq > plan.workflow.triggeredAfter) runner.start(plan, event, depth)
  }

  const read = db.transaction((): boolean => {
    const { byEvent } = plans()
    const newest = feed.newest()
    const from = feed.bookmark()
    if (from >= newest) return false
    let end = byEvent.size === 0 ? newest : Math.min(from + window, newest)
    const isOver = slice()
    const events = feed.between(from, end, [...byEvent.keys()], batch)
    for (const [place, event] of events.entries()) {
      const listeners = byEvent.get(event.name)
      if (listeners) take(event, listeners)
      if (!isOver() && place < batch - 1) continue
      end = event.seq
      break
    }
    feed.moveTo(end)
    return end < newest
  })
  return () => read.immediate()
}
