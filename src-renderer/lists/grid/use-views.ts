import { computed, shallowRef, watch, type Ref } from 'vue'
import type { Problem } from '../../../src-shared/problem'
import { problemOf } from '../../bridge'
import type { ListField, ListQuery } from './list-field'
import { differs, type ListView, type ViewState } from './view-state'

/** Where the views of a list are kept, and which. */
interface ViewKind<Query extends ListQuery, Field extends ListField> {
  /** Of whom they are; undefined: not yet known. */
  key: () => string | undefined
  list(): Promise<{ views: ListView<Query, Field>[] }>
  save(view: ViewState<Query, Field> & { id?: string; name: string }): Promise<{ id: string }>
  remove(id: string): Promise<unknown>
}

/**
 * The saved views of a list. In one piece: its calls share the views and which one is current.
 * @param now what the screen shows
 * @param show puts a view on the screen; null: everything
 */
export function useViews<Query extends ListQuery, Field extends ListField>(
  kind: ViewKind<Query, Field>,
  now: () => ViewState<Query, Field>,
  show: (view: ListView<Query, Field> | null) => void,
) {
  const views = shallowRef<ListView<Query, Field>[]>([])
  const currentId = shallowRef<string | null>(null)
  const problem = shallowRef<Problem | null>(null)
  const current = computed(() => views.value.find(({ id }) => id === currentId.value) ?? null)

  async function read(): Promise<void> {
    try {
      views.value = (await kind.list()).views
      problem.value = null
    } catch (error) {
      problem.value = problemOf(error)
    }
  }
  watch(
    kind.key,
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
  async function save(view: ViewState<Query, Field> & { id?: string; name: string }): Promise<void> {
    const saved = await kind.save(view)
    await read()
    currentId.value = saved.id
  }

  return {
    views,
    current,
    problem,
    select,
    /** Shows a view that a link names, as soon as it is known; nothing where it is gone. */
    async open(id: string): Promise<void> {
      if (!views.value.some((view) => view.id === id)) await read()
      if (views.value.some((view) => view.id === id)) select(id)
    },
    changed: computed(() => current.value !== null && differs(current.value, now())),
    saveAs: (name: string) => save({ ...now(), name: name.trim() }),
    rename: async (id: string, name: string) => {
      const view = views.value.find((one) => one.id === id)
      if (view) await save({ ...view, name: name.trim() })
    },
    async overwrite(): Promise<void> {
      const view = current.value
      if (!view) return
      try {
        await save({ ...now(), id: view.id, name: view.name })
      } catch (error) {
        problem.value = problemOf(error)
      }
    },
    async remove(id: string): Promise<void> {
      await kind.remove(id)
      if (currentId.value === id) currentId.value = null
      await read()
    },
  }
}

/** What the menu of views asks of {@link useViews}. */
export interface ViewsState {
  views: Readonly<Ref<readonly { id: string; name: string }[]>>
  current: Readonly<Ref<{ id: string; name: string } | null>>
  problem: Readonly<Ref<Problem | null>>
  changed: Readonly<Ref<boolean>>
  select(id: string | null): void
  saveAs(name: string): Promise<void>
  rename(id: string, name: string): Promise<void>
  overwrite(): Promise<void>
  remove(id: string): Promise<void>
}
