import { t } from '../../../src-shared/messages/message'
import { tell, type ToldSentence } from '../../../src-shared/messages/told'
import { plainText } from '../../../src-shared/interface/exact-number'
import { updateContactRequestSchema, type UpdateContactRequest } from '../../../src-shared/interface/contact'
import { trackRequestSchema } from '../../../src-shared/interface/event'
import { fieldsOfChange } from './fields'
import type { OutboxRecord } from './store/api'

const longestValue = 40

/** A change in words: "Set plan to pro", "Unsubscribe, remove company". */
function summaryOfChange(change: UpdateContactRequest): string {
  const parts = Object.entries(fieldsOfChange(change)).map(([field, value]) => partOf(field, value))
  const text = parts.length === 0 ? t('outbox.words.changeNothing') : parts.join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function partOf(field: string, value: unknown): string {
  if (field === 'subscribed') {
    return value === true ? t('outbox.words.subscribe') : t('outbox.words.unsubscribe')
  }
  const name = field.replace(/^data\./, '')
  if (value === null || value === undefined) return t('outbox.words.removeName', { name })
  const text = plainText(value)
  return t('outbox.words.setNameToValue', {
    name,
    value: text.length > longestValue ? `${text.slice(0, longestValue)}…` : text,
  })
}

/** What the words of a write rest on. */
type Summed = Pick<OutboxRecord, 'body' | 'reason'> & { entry: Pick<OutboxRecord['entry'], 'kind'> }

/** A write in words, from what it writes; `reason`: why somebody is subscribed again. */
export function summaryOf({ entry: { kind }, body, reason }: Summed): string {
  if (reason !== null) return t('outbox.words.subscribeAgainReason', { reason })
  switch (kind) {
    case 'contact.update':
      return summaryOfChange(updateContactRequestSchema.parse(body))
    case 'contact.delete':
      return t('words.deleteTheContact')
    case 'track':
      return t('outbox.tracking.trackEvent', { event: trackRequestSchema.parse(body).event })
  }
}

/** The title of a write in the activity log: "Change anna@example.com". */
export function titleOf({ entry: { kind, email }, body, reason }: OutboxRecord): ToldSentence {
  switch (kind) {
    case 'contact.update':
      return reason === null ? tell('told.updateContact', { email }) : againTitle(email, reason)
    case 'contact.delete':
      return tell('told.deleteContact', { email })
    case 'track':
      return tell('told.trackEvent', { event: trackRequestSchema.parse(body).event, email })
  }
}

/** The title of a write that subscribes somebody again: "Subscribe anna@example.com again: asked by phone". */
export function againTitle(email: string, reason: string): ToldSentence {
  return tell('told.subscribeAgain', { email, reason })
}
