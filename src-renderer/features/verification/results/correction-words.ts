import { t } from '../../../../src-shared/messages/message'
import type { CorrectionPreview, CorrectionResult } from '../../../../src-shared/bridge/corrections'
import { formatLeft, formatNumber } from '../../../format'
import type { FactLine } from '../before-words'

/** How many contacts a correction touches: what the person types, and what the core is told was seen. */
export function touched({ willChange, alreadyThere }: CorrectionPreview): number {
  return willChange + alreadyThere
}

/** What taking the suggestions would do, a line each: they add up to the suggestions. */
export function correctionFacts(preview: CorrectionPreview): FactLine[] {
  return [
    { label: t('verification.correctionWords.suggestions'), value: formatNumber(preview.suggestions) },
    {
      label: t('verification.correctionWords.contactsThatGetAnother'),
      value: formatNumber(preview.willChange),
      strong: true,
    },
    {
      label: t('verification.correctionWords.haveAContactAlready'),
      value: formatNumber(preview.alreadyThere),
    },
    {
      label: t('verification.correctionWords.noContactsNothingTo'),
      value: formatNumber(preview.notContacts),
    },
  ]
}

/** How it is done where the service does not let an address be changed; said before it happens. */
export const correctionMeans = t('verification.correctionWords.whereTheServiceLets')

/** What it costs, and whether it can be taken back. */
export function correctionCost({ requests, seconds }: CorrectionPreview): string {
  const time = seconds > 0 ? ` ${formatLeft(seconds)}.` : ''
  return t('verification.correctionWords.atMostRequestsTime', { requests, time })
}

/** What came of it, a line each; lines of nothing are left out. */
export function correctionOutcome(result: CorrectionResult): FactLine[] {
  const lines = [
    { label: t('verification.correctionWords.addressChanged'), count: result.changed, strong: true },
    { label: t('verification.correctionWords.newContactOldOne'), count: result.replaced },
    { label: t('verification.correctionWords.wereThereAlreadyOld'), count: result.merged },
    { label: t('verification.correctionWords.leftAsTheyWere'), count: result.skipped },
    { label: t('words.failed'), count: result.failed },
    { label: t('words.takenBack'), count: result.reversed },
    { label: t('words.keptChangedSince'), count: result.kept },
    { label: t('verification.correctionWords.couldNotBeTaken'), count: result.unreversed },
  ]
  return lines
    .filter(({ count, strong }) => strong || count > 0)
    .map(({ label, count, strong }) => ({ label, value: formatNumber(count), ...(strong ? { strong } : {}) }))
}
