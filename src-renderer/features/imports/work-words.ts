import type { Import } from '../../../src-shared/bridge/imports'
import { formatBytes, formatNumber } from '../../format'

const words: Record<
  Exclude<NonNullable<Import['work']>['what'], 'reading'>,
  [verb: string, things: string]
> = {
  checking: ['Checking', 'rows'],
  changing: ['Changing', 'rows'],
  refreshing: ['Refreshing the copy', 'contacts'],
}

/** "Reading, 412 MB of 2 GB", "Checking, 3,000 of 14,760 rows", "Refreshing the copy, 12 of 40 contacts". */
export function workWords({ what, done, total }: NonNullable<Import['work']>): string {
  if (what === 'reading')
    return total > 0 ? `Reading, ${formatBytes(done)} of ${formatBytes(total)}` : 'Reading'
  const [verb, things] = words[what]
  return total > 0 ? `${verb}, ${formatNumber(done)} of ${formatNumber(total)} ${things}` : verb
}
