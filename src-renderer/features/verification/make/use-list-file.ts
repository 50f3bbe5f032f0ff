import { onScopeDispose, shallowRef } from 'vue'
import type { Reading } from '../../../../src-shared/bridge/import-file'
import type { ListFile } from '../../../../src-shared/bridge/list-files'
import { useBridge } from '../../../bridge'
import { useSaving } from '../../../kit/save/saving'

/** A list file that is open: how it is read, and letting it go once nobody needs it. */
export function useListFile() {
  const bridge = useBridge()
  const file = shallowRef<ListFile | null>(null)
  const { busy, problem, ask } = useSaving()

  async function letGo(): Promise<void> {
    const held = file.value
    file.value = null
    if (!held) return
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
      problem.value = null
      file.value = opened
    },
    async read(reading: Reading): Promise<void> {
      const held = file.value
      if (!held) return
      const read = await ask(() => bridge.listFiles.read({ fileId: held.fileId, reading }))
      if (read) file.value = read
    },
    letGo,
  }
}
