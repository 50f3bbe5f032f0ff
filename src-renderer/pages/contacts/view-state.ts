import type { ContactField, ContactQuery, SavedView } from '../../../src-shared/bridge/contacts'

/** What a saved view keeps of the screen. */
export interface ViewState {
  query: ContactQuery
  columns: ContactField[]
}

/** Whether the screen shows something else than a view keeps. */
export function differs(view: SavedView, now: ViewState): boolean {
  const of = ({ query, columns }: ViewState) =>
    JSON.stringify([
      query.search,
      query.filters,
      query.sort.field,
      query.sort.direction,
      query.of?.importId,
      columns,
    ])
  return of(view) !== of(now)
}

/** Why a name cannot be given to a view; null where it can. `id`: the view that is renamed. */
export function nameFault(name: string, views: readonly SavedView[], id?: string): string | null {
  const wanted = name.trim().toLowerCase()
  if (wanted === '') return 'Give the view a name.'
  const taken = views.some((view) => view.id !== id && view.name.trim().toLowerCase() === wanted)
  return taken ? 'Another view has this name.' : null
}
