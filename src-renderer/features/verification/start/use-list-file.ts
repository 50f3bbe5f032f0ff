import { onScopeDispose, shallowRef } from 'vue'
import type { Reading } from '../../../../src-shared/bridge/imports'
import type { ListFile } from '../../../../src-shared/bridge/list-files'
import type { Problem } from '../../../../src-shared/problem'
import { problemOf, useBridge } from '../../../bridge'

/** A list file that is open: how it is read, and letting it go once nobody needs it. */
export function useListFile() {
  const bridge = useBridge()
  const file = shallowRef<ListFile | null>(null)
  const problem = shallowRef<Problem | null>(null)
  const busy = shallowRef(false)
  /** Somebody else reads it from here on: it is not let go. */
  let handedOn = false

  async function letGo(): Promise<void> {
    const held = file.value
    file.value = null
    if (!held || handedOn) return
    try {
      await bridge.listFiles.letGo({ fileId: held.fileId })
    } catch {
      // It goes by itself at the latest when the program ends; there is nothing a person could do about it.
    }
  }
  onScopeDispose(() => void letGo())

  return {
    file,
    problem,
    busy,
    take(opened: ListFile): void {
      void letGo()
      handedOn = false
      problem.value = null
      file.value = opened
    },
    /** Reads it in another way. */
    async read(reading: Reading): Promise<void> {
      const held = file.value
      if (!held) return
      busy.value = true
      problem.value = null
      try {
        file.value = await bridge.listFiles.read({ fileId: held.fileId, reading })
      } catch (error) {
        problem.value = problemOf(error)
      } finally {
        busy.value = false
      }
    },
    handOn: () => (handedOn = true),
    letGo,
  }
}

/** What {@link useListFile} answers. */
export type OpenListFile = ReturnType<typeof useListFile>
