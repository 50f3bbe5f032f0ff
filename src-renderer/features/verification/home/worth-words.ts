import { t } from '../../../../src-shared/messages/message'
import type { RouteLocationRaw } from 'vue-router'
import type { ContactStanding, WorthDoing } from '../../../../src-shared/bridge/verdicts'
import { formatNumber, formatShare } from '../../../format'
import { contactsVerdictLink, newBatchLink } from '../../../links'

/** What is worth doing, with where it is done: a screen, or the contacts of a standing. */
export interface WorthLine {
  code: WorthDoing['code']
  title: string
  note: string
  verb: string
  to: RouteLocationRaw | null
  people: ContactStanding | null
}

const most = 5

/** How much a step weighs: the contacts that it is about; those that would bounce count double. */
const weightOf = ({ code, contacts }: WorthDoing): number =>
  code === 'unsubscribeUndeliverable' ? contacts * 2 : contacts

/** "4,012 calls, 9 min at your budget": minutes are rounded up. */
export function costWords({ calls, sampled }: Pick<WorthDoing, 'calls' | 'sampled'>, share: number): string {
  const count = calls ?? 0
  if (count === 0) return t('verification.worthWords.noCallsAllOf')
  const minutes = Math.max(1, Math.ceil(count / Math.max(1, share)))
  return t('verification.worthWords.issampledSelectTrueAbout', {
    isSampled: Boolean(sampled),
    count,
    minutes,
  })
}

/** "gmial.com and 40 other domains". */
function domainWords({ first, others }: NonNullable<WorthDoing['domains']>): string {
  return others === 0 ? first : t('verification.worthWords.firstAndOtherDomains', { first, others })
}

/** The steps in words, the heaviest first, five at most. `all`: how many contacts there are. */
export function worthLines(
  steps: readonly WorthDoing[],
  { share, all }: { share: number; all: number },
): WorthLine[] {
  return [...steps]
    .filter(({ contacts }) => contacts > 0)
    .sort((one, other) => weightOf(other) - weightOf(one))
    .slice(0, most)
    .map((step) => lineOf(step, share, all))
}

function lineOf(step: WorthDoing, share: number, all: number): WorthLine {
  const { code, contacts, domains } = step
  const count = formatNumber(contacts)
  const cost = costWords(step, share)
  switch (code) {
    case 'checkRest':
      return line(
        code,
        t('verification.worthWords.checkTheCountNever', { count }),
        cost,
        t('words.check'),
        newBatchLink('never'),
      )
    case 'checkExpired':
      return line(
        code,
        t('verification.worthWords.checkTheCountExpired', { count }),
        cost,
        t('words.check'),
        newBatchLink('expired'),
      )
    case 'retryUnknown':
      return line(
        code,
        t('verification.worthWords.retryCountUnknown', { count }),
        cost,
        t('verification.batchRowWords.retry'),
        newBatchLink('unknown'),
      )
    case 'unsubscribeUndeliverable': {
      const note = t('verification.worthWords.theyWouldBounceShare', { share: formatShare(contacts, all) })
      const to = contactsVerdictLink('undeliverable', true)
      return line(code, t('words.unsubscribeCountUndeliverable', { count }), note, t('words.review'), to)
    }
    case 'correctTypos': {
      const title = t('words.correctContacts', { contacts })
      const note = domains ? domainWords(domains) : ''
      return { ...line(code, title, note, t('words.review'), null), people: 'suggested' }
    }
  }
}

const line = (
  code: WorthLine['code'],
  title: string,
  note: string,
  verb: string,
  to: RouteLocationRaw | null,
): WorthLine => ({ code, title, note, verb, to, people: null })

/** What stands where nothing is to be done. */
export function nothingWords(nextExpiry: number | null, now: number): string {
  if (nextExpiry === null) return t('verification.worthWords.nothingToDo')
  const days = Math.max(1, Math.ceil((nextExpiry - now) / 86_400_000))
  return t('verification.worthWords.nothingToDoNext', { days })
}
