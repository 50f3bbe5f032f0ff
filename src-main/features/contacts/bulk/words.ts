import { t } from '../../../../src-shared/messages/message'
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
      return t('contacts.words.setKeyOfPeople', { key: action.key, people })
    case 'remove':
      return t('contacts.words.removeKeyFromPeople', { key: action.key, people })
    case 'list':
      return `${action.how === 'add' ? t('contacts.words.addTo') : t('contacts.words.takeFrom')} ${action.key} of ${people}`
    case 'addTo':
      return t('contacts.words.addPeopleToName', { people, name: action.segment.name })
  }
}
