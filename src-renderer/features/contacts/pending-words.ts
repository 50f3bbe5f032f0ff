import { t } from '../../../src-shared/messages/message'
import type { ContactDetail } from '../../../src-shared/bridge/contacts'
import type { OutboxEntry } from '../../../src-shared/bridge/outbox'

interface PendingLine {
  outboxId: number
  queuedAt: number
  summary: string
  state: string
  revocable: boolean
  /** It does not go on until a person decides. */
  asks: boolean
}

const stateWords: Partial<Record<OutboxEntry['state'], string>> = {
  queued: t('words.waitsForTheService'),
  in_flight: t('words.onItsWay'),
  conflict: t('contacts.pendingWords.changedOnTheService'),
  unknown: t('words.noAnswerCame'),
  refused: t('words.refused'),
}

/** The changes of a contact that wait, the oldest first, with what the outbox says of each; those of values stand at these. */
export function pendingLines(contact: ContactDetail, outbox: readonly OutboxEntry[]): PendingLine[] {
  return contact.pending.flatMap(({ outboxId, kind, queuedAt }) => {
    const entry = outbox.find(({ id }) => id === outboxId)
    if (entry?.data) return []
    const state = entry?.state ?? 'queued'
    return {
      outboxId,
      queuedAt,
      summary:
        entry?.summary ??
        (kind === 'delete' ? t('words.deleteTheContact') : t('contacts.pendingWords.changeTheContact')),
      state: stateWords[state] ?? state,
      revocable: state === 'queued',
      asks: state === 'conflict' || state === 'unknown' || state === 'refused',
    }
  })
}
