import { t } from '../../../src-shared/messages/message'
import type { ListHealth, VerdictClass } from '../../../src-shared/bridge/verdicts'
import { checkedOf, verdictClasses, verdictTitles } from '../../kit/verdict/verdict-words'
import { formatPercent, formatShare } from '../../format'

type VerdictCounts = Pick<ListHealth, 'byClass' | 'expired' | 'notChecked'>

/** A line of the table: a class, those whose verdict no longer counts, or those without one (`of` null). */
interface ListHealthLine {
  key: VerdictClass | 'expired' | 'notChecked'
  of: VerdictClass | null
  title: string
  contacts: number
  /** "88.4 %"; an en dash where it is no share of those checked. */
  share: string
  /** Against 30 days before; null where nothing is known of then. */
  change: number | null
}

/** A share in whole percent: "84 %", and never all of it before it is all. */
const wholeShare = (part: number, whole: number): string =>
  formatPercent(part < whole ? Math.min(99, Math.round((100 * part) / whole)) : 100)

/** "84 % of 52,418 checked". */
export const checkedWords = (health: ListHealth): string =>
  t('overview.healthWords.wholeshareOfContactsChecked', {
    wholeShare: wholeShare(checkedOf(health), health.contacts),
    contacts: health.contacts,
  })

/** The numbers of the bar. Expired ones have a line where there are any. */
export function healthLines(health: ListHealth): ListHealthLine[] {
  const { before } = health
  const checked = checkedOf(health)
  const line = (
    key: ListHealthLine['key'],
    title: string,
    share: string,
    count: (counts: VerdictCounts) => number,
  ): ListHealthLine => ({
    key,
    of: key === 'expired' || key === 'notChecked' ? null : key,
    title,
    contacts: count(health),
    share,
    change: before ? count(health) - count(before) : null,
  })
  return [
    ...verdictClasses.map((name) =>
      line(
        name,
        verdictTitles[name],
        formatShare(health.byClass[name], checked),
        ({ byClass }) => byClass[name],
      ),
    ),
    ...(health.expired > 0 ? [line('expired', t('words.expired'), '–', ({ expired }) => expired)] : []),
    line('notChecked', t('words.notChecked'), '–', ({ notChecked }) => notChecked),
  ]
}
