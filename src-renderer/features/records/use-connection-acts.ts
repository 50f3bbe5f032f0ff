import type { RecordConnection } from '../../../src-shared/bridge/records'
import { useBridge } from '../../bridge'
import { useNoticesStore } from '../../stores/notices'

/** The commands of a connection's reading. A failure is said where the person looks; the core's state shows the rest. */
export function useConnectionActs(connection: () => RecordConnection) {
  const notices = useNoticesStore()
  const { records } = useBridge()
  const attempt = (call: (of: { id: string }) => Promise<unknown>) =>
    notices.attempt(() => call({ id: connection().id }))

  return {
    read: () => attempt((of) => records.start(of)),
    pause: () => attempt((of) => records.pause(of)),
    resume: () => attempt((of) => records.resume(of)),
    cancel: () => attempt((of) => records.cancel(of)),
    answer: (runId: number, remove: boolean) => attempt((of) => records.answer({ ...of, runId, remove })),
  }
}
