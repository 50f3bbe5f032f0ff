import { nextTick, onBeforeUnmount, onMounted, provide, type Ref } from 'vue'
import { isNavigationFailure, NavigationFailureType, useRouter } from 'vue-router'
import { pageOf } from '../composables/onward'
import { arrivalKey } from '../kit/page/screen-keys'
import { isTyping } from '../kit/shortcuts'

/**
 * Whoever comes to a screen finds the focus where it begins, however they came: on its list where it is one, else on its
 * heading, so that the next key means something. Nobody is taken from a field, a dialog, or where they went meanwhile.
 */
export function useArrival(content: Ref<HTMLElement | null>): void {
  const router = useRouter()
  /** What the screen begins with, as soon as that is there. */
  let offered: (() => void) | null = null
  /** Where the focus was left, then where coming put it: it may be taken from there. */
  let place: Element | null = null
  let turn = 0
  let drawn = false

  function isFree(): boolean {
    const at = document.activeElement
    if (document.querySelector('[aria-modal="true"]') || isTyping(at)) return false
    return at === null || at === document.body || at === content.value || at === place
  }

  function put(): void {
    if (!isFree()) return
    offered?.()
    if (!isFree()) return
    place = content.value?.querySelector<HTMLElement>('h1[tabindex]') ?? content.value
    if (place instanceof HTMLElement) place.focus({ preventScroll: true })
  }

  async function arrive(): Promise<void> {
    const mine = ++turn
    const left = document.activeElement
    // What had the focus on a page that stays, as between two things of a kind, keeps it.
    place = content.value?.contains(left) ? null : left
    drawn = false
    await nextTick()
    if (mine !== turn) return
    drawn = true
    put()
  }

  provide(arrivalKey, (land) => {
    offered = land
    if (drawn && isFree()) land()
    return () => {
      if (offered === land) offered = null
    }
  })

  onMounted(arrive)
  const stop = router.afterEach((to, from, failure) => {
    const again = isNavigationFailure(failure, NavigationFailureType.duplicated)
    if (failure ? again : pageOf(to) !== pageOf(from)) void arrive()
  })
  onBeforeUnmount(stop)
}
