import type { BatchDetail } from '../../../../src-shared/bridge/verification'
import { formatCount, formatLeft, formatNumber } from '../../../format'
import { workWords } from '../batch-words'
import type { SourceKind } from './source-form'

/** A line of what a batch would ask about. */
export interface DraftLine {
  label: string
  value: string
}

const givenWords: Record<SourceKind, string> = {
  lately: 'Contacts',
  segment: 'Members',
  view: 'Contacts',
  pasted: 'Lines',
  file: 'Rows',
}

const less = (count: number): string => (count === 0 ? '0' : `−${formatNumber(count)}`)

/** From all that was given down to the calls: the lines add up. */
export function draftLines(batch: BatchDetail, kind: SourceKind): DraftLine[] {
  const { given, blank, duplicates, addresses, settledLocally, waiting } = batch
  const known = addresses - waiting - settledLocally
  return [
    { label: givenWords[kind], value: formatNumber(given) },
    ...(blank > 0 ? [{ label: 'Without an address', value: less(blank) }] : []),
    { label: 'The same address twice', value: less(duplicates) },
    { label: 'Verdict still counts', value: less(known) },
    { label: 'Settled here, without a call', value: less(settledLocally) },
  ]
}

/** The calls that a draft would make; null while they are counted. */
export const callsOf = ({ work, waiting }: Pick<BatchDetail, 'work' | 'waiting'>): number | null =>
  work === null ? waiting : null

/** What share of the budget checks may take, in words. */
function shareWords({ share, ceiling }: Pick<BatchDetail, 'share' | 'ceiling'>): string {
  if (share * 2 === ceiling) return 'at half the budget'
  return `at ${formatNumber(Math.round((100 * share) / Math.max(1, ceiling)))} % of the budget`
}

/** The cost line: what is said first, and what after it. */
export function costLine(batch: BatchDetail): { strong: string; rest: string } {
  const calls = callsOf(batch)
  if (calls === null) {
    const { work, given } = batch
    if (work?.what === 'collecting' && work.total !== null)
      return { strong: `Counting, ${formatNumber(work.done)} of ${formatNumber(work.total)}`, rest: '' }
    return { strong: work ? workWords(work) : `Counting, ${formatNumber(given)}`, rest: '' }
  }
  if (batch.addresses === 0) return { strong: 'No addresses', rest: 'Nothing that was given is an address.' }
  if (calls === 0) return { strong: `All ${formatNumber(batch.addresses)} are known`, rest: '' }
  const free = batch.addresses - calls
  const left = formatLeft(batch.estimate?.seconds ?? 0).toLowerCase()
  return {
    strong: `${formatCount(calls, 'call')}, ${left}`,
    rest: `${shareWords(batch)}. ${formatNumber(free)} of ${formatCount(batch.addresses, 'address', 'addresses')} cost nothing.`,
  }
}
