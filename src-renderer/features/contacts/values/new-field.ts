import { t } from '../../../../src-shared/messages/message'
import type { DataField, FieldType } from '../../../../src-shared/bridge/contacts'
import { reservedKeys } from '../../../kit/form/data-edit'
import { folded } from '../../../lists/matched/marks'
import { kindWord, type DataKind } from './kinds'
import type { Suggestion } from './SuggestBox.vue'

/** So many keys are offered at once, beside the new one. */
const most = 6

const kindOfType: Record<FieldType, DataKind> = {
  text: 'text',
  number: 'number',
  boolean: 'boolean',
  date: 'date',
  list: 'list',
  object: 'json',
}

/** The kind that a key mostly has elsewhere; text where it is new. */
export function usualKind(key: string, known: readonly DataField[]): DataKind {
  const type = known.find((field) => field.key === key)?.types[0]
  return type ? kindOfType[type] : 'text'
}

/** Why a key cannot be added; null where it can. */
export function keyFault(key: string, data: Record<string, unknown>): string | null {
  const written = key.trim()
  if (reservedKeys.includes(written)) return t('contacts.newField.theServiceKeepsWritten', { written })
  return written in data ? t('contacts.newField.thisKeyIsThere') : null
}

/** Keys for what is typed: those in use first, then a new one. */
export function keyOffers(
  text: string,
  known: readonly DataField[],
  data: Record<string, unknown>,
): Suggestion[] {
  const written = text.trim()
  const wanted = folded(written)
  const others = known.filter(({ key }) => !(key in data) && !reservedKeys.includes(key))
  const found = others.filter(({ key }) => folded(key).includes(wanted)).slice(0, most)
  const offers = found.map(({ key, count, types }): Suggestion => ({
    value: key,
    hint: `${t('counts.people', { count })}, ${kindWord(types[0] ? kindOfType[types[0]] : 'text')}`,
  }))
  if (written === '' || keyFault(written, data) !== null || known.some(({ key }) => key === written))
    return offers
  return [...offers, { before: t('contacts.newField.newField'), value: written, hint: '' }]
}
