import { shallowRef, watch } from 'vue'
import type { RecordDetail } from '../../../src-shared/bridge/records'
import type { Problem } from '../../../src-shared/problem'
import { problemOf, useBridge } from '../../bridge'

/** One record as the copy has it; it is read again when the copy changes. */
export function useRecord(which: () => { connectionId: string; id: string; revision: number }) {
  const bridge = useBridge()
  const record = shallowRef<RecordDetail | null>(null)
  /** Why it cannot be shown. */
  const missing = shallowRef<Problem | null>(null)

  async function read(): Promise<void> {
    const { connectionId, id } = which()
    const isAsked = () => which().id === id && which().connectionId === connectionId
    try {
      const found = await bridge.records.get({ connectionId, id })
      if (!isAsked()) return
      record.value = found
      missing.value = null
    } catch (error) {
      if (!isAsked()) return
      record.value = null
      missing.value = problemOf(error)
    }
  }
  watch(
    () => Object.values(which()).join('\n'),
    () => {
      void read()
    },
    { immediate: true },
  )
  return { record, missing, read }
}
