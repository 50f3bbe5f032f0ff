import { t } from '../../../../src-shared/messages/message'
import type { MailHold, SentRow } from '../../../../src-shared/bridge/send'
import { mostRecipients, type recipientsOf, type SendForm } from './outgoing'
import type { MailPerson } from './values'

/** What became of a mail as it is said, and the look of its tag (controls.css, `.tag`). */
export function stateWord({ state, outcome }: Pick<SentRow, 'state' | 'outcome'>): {
  word: string
  tone: '' | 'success' | 'danger' | 'warning'
} {
  if (state === 'refused') return { word: t('words.refused'), tone: 'danger' }
  if (state === 'unknown') return { word: t('words.noAnswer'), tone: 'warning' }
  if (state === 'leaving') return { word: t('words.leaving'), tone: '' }
  if (outcome?.failed === 'bounced') return { word: t('words.bounced'), tone: 'danger' }
  if (outcome?.failed === 'complained') return { word: t('mail.sendWords.complained'), tone: 'danger' }
  if (outcome?.clickedAt != null) return { word: t('words.clicked'), tone: 'success' }
  if (outcome?.openedAt != null) return { word: t('words.opened'), tone: 'success' }
  if (outcome?.deliveredAt != null) return { word: t('words.delivered'), tone: 'success' }
  return { word: t('words.sent'), tone: '' }
}

/** What the bar says of a mail that was confirmed. */
export function holdWords(hold: MailHold): { title: string; text: string } {
  const { subject, first, people, state, taken, unanswered, problem } = hold
  const title = t('mail.sendWords.holdTitle', { state, subject, first, others: people - 1, people })
  if (state === 'held') return { title, text: t('words.nothingHasLeftYetClosingThe') }
  if (state === 'leaving') return { title, text: t('mail.sendWords.theRequestsAreOnTheirWay') }
  const counted = people === 1 ? '' : t('mail.sendWords.tookOf', { taken, people })
  const why = problem === null ? '' : `${problem.title}. ${problem.why}`
  if (state === 'unknown') return { title, text: t('mail.sendWords.noAnswerFor', { counted, unanswered }) }
  if (state === 'refused') return { title, text: `${counted} ${why}`.trim() }
  return { title, text: t('mail.sendWords.theServiceHasIt', { people }) }
}

/** What is said beneath the recipients: what is wrong with one, or how many mails it becomes. `people` null: nobody knows yet who they are. */
export function recipientWords(
  { emails, faults }: ReturnType<typeof recipientsOf>,
  people: readonly MailPerson[] | null,
  { subscribed }: SendForm,
): { text: string; faulty: boolean } {
  const [faulty] = faults
  const count = emails.length
  if (faulty)
    return { text: t('mail.sendWords.textFault', { text: faulty.text, fault: faulty.fault }), faulty: true }
  if (count > mostRecipients)
    return { text: t('mail.sendWords.tooManyPeople', { count, mostRecipients }), faulty: true }
  const strangers = (people ?? []).filter(({ contact }) => contact === null)
  const mails = count < 2 ? '' : t('mail.sendWords.mailsOneEach', { count })
  const [first] = strangers
  if (!first) return { text: mails, faulty: false }
  const become = t('mail.sendWords.becomeContacts', {
    count: strangers.length,
    email: first.email,
    isSubscribed: subscribed === 'yes',
  })
  return { text: `${mails} ${become}`.trim(), faulty: false }
}
