import { t } from '../../../src-shared/messages/message'
import type { Import } from '../../../src-shared/bridge/imports'
import { formatBytes } from '../../format'

const words: Record<Exclude<NonNullable<Import['work']>['what'], 'reading'>, string> = {
  checking: t('words.checking'),
  changing: t('imports.workWords.changing'),
  refreshing: t('imports.importWords.refreshingTheCopy'),
}

/** "Reading, 412 MB of 2 GB", "Checking, 3,000 of 14,760 rows", "Refreshing the copy, 12 of 40 contacts". */
export function workWords({ what, done, total }: NonNullable<Import['work']>): string {
  if (what === 'reading')
    return total > 0
      ? t('imports.workWords.readingBytesOfBytes2', { bytes: formatBytes(done), bytes2: formatBytes(total) })
      : t('words.reading')
  return total > 0 ? t('imports.workWords.whatDoneOfTotal', { what, done, total }) : words[what]
}
