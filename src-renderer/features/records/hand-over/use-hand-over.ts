import { computed, ref, shallowRef, watch } from 'vue'
import type {
  RecordsLeftOut,
  RecordAudience,
  RecordConnection,
  RecordMapping,
  RecordQuery,
  RecordSelection,
} from '../../../../src-shared/bridge/records'
import type { Problem } from '../../../../src-shared/problem'
import { problemOf, useBridge } from '../../../bridge'
import { chosenRows, pickedCount, type Picked } from '../../../lists/list/selection'
import { useSaving } from '../../../kit/save/saving'
import { useAnswer } from '../../../kit/state/answer'
import { everyRecordField } from '../record-fields'
import { formOf, mappingFault, mappingOf, type MappingForm } from './mapping-form'

/** Which records are meant: what changed since the last time, all that the list shows, or what is selected. */
export type Meant = 'since' | 'shown' | 'selected'

interface HandOverInput {
  connection: RecordConnection
  query: RecordQuery
  picked: Picked
  /** What is selected is what is meant. */
  first: boolean
}

const changed: RecordQuery = {
  search: '',
  filters: [],
  sort: { field: 'order', direction: 'asc' },
  sinceLast: true,
}

/** How a connection's records went to the audience last, how many changed since, and the form that begins there. */
function useAudience(connectionId: string) {
  const { records } = useBridge()
  const audience = shallowRef<RecordAudience | null>(null)
  const since = shallowRef<number | null>(null)
  const form = ref<MappingForm | null>(null)
  const problem = shallowRef<Problem | null>(null)

  async function read(): Promise<void> {
    try {
      // The list may not know its fields yet: a mapping without them would leave out what was remembered.
      const [known, { fields }, { count }] = await Promise.all([
        records.audience({ connectionId }),
        records.fields({ connectionId }),
        records.page({ connectionId, query: changed, slice: { offset: 0, limit: 1 } }),
      ])
      audience.value = known
      since.value = count
      const [, ...keys] = everyRecordField(fields)
      form.value = formOf(known.mapping, keys)
    } catch (error) {
      problem.value = problemOf(error)
    }
  }
  void read()
  return { audience, since, form, problem }
}

/** Records on their way to the audience: which, mapped how, and an import of them. What the list shows is what it showed as it began. */
export function useHandOver({ connection, query, picked, first }: HandOverInput) {
  const { records } = useBridge()
  const connectionId = connection.id
  const selected = pickedCount(picked)
  const { audience, since, form, problem } = useAudience(connectionId)
  const chosen = ref<Meant | null>(first ? 'selected' : null)
  const meant = computed<Meant>({
    get: () => chosen.value ?? (audience.value?.last ? 'since' : selected > 0 ? 'selected' : 'shown'),
    set: (which) => (chosen.value = which),
  })
  const selection = computed<RecordSelection>(() =>
    meant.value === 'since' ? { kind: 'query', query: changed } : chosenRows(meant.value, picked, query),
  )
  const handing = useSaving()
  const asked = computed(() =>
    form.value === null ? null : { selection: selection.value, email: form.value.email },
  )
  const { answer: tally, problem: uncounted } = useAnswer({
    ask: async (signal) => asked.value && records.tally({ connectionId, ...asked.value }, { signal }),
    changes: () => JSON.stringify(asked.value),
  })
  const mapping = computed<RecordMapping | null>(() => form.value && mappingOf(form.value))
  // What was refused once may be taken now.
  watch(asked, () => (handing.problem.value = null))

  return {
    audience,
    since,
    form,
    meant,
    tally,
    handing,
    mapping,
    problem: computed(() => problem.value ?? uncounted.value ?? handing.problem.value),
    fault: computed(() => form.value && mappingFault(form.value)),
    /** Freezes what is left out. */
    leftOut: (why: RecordsLeftOut) =>
      handing.ask(async () => asked.value && records.leftOut({ connectionId, ...asked.value, why })),
    /** Makes the import. Answers its id; null where it was refused. */
    async handOver(): Promise<number | null> {
      const mapped = mapping.value
      if (!mapped) return null
      const answer = await handing.ask(() =>
        records.toImport({ connectionId, selection: selection.value, mapping: mapped }),
      )
      return answer?.importId ?? null
    },
  }
}
