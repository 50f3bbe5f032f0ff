import type { RecordQuery, RecordSelection } from '../../../src-shared/bridge/records'
import type { Picked } from '../../lists/list/selection'

/** What an export writes, or an import is made of: the selection, or everything that is shown. */
export function recordSelection(
  rows: 'selected' | 'shown',
  picked: Picked,
  query: RecordQuery,
): RecordSelection {
  if (rows === 'shown') return { kind: 'query', query }
  if (picked.kind === 'ids') return { kind: 'ids', ids: [...picked.ids] }
  return { kind: 'frozen', selectionId: picked.selectionId, except: [...picked.except] }
}
