import { t } from '../../../../src-shared/messages/message'
import { computed, type Ref } from 'vue'
import {
  contactFieldSchema,
  contactFilterSchema,
  type ContactQuery,
} from '../../../../src-shared/bridge/contacts'
import type { FilterCondition } from '../../../../src-shared/interface/filter'
import { useBridge } from '../../../bridge'
import { eventOperator, listedOperator } from './filter-parts'
import { useAnswer } from '../../../kit/state/answer'
import { nothingOffered, type OfferedValues, type Operator } from '../../../lists/filter/value-form'
import type { GridSource, ListField } from '../../../lists/grid/list-field'
import { useFilterValues } from '../../../lists/grid/use-filter-values'
import { useLiveStore } from '../../../stores/live'
import type { ConditionSources } from './condition-sources'
import type { ConditionChip, TypesOf } from './condition-tree'

/** The people who are left before a line, frozen; of everybody the selection is null. */
function useLeft(context: () => FilterCondition | null) {
  const bridge = useBridge()
  const everybody = { selectionId: null, count: null }
  const { answer } = useAnswer<{ selectionId: string | null; count: number | null }>({
    async ask() {
      const condition = context()
      return condition === null ? everybody : bridge.segments.freeze({ condition })
    },
    changes: context,
  })
  return computed(() => answer.value ?? everybody)
}

/** Values of contacts, counted among who is left. */
function useLeftSource(sources: ConditionSources, selectionId: () => string | null) {
  const { contacts } = useBridge()
  const live = useLiveStore()
  const query = (): ContactQuery => {
    const selected = selectionId()
    const all: ContactQuery = { search: '', filters: [], sort: { field: 'createdAt', direction: 'desc' } }
    return selected === null ? all : { ...all, among: { kind: 'frozen', selectionId: selected, except: [] } }
  }
  return computed<GridSource>(() => ({
    own: [],
    known: sources.fields.value,
    count: async ({ fields, limit, containing }, options) => {
      const asked = { query: query(), fields: contactFieldSchema.array().parse(fields), limit, containing }
      return (await contacts.facets(asked, options)).facets
    },
    matching: async (filters, options) => {
      const asked = { ...query(), filters: contactFilterSchema.array().parse(filters) }
      return (await contacts.page({ query: asked, slice: { offset: 0, limit: 1 } }, options)).count
    },
    takesMissing: false,
    rows: { one: 'person' },
    revision: () => `${live.copyKey} ${selectionId() ?? ''}`,
  }))
}

/** What there is to choose from for a chip, counted among who is left before its line. */
export function useChipValues(given: {
  chip: () => ConditionChip
  choice: () => Operator | null
  typed: Ref<string>
  context: () => FilterCondition | null
  types: TypesOf
  sources: ConditionSources
  own: () => string | undefined
}) {
  const { chip, choice, sources } = given
  const left = useLeft(given.context)
  const source = useLeftSource(sources, () => left.value.selectionId)
  const field = computed((): ListField => {
    const { subject, name } = chip()
    if (subject === 'data' || subject === 'event') return `${subject}.${name}`
    return subject === 'segment' ? 'email' : subject
  })
  const asked = (): Operator | null => {
    const now = choice()
    if (now === null || chip().subject === 'segment') return null
    return { ...now, operator: listedOperator(now.operator) ?? now.operator }
  }
  const ofField = useFilterValues(
    () => ({ source: source.value, field: field.value, rest: [] }),
    asked,
    given.typed,
  )

  return computed<OfferedValues>(() => {
    const { count } = left.value
    const among = count === null ? '' : t('segments.useChipValues.ofCountLeft', { count })
    const { subject } = chip()
    if (subject === 'event') {
      const spans = ofField.value.spans.map((span) => ({
        ...span,
        ...(span.operator ? { operator: eventOperator(span.operator) ?? span.operator } : {}),
      }))
      return { ...nothingOffered, hint: among, spans }
    }
    if (subject !== 'segment') {
      const { hint } = ofField.value
      return { ...ofField.value, hint: choice()?.value === 'ticks' && among !== '' ? among : hint }
    }
    const wanted = given.typed.value.trim().toLowerCase()
    const options = sources.segments.value
      .filter(({ id, name }) => id !== given.own() && name.toLowerCase().includes(wanted))
      .map(({ id, name }) => ({ value: id, label: name, count: null }))
    return { ...nothingOffered, options, searched: true, hint: among }
  })
}
