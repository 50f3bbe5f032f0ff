import { t } from '../../../../src-shared/messages/message'
import type { PlanSlice } from '../../../../src-shared/bridge/plans'
import { formatSpan } from '../../../format'

/** How long a slice takes to leave; what is under a minute is not told in seconds. */
export function spanWords(seconds: number): string {
  return seconds < 60 ? t('plans.table.underAMinute') : formatSpan(1000 * seconds)
}

/** How a slice stands, as its tag says it. */
export function sliceTag(
  { state, judgement }: Pick<PlanSlice, 'state' | 'judgement'>,
  held: boolean,
): { word: string; tone: '' | 'success' | 'warning' | 'danger' | 'info' } {
  if (held) return { word: t('words.held'), tone: 'danger' }
  switch (state) {
    case 'left':
      return judgement === 'stops'
        ? { word: t('plans.state.overALimit'), tone: 'danger' }
        : { word: t('plans.state.left'), tone: 'success' }
    case 'missed':
      return { word: t('plans.state.missed'), tone: 'warning' }
    case 'unknown':
      return { word: t('plans.state.mayHaveLeft'), tone: 'warning' }
    case 'calledOff':
      return { word: t('plans.state.calledOff'), tone: '' }
    case 'ready':
      return { word: t('plans.state.ready'), tone: 'info' }
    case 'waits':
      return { word: t('words.waits'), tone: '' }
  }
}
