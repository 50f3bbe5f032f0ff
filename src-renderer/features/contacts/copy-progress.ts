import { t } from '../../../src-shared/messages/message'
import type { Run, SyncState } from '../../../src-shared/bridge/sync'
import { formatLeft, formatNumber, inSentence } from '../../format'

/** The first copy of the contacts while it is under way: what the head of the screen says. */
export interface FirstCopy {
  state: Run['state']
  /** 0 to 1; null while the service has not said how many there are. */
  share: number | null
  /** "31,400 of about 52,400". */
  count: string
  /** "First copy, about 3 min left". */
  words: string
}

function leftWords(run: Run): string {
  if (run.state === 'paused') return t('words.firstCopyPaused')
  if (run.state === 'queued') return t('contacts.copyProgress.firstCopyWaitingIts')
  if (run.secondsLeft === null) return t('contacts.copyProgress.firstCopyWorkingOut')
  return t('contacts.copyProgress.firstCopyLowercaseLeft', {
    lowerCase: inSentence(formatLeft(run.secondsLeft)),
  })
}

/** Answers null when a copy was once completed, or none is being made. */
export function firstCopy(sync: SyncState | null): FirstCopy | null {
  const contacts = sync?.resources.find(({ resource }) => resource === 'contacts')
  const run = contacts?.run
  if (!contacts || !run || contacts.fullAsOf !== null || run.mode !== 'full') return null
  const copied = formatNumber(contacts.rows)
  return {
    state: run.state,
    share: run.expected ? Math.min(1, run.received / run.expected) : null,
    count: run.expected
      ? t('contacts.copyProgress.copiedOfAboutExpected', { copied, expected: run.expected })
      : copied,
    words: leftWords(run),
  }
}
