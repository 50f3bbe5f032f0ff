import type { PastVerdict } from '../../../src-shared/bridge/verdicts'

/** Who said what a verdict says; a time follows. */
export function checkedBy({ source, vendor }: Pick<PastVerdict, 'source' | 'vendor'>): string {
  if (source === 'bought') return vendor === null ? 'Checked elsewhere' : `Checked by ${vendor}`
  return source === 'local' ? 'Told by the address alone' : 'Checked by the service'
}
