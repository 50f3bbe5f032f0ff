import { defineStore } from 'pinia'
import { onBeforeUnmount, shallowRef, watchEffect } from 'vue'

interface PageAction {
  id: string
  /** The whole of it, with whom it concerns: "Unsubscribe 3 selected contacts". */
  label: string
  run: () => void
}

/** What the screen that is shown offers to the palette, beside what can be done from anywhere. */
export const usePageActionsStore = defineStore('page-actions', () => {
  const offered = shallowRef<readonly PageAction[]>([])
  return { offered }
})

/** Offers actions for as long as the component that calls this is there. */
export function offerToPalette(actions: () => readonly PageAction[]): void {
  const store = usePageActionsStore()
  let mine: readonly PageAction[] = []
  watchEffect(() => {
    mine = actions()
    store.offered = mine
  })
  onBeforeUnmount(() => {
    // The next screen may have offered its own by now.
    if (store.offered === mine) store.offered = []
  })
}
