import { t } from '../../../src-shared/messages/message'
import type { ContactRow } from '../../../src-shared/bridge/contacts'
import type { RecordDetail, RecordMapping } from '../../../src-shared/bridge/records'
import { valueOfField } from '../../../src-shared/record-field'
import { missing } from '../../format'
import { dataWords } from '../../lists/grid/data-words'

/** A field of a record beside the key of the contact that it goes to. */
export interface BesideLine {
  key: string
  record: string
  contact: string
  same: boolean
}

/** What of a record goes to a contact, beside what the contact says; nothing of what neither has. */
export function besideLines(
  record: RecordDetail,
  contact: Pick<ContactRow, 'data'>,
  mapping: RecordMapping,
): BesideLine[] {
  return mapping.data.flatMap(({ field, key }) => {
    const ours = dataWords(valueOfField(record, field))
    const theirs = dataWords(contact.data[key])
    const same = ours === theirs
    return same && ours === missing ? [] : [{ key, record: ours, contact: theirs, same }]
  })
}

/** Keys that say what kind of record one is. */
const kindKeys = ['type', 'kind', 'stage', 'status']

/** What a record is, and of which connection: "person, customer of Wharf office". */
export function kindWords(data: Record<string, unknown>, name: string): string {
  const kinds = kindKeys.flatMap((key) => {
    const value = data[key]
    return typeof value === 'string' && value.trim() !== '' ? [value.trim()] : []
  })
  return kinds.length === 0
    ? t('records.beside.recordOfName', { name })
    : t('records.beside.kindsOfName', { kinds: kinds.slice(0, 2).join(', '), name })
}
