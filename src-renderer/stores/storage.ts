import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { Storage } from '../../src-shared/bridge/settings'
import { useBridge } from '../bridge'

/** The current profile's copy on disk, as it was when last asked. */
export const useStorageStore = defineStore('storage', () => {
  const bridge = useBridge()
  const storage = shallowRef<Storage | null>(null)

  /** Asks again. Rejects where there is no copy to speak of: no profile, or one that cannot be opened. */
  async function refresh(): Promise<void> {
    try {
      storage.value = await bridge.storage.get()
    } catch (error) {
      storage.value = null
      throw error
    }
  }

  return { storage, refresh }
})
