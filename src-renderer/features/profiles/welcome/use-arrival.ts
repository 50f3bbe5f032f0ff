import { until } from '@vueuse/core'
import { useRouter } from 'vue-router'
import { useLiveStore } from '../../../stores/live'

/** Goes to Overview once the core has said that the new profile is the current one. */
export function useArrival(): { arrive: (id: string) => Promise<void> } {
  const live = useLiveStore()
  const router = useRouter()
  return {
    async arrive(id) {
      await until(() => live.current?.id).toBe(id)
      await router.push({ name: 'overview' })
    },
  }
}
