import { t } from '../../../src-shared/messages/message'
import type { BatchDetail } from '../../../src-shared/bridge/verification'
import { formatLeft, formatNumber } from '../../format'

/** A line of a list of facts. */
export interface FactLine {
  label: string
  value: string
  strong?: boolean
}

/** What was given, line by line, down to the different addresses: the lines add up. */
export function givenLines({ given, blank, duplicates, addresses }: BatchDetail): FactLine[] {
  return [
    { label: t('verification.beforeWords.given'), value: formatNumber(given) },
    { label: t('verification.beforeWords.withoutAnAddress'), value: formatNumber(blank) },
    { label: t('verification.beforeWords.mentionedAgain'), value: formatNumber(duplicates) },
    { label: t('words.differentAddresses'), value: formatNumber(addresses), strong: true },
  ]
}

/** What a run would cost: known, told here, to ask; the lines add up to the different addresses. */
export function costLines({ addresses, estimate }: Pick<BatchDetail, 'addresses' | 'estimate'>): FactLine[] {
  const cost = estimate ?? { known: addresses, local: 0, calls: 0, seconds: 0 }
  return [
    { label: t('words.knownAndFresh'), value: formatNumber(cost.known) },
    { label: t('words.toldHereWithoutAsking'), value: formatNumber(cost.local) },
    { label: t('words.callsNeeded'), value: formatNumber(cost.calls), strong: true },
    {
      label: t('words.timeAtTheRateLimit'),
      value: cost.calls === 0 ? 'none' : formatLeft(cost.seconds),
    },
  ]
}
