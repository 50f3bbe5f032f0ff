import { computed, shallowRef } from 'vue'
import type { FacetValue } from '../filter/value-form'
import type { ListField, ListFilter } from './list-field'

interface Filters {
  filters: { readonly value: readonly ListFilter[] }
  fill(filters: readonly ListFilter[]): void
}

interface Editing {
  /** Its place among the filters. */
  at: number
  /** null: what it is about is being chosen. */
  field: ListField | null
  /** Whether it asks something, and so is among the filters. */
  asks: boolean
  before: readonly ListFilter[]
}

/** One filter of a list being made or changed, at once in the list; what was before can be put back. */
export function useFilterEdit({ filters, fill }: Filters) {
  const editing = shallowRef<Editing | null>(null)

  /** The filters with what is being changed in its place; null: taken out. */
  function put({ at, asks }: Editing, filter: ListFilter | null): void {
    const { value } = filters
    const put = filter ? [filter] : []
    fill([...value.slice(0, at), ...put, ...value.slice(asks ? at + 1 : at)])
  }

  return {
    editing,
    rest: computed(() => {
      const now = editing.value
      return filters.value.filter((_, at) => now === null || !now.asks || at !== now.at)
    }),
    filter: computed(() => (editing.value?.asks ? (filters.value[editing.value.at] ?? null) : null)),
    add(): void {
      editing.value = { at: filters.value.length, field: null, asks: false, before: filters.value }
    },
    edit(at: number): void {
      const field = filters.value[at]?.field
      if (field !== undefined) editing.value = { at, field, asks: true, before: filters.value }
    },
    pick(field: ListField, value?: FacetValue): void {
      const now = editing.value
      if (!now) return
      editing.value = { ...now, field }
      if (value !== undefined) this.change({ field, operator: 'anyOf', values: [value] })
    },
    /** Another field is chosen: of one that asks nothing yet. */
    back(): void {
      if (editing.value && !editing.value.asks) editing.value = { ...editing.value, field: null }
    },
    change(filter: ListFilter | null): void {
      const now = editing.value
      if (!now || (filter === null && !now.asks)) return
      put(now, filter)
      editing.value = { ...now, asks: filter !== null }
    },
    close(): void {
      editing.value = null
    },
    cancel(): void {
      const now = editing.value
      if (now && now.before !== filters.value) fill(now.before)
      editing.value = null
    },
  }
}
