import { t } from '../../../src-shared/messages/message'
import type { PastVerdict } from '../../../src-shared/bridge/verdicts'

/** Who said what a verdict says; a time follows. */
export function checkedBy({ source, vendor }: Pick<PastVerdict, 'source' | 'vendor'>): string {
  if (source === 'bought')
    return vendor === null
      ? t('contacts.verdictSources.checkedElsewhere')
      : t('contacts.verdictSources.checkedByVendor', { vendor })
  return source === 'local'
    ? t('contacts.verdictSources.toldByTheAddress')
    : t('contacts.verdictSources.checkedByTheService')
}
