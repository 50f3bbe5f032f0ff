import { computed } from 'vue'
import type { ContactRow } from '../../../src-shared/bridge/contacts'
import type { RecordConnection, RecordMapping } from '../../../src-shared/bridge/records'
import { valueOfField } from '../../../src-shared/record-field'
import { useBridge } from '../../bridge'
import { useAnswer } from '../../kit/state/answer'

/** How a record goes to the audience, and the contact there with its address; null: there is none. */
interface RecordPeople {
  mapping: RecordMapping | null
  contact: ContactRow | null
}

/** The record that is open, and who it is in the audience. */
export function useOpenRecord(connection: () => RecordConnection, id: () => string) {
  const { records, contacts } = useBridge()
  const within = () => ({ connectionId: connection().id })
  const {
    answer: record,
    problem: missing,
    load: read,
  } = useAnswer({
    ask: () => records.get({ ...within(), id: id() }),
    changes: () => `${connection().id} ${id()} ${connection().revision}`,
    forgets: true,
  })
  const address = (mapping: RecordMapping | null): string => {
    const value = mapping && record.value ? valueOfField(record.value, mapping.email) : null
    return typeof value === 'string' ? value.trim() : ''
  }
  const { answer: people } = useAnswer({
    async ask(signal): Promise<RecordPeople | null> {
      if (record.value === null) return null
      const { mapping } = await records.audience(within(), { signal })
      const value = address(mapping)
      if (value === '') return { mapping, contact: null }
      const filters = [{ field: 'email' as const, operator: 'equals' as const, value }]
      const sort = { field: 'email' as const, direction: 'asc' as const }
      const query = { search: '', filters, sort }
      const { rows } = await contacts.page({ query, slice: { offset: 0, limit: 1 } }, { signal })
      return { mapping, contact: rows[0] ?? null }
    },
    changes: () => record.value,
    forgets: true,
  })
  return { record, missing, read, people: computed(() => (record.value ? people.value : null)) }
}
