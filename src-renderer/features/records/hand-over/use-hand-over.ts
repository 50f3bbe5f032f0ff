import { computed, ref, shallowRef, watch, type Ref } from 'vue'
import type {
  RecordAudience,
  RecordConnection,
  RecordQuery,
  RecordSelection,
} from '../../../../src-shared/bridge/records'
import type { Problem } from '../../../../src-shared/problem'
import { problemOf, useBridge } from '../../../bridge'
import { chosenRows, pickedCount, type Picked } from '../../../lists/list/selection'
import { useSaving } from '../../../kit/save/saving'
import { everyRecordField } from '../record-fields'
import { formOf, mappingFault, mappingOf, type MappingForm } from './mapping-form'

/** What of the list is meant when it is handed over. */
interface HandOverInput {
  connection: RecordConnection
  query: RecordQuery
  picked: Picked
}

/**
 * How many of the records that are meant are new or changed since the last time; null while it is counted. `isAsked`:
 * whether there was one.
 */
function useChangedCount(
  connectionId: RecordConnection['id'],
  selection: Readonly<Ref<RecordSelection>>,
  problem: Ref<Problem | null>,
  isAsked: () => boolean,
) {
  const { records } = useBridge()
  const changed = shallowRef<number | null>(null)

  async function count(): Promise<void> {
    changed.value = null
    const meant = selection.value
    try {
      const counted = await records.changed({ connectionId, selection: meant })
      if (meant === selection.value) changed.value = counted.count
    } catch (error) {
      if (meant === selection.value) problem.value = problemOf(error)
    }
  }
  watch(selection, () => {
    if (isAsked()) void count()
  })
  return { changed, count }
}

/** Records on their way to the audience: which, mapped how, and an import of them. */
export function useHandOver(input: HandOverInput) {
  const { records } = useBridge()
  const connectionId = input.connection.id
  const audience = shallowRef<RecordAudience | null>(null)
  const problem = shallowRef<Problem | null>(null)
  const form = ref<MappingForm | null>(null)
  const rows = ref<'selected' | 'shown'>(pickedCount(input.picked) > 0 ? 'selected' : 'shown')
  const sinceLast = ref(false)
  const handing = useSaving()
  const selection = computed(() => chosenRows(rows.value, input.picked, input.query))
  const { changed, count } = useChangedCount(connectionId, selection, problem, () =>
    Boolean(audience.value?.last),
  )

  async function read(): Promise<void> {
    problem.value = null
    try {
      // The list may not know its fields yet: a mapping without them would leave out what was remembered.
      const [known, { fields }] = await Promise.all([
        records.audience({ connectionId }),
        records.fields({ connectionId }),
      ])
      audience.value = known
      form.value = formOf(known.mapping, everyRecordField(fields))
      if (known.last) await count()
    } catch (error) {
      problem.value = problemOf(error)
    }
  }

  const mapping = computed(() => form.value && mappingOf(form.value))
  void read()

  return {
    audience,
    problem,
    form,
    rows,
    sinceLast,
    changed,
    handing,
    read,
    fault: computed(() => form.value && mappingFault(form.value)),
    mapping,
    /** Makes the import. Answers its id; null where it was refused. */
    async handOver(): Promise<number | null> {
      const mapped = mapping.value
      if (!mapped) return null
      const answer = await handing.ask(() =>
        records.toImport({
          connectionId,
          selection: selection.value,
          mapping: mapped,
          sinceLast: sinceLast.value,
        }),
      )
      return answer?.importId ?? null
    },
  }
}
