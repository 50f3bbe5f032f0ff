import type { RouteLocationRaw } from 'vue-router'
import type { ListHealth, VerdictClass } from '../../../src-shared/bridge/verdicts'
import { verdictClasses, verdictTitles } from '../../kit/verdict/verdict-words'
import { formatCount, formatNumber, formatShare } from '../../format'
import { contactsVerdictLink, newBatchLink, verificationLink } from '../../links'

type Counts = Pick<ListHealth, 'byClass' | 'expired' | 'notChecked'>

/** A line of the table: a class, those whose verdict no longer counts, or those without one (`of` null). */
interface HealthLine {
  key: VerdictClass | 'expired' | 'notChecked'
  of: VerdictClass | null
  title: string
  contacts: number
  /** "88.4 %"; an en dash where it is no share of those checked. */
  share: string
  /** Against four weeks before; null where nothing is known of then. */
  change: number | null
}

/** How many contacts have a verdict that counts. */
const checkedOf = ({ byClass }: Pick<Counts, 'byClass'>): number =>
  verdictClasses.reduce((sum, name) => sum + byClass[name], 0)

/** "84 % of 52,418 checked". */
export const checkedWords = (health: ListHealth): string =>
  `${formatShare(checkedOf(health), health.contacts)} of ${formatNumber(health.contacts)} checked`

const fourWeeksMs = 28 * 24 * 3_600_000

/** The numbers of the bar. Expired ones have a line where there are any. */
export function healthLines(health: ListHealth): HealthLine[] {
  const now = health.trend.at(-1)?.at ?? 0
  const before = [...health.trend].reverse().find(({ at }) => at <= now - fourWeeksMs)
  const checked = checkedOf(health)
  const line = (
    key: HealthLine['key'],
    title: string,
    share: string,
    count: (counts: Counts) => number,
  ): HealthLine => ({
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
    ...(health.expired > 0 ? [line('expired', 'Expired', '–', ({ expired }) => expired)] : []),
    line('notChecked', 'Not checked', '–', ({ notChecked }) => notChecked),
  ]
}

/** What would help, with the screen on which it is done. */
interface HealthStep {
  code: ListHealth['next'][number]['code']
  title: string
  note: string
  action: string
  to: RouteLocationRaw
}

/** A step in words. */
export function healthStep(
  { code, contacts }: ListHealth['next'][number],
  { contacts: all, expiry }: Pick<ListHealth, 'contacts' | 'expiry'>,
): HealthStep {
  const count = formatNumber(contacts)
  switch (code) {
    case 'checkRest':
      return {
        code,
        title: `Check the ${count} not checked`,
        note: `Nothing is known of ${formatShare(contacts, all)} of all contacts`,
        action: 'Check',
        to: newBatchLink('notChecked'),
      }
    case 'checkExpired':
      return {
        code,
        title: `Check ${count} again`,
        note: 'Their last check is too long ago to count',
        action: 'Check',
        to: newBatchLink('notChecked'),
      }
    case 'unsubscribeUndeliverable':
      return {
        code,
        title: `Unsubscribe ${count} undeliverable`,
        note: `They would bounce: ${formatShare(contacts, all)} of all contacts`,
        action: 'Review',
        to: contactsVerdictLink('undeliverable', expiry.known, true),
      }
    case 'correctTypos':
      return {
        code,
        title: `Correct ${formatCount(contacts, 'likely typo')}`,
        note: 'A batch shows what was probably meant, and applies it',
        action: 'Open batches',
        to: verificationLink(),
      }
    case 'retryUnknown':
      return {
        code,
        title: `Ask again about ${count} unknown`,
        note: 'Nothing was found out about them the last time',
        action: 'Review',
        to: contactsVerdictLink('unknown', expiry.unknown),
      }
  }
}
