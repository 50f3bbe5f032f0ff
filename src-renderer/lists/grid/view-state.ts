import { t } from '../../../src-shared/messages/message'
import type { ListField, ListQuery } from './list-field'

/** What a saved view keeps of the screen. */
export interface ViewState<Query extends ListQuery = ListQuery, Field extends ListField = ListField> {
  query: Query
  columns: Field[]
}

/** What a view is called, and whose it is. */
export interface NamedView {
  id: string
  name: string
  /** Who shares it; none: it is one's own. */
  by?: string | null
  /** Whether others have it. */
  shared?: boolean
}

/** A saved view of any list. */
export interface ListView<Query extends ListQuery = ListQuery, Field extends ListField = ListField>
  extends ViewState<Query, Field>, NamedView {}

/** Whether the screen shows something else than a view keeps. */
export function differs(view: ViewState, now: ViewState): boolean {
  const of = ({ query: { search, filters, sort, ...more }, columns }: ViewState) =>
    JSON.stringify([search, filters, sort.field, sort.direction, more, columns])
  return of(view) !== of(now)
}

/** Why a name cannot be given to a view; null where it can. `id`: the view that is renamed. */
export function nameFault(name: string, views: readonly NamedView[], id?: string): string | null {
  const wanted = name.trim().toLowerCase()
  if (wanted === '') return t('lists.viewState.giveTheViewA')
  const taken = views.some((view) => view.id !== id && !view.by && view.name.trim().toLowerCase() === wanted)
  return taken ? t('lists.viewState.anotherViewHasThis') : null
}
