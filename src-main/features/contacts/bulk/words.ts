import { t } from '../../../../src-shared/messages/message'
import type { BulkAction } from '../../../../src-shared/bridge/bulk'

/** The title of the job of a change: "Unsubscribe 1,204 contacts". */
export function bulkTitle(action: BulkAction, count: number): string {
  switch (action.kind) {
    case 'subscribe':
      return t('contacts.words.subscribePeople', { count })
    case 'unsubscribe':
      return t('contacts.words.unsubscribePeople', { count })
    case 'delete':
      return t('contacts.words.deletePeople', { count })
    case 'set':
      return t('contacts.words.setKeyOfPeople', { key: action.key, count })
    case 'remove':
      return t('contacts.words.removeKeyFromPeople', { key: action.key, count })
    case 'list':
      return action.how === 'add'
        ? t('contacts.words.addToKeyOf', { key: action.key, count })
        : t('contacts.words.takeFromKeyOf', { key: action.key, count })
    case 'addTo':
      return t('contacts.words.addPeopleToName', { count, name: action.segment.name })
  }
}
