import type { ContactQuery, ContactSelection } from '../../../src-shared/bridge/contacts'
import type { Picked } from '../../lists/list/selection'

/** A list's selection as the bridge takes it. */
export function contactSelection(picked: Picked): ContactSelection {
  if (picked.kind === 'ids') return { kind: 'ids', ids: [...picked.ids] }
  return { kind: 'frozen', selectionId: picked.selectionId, except: [...picked.except] }
}

/** What an export writes: the selection, or everything that is shown. */
export function exportSelection(
  scope: 'selected' | 'shown',
  picked: Picked,
  query: ContactQuery,
): ContactSelection {
  return scope === 'selected' ? contactSelection(picked) : { kind: 'query', query }
}
