import { t } from '../../../src-shared/messages/message'
import type { Migration } from '../../core/database/migrate'
import { sentMailColumns } from '../../features/mail/store'

/** The copy keeps whom a mail went to by name, of which template, and when what happened to it. */
export const sentMailFacts = (): Migration => ({
  number: 170,
  name: t('app.sentMailFacts.factsOfSentMails'),
  up(db) {
    db.exec(sentMailColumns)
  },
})
