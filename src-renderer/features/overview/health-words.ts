import { t } from '../../../src-shared/messages/message'
import type { RouteLocationRaw } from 'vue-router'
import type { ListHealth, VerdictClass } from '../../../src-shared/bridge/verdicts'
import { verdictClasses, verdictTitles } from '../../kit/verdict/verdict-words'
import { formatNumber, formatPercent, formatShare } from '../../format'
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
  /** Against 30 days before; null where nothing is known of then. */
  change: number | null
}

/** How many contacts have a verdict that counts. */
const checkedOf = ({ byClass }: Pick<Counts, 'byClass'>): number =>
  verdictClasses.reduce((sum, name) => sum + byClass[name], 0)

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
export function healthLines(health: ListHealth): HealthLine[] {
  const { before } = health
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
    ...(health.expired > 0 ? [line('expired', t('words.expired'), '–', ({ expired }) => expired)] : []),
    line('notChecked', t('words.notChecked'), '–', ({ notChecked }) => notChecked),
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

interface CheckPlan {
  ceiling: number
  share: number
}

/** What checking costs: a call an address at most, at the pace of background work. */
export function checkCost(addresses: number, { ceiling, share }: CheckPlan): string {
  const minutes = Math.max(1, Math.ceil(addresses / Math.max(1, ceiling * share)))
  const takes = t('overview.healthWords.aboutMinutesMinAt', { minutes, round: Math.round(share * 100) })
  return t('overview.healthWords.callsAtMostTakes', { addresses, takes })
}

/** A step in words. */
export function healthStep(
  { code, contacts }: ListHealth['next'][number],
  { contacts: all, expiry }: Pick<ListHealth, 'contacts' | 'expiry'>,
  plan: CheckPlan,
): HealthStep {
  const count = formatNumber(contacts)
  switch (code) {
    case 'checkRest':
      return {
        code,
        title: t('overview.healthWords.checkTheCountNot', { count }),
        note: checkCost(contacts, plan),
        action: t('words.check'),
        to: newBatchLink('notChecked'),
      }
    case 'checkExpired':
      return {
        code,
        title: t('overview.healthWords.checkCountAgain', { count }),
        note: checkCost(contacts, plan),
        action: t('words.check'),
        to: newBatchLink('notChecked'),
      }
    case 'unsubscribeUndeliverable':
      return {
        code,
        title: t('words.unsubscribeCountUndeliverable', { count }),
        note: t('overview.healthWords.theyWouldBounceShare', { share: formatShare(contacts, all) }),
        action: t('words.review'),
        to: contactsVerdictLink('undeliverable', expiry.known, true),
      }
    case 'correctTypos':
      return {
        code,
        title: t('words.correctContacts', { contacts }),
        note: t('overview.healthWords.aBatchShowsWhat'),
        action: t('words.review'),
        to: verificationLink(),
      }
    case 'retryUnknown':
      return {
        code,
        title: t('overview.healthWords.askAgainAboutCount', { count }),
        note: t('overview.healthWords.nothingWasFoundOut'),
        action: t('words.review'),
        to: contactsVerdictLink('unknown', expiry.unknown),
      }
  }
}
