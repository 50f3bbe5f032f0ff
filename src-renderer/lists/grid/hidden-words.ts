import { t } from '../../../src-shared/messages/message'

/** What a dialog says of a selection of which the list hides some; null where it hides none. */
export function hiddenWords(hidden: number): string | null {
  if (hidden === 0) return null
  return t('lists.hiddenWords.hiddenOfThemAre', { hidden })
}
