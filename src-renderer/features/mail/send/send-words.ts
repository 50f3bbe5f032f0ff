import { t } from '../../../../src-shared/messages/message'
import type { SentMail } from '../../../../src-shared/bridge/send'

/** What became of a mail as it is said, and the look of its tag (controls.css, `.tag`). */
export function stateWord(state: SentMail['state']): {
  word: string
  tone: '' | 'success' | 'danger' | 'warning'
} {
  switch (state) {
    case 'sent':
      return { word: t('mail.sendWords.taken'), tone: 'success' }
    case 'refused':
      return { word: t('mail.sendWords.notSent'), tone: 'danger' }
    case 'unknown':
      return { word: t('mail.sendWords.outcomeUnknown'), tone: 'warning' }
    default:
      return { word: t('mail.sendWords.leaving'), tone: '' }
  }
}

/** What became of a mail to several people: "The service took 3 of 4 mails." */
export function resultWords(mails: readonly SentMail[]): string {
  const taken = mails.filter(({ state }) => state === 'sent').length
  const unknown = mails.filter(({ state }) => state === 'unknown').length
  if (taken === mails.length) {
    return mails.length === 1
      ? t('mail.sendWords.theServiceTookThe')
      : t('mail.sendWords.theServiceTookAll', { count: mails.length })
  }
  const first = t('mail.sendWords.theServiceTookTaken', { taken, count: mails.length })
  if (unknown === 0) return first
  return t('mail.sendWords.firstOfUnknownNobody', { first, unknown })
}

/** What a mail whose outcome is unknown asks of a person. */
export const unknownWords = t('mail.sendWords.noAnswerCameIt')
