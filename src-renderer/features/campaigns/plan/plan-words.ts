import { t } from '../../../../src-shared/messages/message'
import type { PlanSlice } from '../../../../src-shared/bridge/plans'
import { formatNumber, formatShare, formatSpan, missing } from '../../../format'

/** How long a slice takes to leave; what is under a minute is not told in seconds. */
export function spanWords(seconds: number): string {
  return seconds < 60 ? t('plans.table.underAMinute') : formatSpan(1000 * seconds)
}

/** How a slice stands in its table. */
export const sliceStates = {
  count: ({ funnel }: PlanSlice) => (funnel ? formatNumber(funnel.bounced) : missing),
  share: ({ funnel }: PlanSlice) => (funnel ? formatShare(funnel.bounced, funnel.sent) : missing),
  tone: ({ measures }: PlanSlice) => {
    const state = measures.find(({ key }) => key === 'bounced')?.state
    return state === 'stops' ? 'text-danger' : state === 'warns' ? 'text-warning' : ''
  },
  tag({ state, judgement }: PlanSlice): {
    word: string
    tone: '' | 'success' | 'warning' | 'danger' | 'info'
  } {
    if (state === 'left')
      return judgement === 'stops'
        ? { word: t('plans.state.overALimit'), tone: 'danger' }
        : { word: t('plans.state.left'), tone: 'success' }
    if (state === 'missed') return { word: t('plans.state.missed'), tone: 'warning' }
    if (state === 'unknown') return { word: t('plans.state.mayHaveLeft'), tone: 'warning' }
    if (state === 'calledOff') return { word: t('plans.state.calledOff'), tone: '' }
    return state === 'ready'
      ? { word: t('plans.state.ready'), tone: 'info' }
      : { word: t('words.waits'), tone: '' }
  },
}
