import type { CorrectionPreview, CorrectionResult } from '../../../../src-shared/bridge/corrections'
import { formatCount, formatLeft, formatNumber } from '../../../format'
import type { FactLine } from '../before-words'

/** How many contacts a correction touches: what the person types, and what the core is told was seen. */
export function touched({ willChange, alreadyThere }: CorrectionPreview): number {
  return willChange + alreadyThere
}

/** What taking the suggestions would do, a line each: they add up to the suggestions. */
export function correctionFacts(preview: CorrectionPreview): FactLine[] {
  return [
    { label: 'Suggestions', value: formatNumber(preview.suggestions) },
    { label: 'Contacts that get another address', value: formatNumber(preview.willChange), strong: true },
    {
      label: 'Have a contact already, the old one is unsubscribed',
      value: formatNumber(preview.alreadyThere),
    },
    { label: 'No contacts, nothing to change', value: formatNumber(preview.notContacts) },
  ]
}

/** How it is done where the service does not let an address be changed; said before it happens. */
export const correctionMeans =
  'Where the service lets an address be changed, the contact keeps its id and its history. Where it does not, a new contact with the same data is made, and the old one is unsubscribed. Nobody who unsubscribed is subscribed by it.'

/** What it costs, and whether it can be taken back. */
export function correctionCost({ requests, seconds }: CorrectionPreview): string {
  const time = seconds > 0 ? ` ${formatLeft(seconds)}.` : ''
  return `At most ${formatCount(requests, 'request')}.${time} It can be undone for whoever has not changed since.`
}

/** What came of it, a line each; lines of nothing are left out. */
export function correctionOutcome(result: CorrectionResult): FactLine[] {
  const lines = [
    { label: 'Address changed', count: result.changed, strong: true },
    { label: 'New contact, old one unsubscribed', count: result.replaced },
    { label: 'Were there already, old one unsubscribed', count: result.merged },
    { label: 'Left as they were', count: result.skipped },
    { label: 'Failed', count: result.failed },
    { label: 'Taken back', count: result.reversed },
    { label: 'Kept, changed since', count: result.kept },
    { label: 'Could not be taken back', count: result.unreversed },
  ]
  return lines
    .filter(({ count, strong }) => strong || count > 0)
    .map(({ label, count, strong }) => ({ label, value: formatNumber(count), ...(strong ? { strong } : {}) }))
}
