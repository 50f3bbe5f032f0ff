import { computed } from 'vue'
import type { ContactField, ContactQuery, SavedView } from '../../../src-shared/bridge/contacts'
import { useBridge } from '../../bridge'
import { ownFields, parseField } from '../../lists/grid/field-words'
import type { GridSource } from '../../lists/grid/list-field'
import { useColumns } from '../../lists/grid/use-columns'
import { useViews } from '../../lists/grid/use-views'
import { useLiveStore } from '../../stores/live'
import type { ContactQueryState } from './use-contact-query'
import { useFieldsStore } from './use-fields'
import { defaultColumns } from './usual-columns'
import { contactFacets } from './contact-facets'

/** What the grid's parts ask of the contacts: their fields and counts, their columns and views. */
export function useContactGrid(state: ContactQueryState) {
  const { contacts } = useBridge()
  const live = useLiveStore()
  const known = useFieldsStore()

  const source = computed<GridSource>(() => ({
    own: ownFields,
    known: known.fields,
    count: (asked, options) => contactFacets(contacts, state.query.value, asked, options),
    revision: () => live.copyKey,
  }))
  const columns = useColumns<ContactField>({
    key: () => live.current?.id ?? null,
    known: () => known.fields,
    parse: parseField,
    usual: defaultColumns,
    grows: () => 'email',
  })
  const views = useViews<ContactQuery, ContactField>(
    {
      key: () => live.current?.id,
      list: () => contacts.views(),
      save: (view) => contacts.saveView(view),
      remove: (id) => contacts.removeView({ id }),
    },
    () => ({ query: state.query.value, columns: columns.fields.value }),
    (view: SavedView | null) => {
      state.show(view?.query ?? null)
      if (view) columns.showFields(view.columns)
    },
  )
  return { source, columns, views }
}
