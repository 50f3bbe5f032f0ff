import { onBeforeUnmount } from 'vue'
import { useRouter, type RouteLocationNormalized, type RouteLocationRaw } from 'vue-router'

/** Leads on to what a call answers with: call what is returned before asking. Whoever left meanwhile stays where they are. */
export function useOnward(): () => (to: RouteLocationRaw) => Promise<void> {
  const router = useRouter()
  let gone = false
  // A page that is still being loaded counts: its navigation would be called off by ours.
  let goingTo = pageOf(router.currentRoute.value)
  const stop = router.beforeEach((to) => {
    goingTo = pageOf(to)
  })
  onBeforeUnmount(() => {
    gone = true
    stop()
  })
  return () => {
    const asked = goingTo
    return async (to) => {
      if (!gone && goingTo === asked) await router.push(to)
    }
  }
}

/** A page with its tabs, whose addresses differ, is one; the same page of another thing is another. */
export function pageOf({ matched, params }: Pick<RouteLocationNormalized, 'matched' | 'params'>): string {
  const page = matched[1] ?? matched[0]
  return `${page?.path ?? ''} ${String(params.id ?? '')}`
}
