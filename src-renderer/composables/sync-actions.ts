import type { Resource, RunMode } from '../../src-shared/bridge/sync'
import { useBridge } from '../bridge'
import { useLiveStore } from '../stores/live'
import { useNoticesStore } from '../stores/notices'

/** The runs' commands. A failure is said where the person looks; the core's own state shows the rest. */
export function useSyncActions() {
  const bridge = useBridge()
  const live = useLiveStore()
  const notices = useNoticesStore()
  const { attempt } = notices

  return {
    /** Starts a run of everything; offline, asks the service first whether it answers. */
    syncNow: (mode: RunMode = 'quick') =>
      attempt(async () => {
        if (live.offline) {
          const connection = await bridge.sync.reconnect()
          if (!connection.online) {
            if (connection.problem) notices.fail(connection.problem)
            return
          }
        }
        await bridge.sync.start({ mode })
      }),
    pause: (resource: Resource) => attempt(() => bridge.sync.pause({ resource })),
    resume: (resource: Resource) => attempt(() => bridge.sync.resume({ resource })),
    cancel: (resource: Resource) => attempt(() => bridge.sync.cancel({ resource })),
    answer: (runId: number, remove: boolean) => attempt(() => bridge.sync.answer({ runId, remove })),
  }
}
