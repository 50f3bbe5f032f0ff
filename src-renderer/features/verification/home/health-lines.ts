import { t } from '../../../../src-shared/messages/message'
import type { ListHealth, VerdictClass } from '../../../../src-shared/bridge/verdicts'
import { checkedOf, verdictClasses, verdictTitles } from '../../../kit/verdict/verdict-words'
import { formatChange, formatNumber, formatPercent, formatShare, missing } from '../../../format'

/** Contacts that are counted together: of a class, with a verdict that ended, or with none. */
export type HealthKey = VerdictClass | 'expired' | 'never'

/** A line of the table of list health, in words; `key` null: all of them. */
export interface HealthLine {
  key: HealthKey | null
  of: VerdictClass | null
  title: string
  contacts: string
  share: string
  change: string
  age: string
  soon: string
}

const titles: Record<'expired' | 'never', string> = {
  expired: t('words.expired'),
  never: t('verification.healthLines.neverChecked'),
}

const days = (count: number | null): string =>
  count === null ? missing : t('verification.healthLines.countD', { count })

type Counts = Pick<ListHealth, 'byClass' | 'expired' | 'notChecked'>

function countOf(key: HealthKey, { byClass, expired, notChecked }: Counts): number {
  if (key === 'expired') return expired
  return key === 'never' ? notChecked : byClass[key]
}

/** Every line of list health; the columns add up to the last one. */
export function healthLines(health: ListHealth): HealthLine[] {
  const { before, standing, contacts } = health
  const keys: HealthKey[] = [...verdictClasses, 'expired', 'never']
  const lines = keys.map((key): HealthLine => {
    const count = countOf(key, health)
    const known = key === 'never' ? null : standing[key]
    const counts = key !== 'expired' && known !== null
    return {
      key,
      of: key === 'expired' || key === 'never' ? null : key,
      title: key === 'expired' || key === 'never' ? titles[key] : verdictTitles[key],
      contacts: formatNumber(count),
      share: formatShare(count, contacts),
      change: before ? formatChange(count - countOf(key, before)) : missing,
      age: days(known?.medianDays ?? null),
      soon: counts ? formatNumber(known.soon) : missing,
    }
  })
  const all: HealthLine = {
    key: null,
    of: null,
    title: t('words.all'),
    contacts: formatNumber(contacts),
    share: formatPercent(100),
    change: before ? formatChange(contacts - before.contacts) : missing,
    age: days(standing.all.medianDays),
    soon: formatNumber(standing.all.soon),
  }
  return [...lines, all]
}

/** "84 % of 52,418 checked", rounded down: a hundred means everybody. */
export function checkedWords(health: ListHealth): string {
  const share = Math.floor((100 * checkedOf(health)) / Math.max(1, health.contacts))
  return t('verification.healthLines.shareOfContactsChecked', { share, contacts: health.contacts })
}

/** A bar of the ages of verdicts. */
export interface AgeLine {
  label: string
  contacts: number
  /** 0 to 1, of the longest. */
  length: number
  /** It no longer counts, or never did. */
  quiet: boolean
}

/** Contacts by the age of their verdicts, those of whom nothing is known by now last: together, all of them. */
export function ageLines({ ages, expired, notChecked }: ListHealth): AgeLine[] {
  const spans = ages.map(({ from, until, contacts }) => ({
    label:
      from === 0
        ? t('verification.healthLines.underDays', { until })
        : t('verification.healthLines.fromToDays', { from, until }),
    contacts,
    quiet: false,
  }))
  const lines = [
    ...spans,
    { label: titles.expired, contacts: expired, quiet: true },
    { label: titles.never, contacts: notChecked, quiet: true },
  ]
  const longest = Math.max(1, ...lines.map(({ contacts }) => contacts))
  return lines.map((line) => ({ ...line, length: line.contacts / longest }))
}

/** "Unknown expires after 30 days, others after 90". */
export function expiryWords({ known, unknown }: ListHealth['expiry']): string {
  return t('verification.healthLines.unknownExpiresAfterDays', { unknown, known })
}
