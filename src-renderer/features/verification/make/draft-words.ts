import { t } from '../../../../src-shared/messages/message'
import type { BatchDetail } from '../../../../src-shared/bridge/verification'
import { formatLeft, formatNumber } from '../../../format'
import { workWords } from '../batch-words'
import type { SourceKind } from './source-form'

/** A line of what a batch would ask about. */
export interface DraftLine {
  label: string
  value: string
}

const givenWords: Record<SourceKind, string> = {
  lately: t('words.contacts'),
  segment: t('words.members'),
  view: t('words.contacts'),
  pasted: t('words.lines'),
  file: t('words.rows'),
}

const less = (count: number): string => (count === 0 ? '0' : `−${formatNumber(count)}`)

/** From all that was given down to the calls: the lines add up. */
export function draftLines(batch: BatchDetail, kind: SourceKind): DraftLine[] {
  const { given, blank, duplicates, addresses, settledLocally, waiting } = batch
  const known = addresses - waiting - settledLocally
  return [
    { label: givenWords[kind], value: formatNumber(given) },
    ...(blank > 0 ? [{ label: t('verification.beforeWords.withoutAnAddress'), value: less(blank) }] : []),
    { label: t('verification.draftWords.theSameAddressTwice'), value: less(duplicates) },
    { label: t('verification.draftWords.verdictStillCounts'), value: less(known) },
    { label: t('words.toldHereWithoutAsking'), value: less(settledLocally) },
  ]
}

/** The calls that a draft would make; null while they are counted. */
export const callsOf = ({ work, waiting }: Pick<BatchDetail, 'work' | 'waiting'>): number | null =>
  work === null ? waiting : null

function shareWords({ share, ceiling }: Pick<BatchDetail, 'share' | 'ceiling'>): string {
  if (share * 2 === ceiling) return t('verification.draftWords.atHalfTheBudget')
  return t('verification.draftWords.atRoundOfThe', {
    round: Math.round((100 * share) / Math.max(1, ceiling)),
  })
}

/** The cost line: what is said first, and what after it. */
export function costLine(batch: BatchDetail): { strong: string; rest: string } {
  const calls = callsOf(batch)
  if (calls === null) {
    const { work, given } = batch
    if (work?.what === 'collecting' && work.total !== null)
      return {
        strong: t('verification.draftWords.countingDoneOfTotal', { done: work.done, total: work.total }),
        rest: '',
      }
    return {
      strong: work ? workWords(work) : t('verification.draftWords.countingGiven', { given }),
      rest: '',
    }
  }
  if (batch.addresses === 0)
    return {
      strong: t('verification.batchResults.noAddresses'),
      rest: t('verification.batchResults.nothingThatWasGiven'),
    }
  if (calls === 0)
    return {
      strong: t('verification.draftWords.allAddressesAreKnown', { addresses: batch.addresses }),
      rest: '',
    }
  const free = batch.addresses - calls
  const left = formatLeft(batch.estimate?.seconds ?? 0)
  return {
    strong: `${t('counts.calls', { count: calls })}, ${left.charAt(0).toLowerCase()}${left.slice(1)}`,
    rest: t('verification.draftWords.sharewordsFreeOfAddresses', {
      shareWords: shareWords(batch),
      free,
      addresses: batch.addresses,
    }),
  }
}
