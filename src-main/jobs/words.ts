import { t } from '../../src-shared/messages/message'
import type { Job } from '../../src-shared/bridge/jobs'

/** What a person who was not looking is told when a job has ended, or waits for them; null: nothing. */
export function noticeOf({ state, problem, total, done, failed }: Job): string | null {
  if (state === 'finished') {
    return failed === 0
      ? t('jobs.words.doneOfTotalDone', { done, total })
      : t('jobs.words.doneOfTotalFailed', { done: done - failed, total, failed })
  }
  if (state === 'cancelled' || !problem) return null
  return `${problem.title}. ${problem.action}`
}
