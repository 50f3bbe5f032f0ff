import { type ServiceDatabase, statements } from '../store/statements'
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
  plans(): Promise<Plans>
  slice: Slice
}

/**
 * Returns what takes up events where the bookmark stands, a few milliseconds at a time, each with all that follows from
 * it, in the order in which they were recorded. It tells whether there are more.
 */
export function feedReader(
  db: ServiceDatabase,
  { feed, executions, runner, plans, slice }: FeedNeeds,
): () => Promise<boolean> {
  async function take(event: FedEvent, { starts, waits }: Listeners): Promise<void> {
    const depth = await feed.depthOf(event)
    if (depth >= depthMax) return
    // First those that wait: the event that starts an execution is not one that it waits for.
    for (const row of waits.length === 0 ? [] : await executions.waiting(event.contact, waits, event)) {
      const plan = (await plans()).byWorkflow.get(row.workflow)
      if (plan && event.seq > plan.workflow.enabledAfter) await runner.wake(plan, row, event, depth)
    }
    for (const plan of starts)
      if (event.seq > plan.workflow.triggeredAfter) await runner.start(plan, event, depth)
  }

  return statements(db).whole(async (): Promise<boolean> => {
    const { byEvent } = await plans()
    const newest = await feed.newest()
    const from = await feed.takeBookmark()
    if (from === null || from >= newest) return false
    let end = byEvent.size === 0 ? newest : Math.min(from + window, newest)
    const isOver = slice()
    const events = await feed.between(from, end, [...byEvent.keys()], batch)
    for (const [place, event] of events.entries()) {
      const listeners = byEvent.get(event.name)
      if (listeners) await take(event, listeners)
      if (!isOver() && place < batch - 1) continue
      end = event.seq
      break
    }
    await feed.moveTo(end)
    return end < newest
  })
}
