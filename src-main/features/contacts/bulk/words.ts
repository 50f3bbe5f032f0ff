import type { BulkAction } from '../../../../src-shared/bridge/bulk'

/** The title of the job of a change: "Unsubscribe 1,204 contacts". */
export function bulkTitle(action: BulkAction, count: number): string {
  const people = `${count.toLocaleString('en-US')} ${count === 1 ? 'contact' : 'contacts'}`
  switch (action.kind) {
    case 'subscribe':
      return `Subscribe ${people}`
    case 'unsubscribe':
      return `Unsubscribe ${people}`
    case 'delete':
      return `Delete ${people}`
    case 'set':
      return `Set ${action.key} of ${people}`
    case 'remove':
      return `Remove ${action.key} from ${people}`
    case 'list':
      return `${action.how === 'add' ? 'Add to' : 'Take from'} ${action.key} of ${people}`
    case 'addTo':
      return `Add ${people} to ${action.segment.name}`
  }
}
