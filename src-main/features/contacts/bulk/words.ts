import { tell, type ToldSentence } from '../../../../src-shared/messages/told'
import type { BulkAction } from '../../../../src-shared/bridge/bulk'

/** The title of the job of a change: "Unsubscribe 1,204 contacts". */
export function bulkTitle(action: BulkAction, count: number): ToldSentence {
  switch (action.kind) {
    case 'subscribe':
      return tell('told.subscribePeople', { count })
    case 'unsubscribe':
      return tell('told.unsubscribePeople', { count })
    case 'delete':
      return tell('told.deletePeople', { count })
    case 'set':
      return tell('told.setField', { key: action.key, count })
    case 'remove':
      return tell('told.removeField', { key: action.key, count })
    case 'list':
      return action.how === 'add'
        ? tell('told.addToField', { key: action.key, count })
        : tell('told.takeFromField', { key: action.key, count })
    case 'addTo':
      return tell('told.addPeopleToSegment', { count, name: action.segment.name })
  }
}
