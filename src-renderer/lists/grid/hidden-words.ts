import { formatNumber } from '../../format'

/** What a dialog says of a selection of which the list hides some; null where it hides none. */
export function hiddenWords(hidden: number): string | null {
  if (hidden === 0) return null
  return `${formatNumber(hidden)} of them ${hidden === 1 ? 'is' : 'are'} not in the list you see.`
}
