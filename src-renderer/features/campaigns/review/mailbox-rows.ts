import { t } from '../../../../src-shared/messages/message'
import { mailboxNames } from '../../../../src-shared/address/mailboxes'
import type { AudienceReport, Check } from '../../../../src-shared/bridge/review'

/** People at one provider, and whether its program shows something. */
export interface MailboxRow {
  key: string
  name: string
  people: number
  mark: 'seen' | 'not' | 'unknown'
}

/** Providers that are listed by themselves; the rest of them is one line, as they are about nobody much. */
const mostRows = 9

/** Where people read, the most first; those whose program nobody knows come last. */
export function mailboxRows(
  { mailboxes, willGet }: Pick<AudienceReport, 'mailboxes' | 'willGet'>,
  shows: NonNullable<Check['programs']>['shows'],
): MailboxRow[] {
  const known = mailboxes.reduce((sum, { people }) => sum + people, 0)
  const rows = mailboxes.slice(0, mostRows).map(({ mailbox, people }): MailboxRow => {
    const shown = shows[mailbox]
    return {
      key: mailbox,
      name: mailboxNames[mailbox],
      people,
      mark: shown === undefined ? 'unknown' : shown ? 'seen' : 'not',
    }
  })
  const rest = mailboxes.slice(mostRows)
  if (rest.length > 0) {
    rows.push({
      key: 'rest',
      name: t('campaigns.mailboxes.countMore', { count: rest.length }),
      people: rest.reduce((sum, { people }) => sum + people, 0),
      mark: 'unknown',
    })
  }
  return [
    ...rows,
    { key: 'unknown', name: t('campaigns.mailboxes.notKnown2'), people: willGet - known, mark: 'unknown' },
  ]
}
