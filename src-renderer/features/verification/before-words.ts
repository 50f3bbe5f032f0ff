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
    { label: 'Given', value: formatNumber(given) },
    { label: 'Without an address', value: formatNumber(blank) },
    { label: 'Mentioned again', value: formatNumber(duplicates) },
    { label: 'Different addresses', value: formatNumber(addresses), strong: true },
  ]
}

/** What a run would cost: known, told here, to ask; the lines add up to the different addresses. */
export function costLines({ addresses, estimate }: Pick<BatchDetail, 'addresses' | 'estimate'>): FactLine[] {
  const cost = estimate ?? { known: addresses, local: 0, calls: 0, seconds: 0 }
  return [
    { label: 'Known and fresh', value: formatNumber(cost.known) },
    { label: 'Told here, without asking', value: formatNumber(cost.local) },
    { label: 'Calls needed', value: formatNumber(cost.calls), strong: true },
    { label: 'Time at the rate limit', value: cost.calls === 0 ? 'none' : formatLeft(cost.seconds) },
  ]
}
