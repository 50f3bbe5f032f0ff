import type { Resource, Run, RunMode } from '../../src-shared/bridge/sync'
import { problemOf, useBridge } from '../bridge'
import { formatNumber } from '../format'
import { useLiveStore } from '../stores/live'
import { useNoticesStore } from '../stores/notices'

/** A resource as a person calls it. */
export const resourceWords: Record<Resource, string> = {
  contacts: 'Contacts',
  events: 'Events',
  eventNames: 'Event names',
}

/** How far a run is, 0 to 1; null where the service does not say how long the list is. */
export function runShare(run: Run): number | null {
  if (run.expected === null || run.expected === 0) return null
  return Math.min(1, run.received / run.expected)
}

/** What a run has done, in words: "31,400 of about 52,400". */
export function runCounts(run: Run): string {
  if (run.expected === null) return `${formatNumber(run.received)} read`
  return `${formatNumber(run.received)} of about ${formatNumber(run.expected)}`
}

/** What a run came to, in words: "18 changed, 3 gone"; "no change". */
export function runResult(run: Run): string {
  const parts = [
    run.added > 0 ? `${formatNumber(run.added)} new` : '',
    run.changed > 0 ? `${formatNumber(run.changed)} changed` : '',
    run.removed > 0 ? `${formatNumber(run.removed)} gone` : '',
  ].filter((part) => part !== '')
  return parts.length === 0 ? 'no change' : parts.join(', ')
}

/** The runs' commands. A failure is said where the person looks; the core's own state shows the rest. */
export function useSyncActions() {
  const live = useLiveStore()
  const notices = useNoticesStore()

  async function attempt(call: () => Promise<unknown>): Promise<void> {
    try {
      await call()
    } catch (error) {
      notices.fail(problemOf(error))
    }
  }

  return {
    /** Starts a run of everything; offline, asks the service first whether it answers. */
    syncNow: (mode: RunMode = 'quick') =>
      attempt(async () => {
        if (live.offline) {
          const connection = await useBridge().sync.reconnect()
          if (!connection.online) {
            if (connection.problem) notices.fail(connection.problem)
            return
          }
        }
        await useBridge().sync.start({ mode })
      }),
    pause: (resource: Resource) => attempt(() => useBridge().sync.pause({ resource })),
    resume: (resource: Resource) => attempt(() => useBridge().sync.resume({ resource })),
    cancel: (resource: Resource) => attempt(() => useBridge().sync.cancel({ resource })),
    answer: (runId: number, remove: boolean) => attempt(() => useBridge().sync.answer({ runId, remove })),
  }
}
