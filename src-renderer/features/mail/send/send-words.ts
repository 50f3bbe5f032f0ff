import type { SentMail } from '../../../../src-shared/bridge/send'
import { formatCount } from '../../../format'

/** What became of a mail as it is said, and the look of its tag (controls.css, `.tag`). */
export function stateWord(state: SentMail['state']): {
  word: string
  tone: '' | 'success' | 'danger' | 'warning'
} {
  switch (state) {
    case 'sent':
      return { word: 'Taken', tone: 'success' }
    case 'refused':
      return { word: 'Not sent', tone: 'danger' }
    case 'unknown':
      return { word: 'Outcome unknown', tone: 'warning' }
    default:
      return { word: 'Leaving', tone: '' }
  }
}

/** What became of a mail to several people: "The service took 3 of 4 mails." */
export function resultWords(mails: readonly SentMail[]): string {
  const taken = mails.filter(({ state }) => state === 'sent').length
  const unknown = mails.filter(({ state }) => state === 'unknown').length
  if (taken === mails.length) {
    return mails.length === 1 ? 'The service took the mail.' : `The service took all ${mails.length} mails.`
  }
  const first = `The service took ${taken} of ${formatCount(mails.length, 'mail')}.`
  if (unknown === 0) return first
  return `${first} Of ${unknown} nobody knows: no answer came.`
}

/** What a mail whose outcome is unknown asks of a person. */
export const unknownWords =
  'No answer came. It may have been sent. Asking again sends the same request with the same key within 23 hours: the service refuses it where it has it already.'
