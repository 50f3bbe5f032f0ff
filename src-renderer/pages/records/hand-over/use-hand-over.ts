import { computed, ref, shallowRef, watch } from 'vue'
import type {
  RecordAudience,
  RecordConnection,
  RecordField,
  RecordQuery,
} from '../../../../src-shared/bridge/records'
import type { Problem } from '../../../../src-shared/problem'
import { problemOf, useBridge } from '../../../bridge'
import type { Picked } from '../../../components/list/selection'
import { useSaving } from '../../../composables/saving'
import { recordSelection } from '../chosen-records'
import { formOf, mappingFault, mappingOf, type MappingForm } from './mapping-form'

/** What of the list is meant when it is handed over. */
export interface HandOverInput {
  connection: RecordConnection
  query: RecordQuery
  picked: Picked
  pickedCount: number
  fields: readonly RecordField[]
}

/** Records on their way to the audience: which, mapped how, and an import of them. */
export function useHandOver(input: HandOverInput) {
  const { records } = useBridge()
  const connectionId = input.connection.id
  const audience = shallowRef<RecordAudience | null>(null)
  const problem = shallowRef<Problem | null>(null)
  const form = ref<MappingForm | null>(null)
  const rows = ref<'selected' | 'shown'>(input.pickedCount > 0 ? 'selected' : 'shown')
  const sinceLast = ref(false)
  /** How many of those shown are new or changed since the last time; null while it is counted. */
  const changedShown = shallowRef<number | null>(null)
  const handing = useSaving()

  async function read(): Promise<void> {
    problem.value = null
    try {
      const known = await records.audience({ connectionId })
      audience.value = known
      form.value = formOf(known.mapping, input.fields)
      const query = { ...input.query, sinceLast: true }
      const page = await records.page({ connectionId, query, slice: { offset: 0, limit: 1 } })
      changedShown.value = page.count
    } catch (error) {
      problem.value = problemOf(error)
    }
  }
  watch(() => connectionId, read, { immediate: true })

  const mapping = computed(() => form.value && mappingOf(form.value))

  return {
    audience,
    problem,
    form,
    rows,
    sinceLast,
    changedShown,
    handing,
    read,
    fault: computed(() => form.value && mappingFault(form.value)),
    mapping,
    /** Makes the import. Answers its id; null where it was refused. */
    async handOver(): Promise<number | null> {
      const mapped = mapping.value
      if (!mapped) return null
      let importId: number | null = null
      await handing.run(async () => {
        const selection = recordSelection(rows.value, input.picked, input.query)
        const answer = await records.toImport({
          connectionId,
          selection,
          mapping: mapped,
          sinceLast: sinceLast.value,
        })
        importId = answer.importId
      })
      return importId
    },
  }
}
