import { t } from '../../src-shared/messages/message'
import type { Job } from '../../src-shared/bridge/jobs'

const number = (count: number) => count.toLocaleString('en-US')

/** What a person who was not looking is told when a job has ended, or waits for them; null: nothing. */
export function noticeOf({ state, problem, total, done, failed }: Job): string | null {
  if (state === 'finished') {
    const most = t('jobs.words.numberOfNumber2Done', {
      number: number(done - failed),
      number2: number(total),
    })
    return failed === 0 ? `${most}.` : `${most}, ${number(failed)} failed.`
  }
  if (state === 'cancelled' || !problem) return null
  return `${problem.title}. ${problem.action}`
}
