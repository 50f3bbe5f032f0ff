import { computed, shallowRef, watch, type Ref } from 'vue'
import type { Problem } from '../../../src-shared/problem'
import { problemOf } from '../../bridge'
import type { ListField, ListQuery } from './list-field'
import { differs, type ListView, type NamedView, type ViewState } from './view-state'

/** Where the views of a list are kept, and which. */
interface ViewKind<Query extends ListQuery, Field extends ListField> {
  /** Of whom they are; undefined: not yet known. */
  key: () => string | undefined
  list(): Promise<{ views: ListView<Query, Field>[] }>
  save(view: ViewState<Query, Field> & { id?: string; name: string }): Promise<{ id: string }>
  remove(id: string): Promise<unknown>
  /** Shares a view with others, or no more; undefined: nobody is there to share with. */
  share?: Readonly<Ref<((id: string, shared: boolean) => Promise<unknown>) | undefined>>
  /** What the views depend on besides. */
  changes?: () => unknown
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

  watch(
    () => kind.changes?.(),
    () => void read(),
  )

  function select(id: string | null): void {
    currentId.value = id
    show(current.value)
  }

  /** Does what may be refused; why it was is shown. */
  async function attempt(act: () => Promise<unknown>): Promise<void> {
    try {
      await act()
    } catch (error) {
      problem.value = problemOf(error)
    }
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
      if (view) await attempt(() => save({ ...now(), id: view.id, name: view.name }))
    },
    sharable: computed(() => kind.share?.value !== undefined),
    share: (id: string, shared: boolean) =>
      attempt(async () => {
        await kind.share?.value?.(id, shared)
        await read()
      }),
    async remove(id: string): Promise<void> {
      await kind.remove(id)
      if (currentId.value === id) currentId.value = null
      await read()
    },
  }
}

/** What the menu of views asks of {@link useViews}. */
export interface ViewsState {
  views: Readonly<Ref<readonly NamedView[]>>
  current: Readonly<Ref<NamedView | null>>
  problem: Readonly<Ref<Problem | null>>
  changed: Readonly<Ref<boolean>>
  select(id: string | null): void
  saveAs(name: string): Promise<void>
  rename(id: string, name: string): Promise<void>
  overwrite(): Promise<void>
  remove(id: string): Promise<void>
  /** Whether there is somebody to share views with. */
  sharable: Readonly<Ref<boolean>>
  share(id: string, shared: boolean): Promise<void>
}
