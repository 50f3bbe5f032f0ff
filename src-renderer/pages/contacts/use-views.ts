import { computed, shallowRef, watch } from 'vue'
import type { SavedView } from '../../../src-shared/bridge/contacts'
import type { Problem } from '../../../src-shared/problem'
import { problemOf, useBridge } from '../../bridge'
import { useLiveStore } from '../../stores/live'
import { differs, type ViewState } from './view-state'

/**
 * The saved views of the current profile.
 * @param now what the screen shows
 * @param show puts a view on the screen; null: all contacts
 */
export function useViews(now: () => ViewState, show: (view: SavedView | null) => void) {
  const bridge = useBridge()
  const live = useLiveStore()
  const views = shallowRef<SavedView[]>([])
  const currentId = shallowRef<string | null>(null)
  const problem = shallowRef<Problem | null>(null)
  const current = computed(() => views.value.find(({ id }) => id === currentId.value) ?? null)

  async function read(): Promise<void> {
    try {
      views.value = (await bridge.contacts.views()).views
      problem.value = null
    } catch (error) {
      problem.value = problemOf(error)
    }
  }
  watch(
    () => live.current?.id,
    (id, before) => {
      if (id === undefined) return
      if (before !== undefined) select(null)
      void read()
    },
    { immediate: true },
  )

  function select(id: string | null): void {
    currentId.value = id
    show(current.value)
  }

  /** Saves a view and makes it the current one. Rejects where the core refuses. */
  async function save(view: ViewState & { id?: string; name: string }): Promise<void> {
    const saved = await bridge.contacts.saveView(view)
    await read()
    currentId.value = saved.id
  }

  return {
    views,
    current,
    problem,
    select,
    changed: computed(() => current.value !== null && differs(current.value, now())),
    saveAs: (name: string) => save({ ...now(), name: name.trim() }),
    rename: (view: SavedView, name: string) => save({ ...view, name: name.trim() }),
    async overwrite(): Promise<void> {
      const view = current.value
      if (!view) return
      try {
        await save({ ...now(), id: view.id, name: view.name })
      } catch (error) {
        problem.value = problemOf(error)
      }
    },
    /** Deletes a view; the screen keeps what it shows. */
    async remove(view: SavedView): Promise<void> {
      await bridge.contacts.removeView({ id: view.id })
      if (currentId.value === view.id) currentId.value = null
      await read()
    },
  }
}

/** What {@link useViews} answers. */
export type ViewsState = ReturnType<typeof useViews>
