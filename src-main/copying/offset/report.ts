import { t } from '../../../src-shared/messages/message'
import type { RecordRun } from '../../../src-shared/bridge/records'

/** How a run came to its end. */
export interface RunEnd {
  /** Whether what was not seen could be taken for gone. */
  complete: boolean
  /** Records that the service counts beyond those that were seen. */
  missing: number
}

/** The report of a run in sentences: what drifted, what was done about it, and what it cannot know. */
export function reportOf({ drift }: Pick<RecordRun, 'drift'>, { complete, missing }: RunEnd): string[] {
  const { reread, gaps, repeated, passes } = drift
  const said: string[] = []
  if (reread > 0) said.push(t('copying.report.theListGotShorter', { reread }))
  if (repeated > 0) said.push(t('copying.report.severalCameAgainBecause', { repeated }))
  if (gaps > 0) said.push(t('copying.report.atSeveralTheList', { gaps }))
  if (passes > 1) said.push(t('copying.report.theWholeListWas'))
  if (missing > 0) said.push(t('copying.report.theServiceCountsSeveral', { missing }))
  if (!complete) said.push(t('copying.report.whatItDidNot'))
  return said
}
