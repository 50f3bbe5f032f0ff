import { t } from '../../../src-shared/messages/message'
import { formatMoment, formatNumber } from '../../format'

/** What stands beside the title: how many match of how many, and offline how old they are. */
export function countWords(input: {
  /** What the last answer said; null before the first. */
  answered: { count: number; total: number; filtered: boolean } | null
  offlineSince: number | null
  now: number
}): string {
  const { answered, offlineSince, now } = input
  if (answered === null) return ''
  const { count, total, filtered } = answered
  if (filtered) return t('counts.ofTotal', { count, total })
  const all = formatNumber(total)
  return offlineSince === null
    ? all
    : t('lists.countWords.allAsOfMoment', { all, moment: formatMoment(offlineSince, now) })
}
