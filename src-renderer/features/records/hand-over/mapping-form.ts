import { t } from '../../../../src-shared/messages/message'
import type { RecordField, RecordMapping } from '../../../../src-shared/bridge/records'
import { fieldName } from '../../../lists/grid/field-words'

/** Where one field goes: to a key of `data`, or nowhere. */
export interface FieldTarget {
  field: RecordField
  taken: boolean
  key: string
}

/** The way of every field, as it is edited. `email`: null until a field is chosen. */
export interface MappingForm {
  email: RecordField | null
  subscribed: RecordField | null
  ways: FieldTarget[]
}

/** The form of a mapping: the address, what goes along, then the rest, used fields among them that no record has any more. */
export function formOf(mapping: RecordMapping | null, known: readonly RecordField[]): MappingForm {
  const used = mapping && [mapping.email, ...mapping.data.map(({ field }) => field), mapping.subscribed]
  const fields = new Set([...(used ?? []).filter((field) => field !== null), ...known])
  return {
    email: mapping?.email ?? null,
    subscribed: mapping?.subscribed ?? null,
    ways: Array.from(fields, (field) => {
      const way = mapping?.data.find((each) => each.field === field)
      return { field, taken: way !== undefined, key: way?.key ?? fieldName(field).label }
    }),
  }
}

/** Fields that go to `data`: those taken that are not used for something else. */
function takenWays({ email, subscribed, ways }: MappingForm): FieldTarget[] {
  return ways.filter(({ field, taken }) => taken && field !== email && field !== subscribed)
}

/** How many fields go along, that of the address among them. */
export function goingAlong(form: MappingForm): number {
  const own = [form.email, form.subscribed].filter((field) => field !== null)
  return new Set(own).size + takenWays(form).length
}

/** What stands in the way of a mapping, in words; null where nothing does. */
export function mappingFault(form: MappingForm): string | null {
  if (form.email === null) return t('records.mappingForm.chooseTheFieldThat')
  const keys = takenWays(form).map(({ key }) => key.trim())
  if (keys.includes('')) return t('records.mappingForm.aFieldThatIs')
  const twice = keys.find((key, at) => keys.indexOf(key) !== at)
  return twice === undefined ? null : t('records.mappingForm.twoFieldsLeadTo', { twice })
}

/** The mapping that is meant; null while something stands in the way. */
export function mappingOf(form: MappingForm): RecordMapping | null {
  if (form.email === null || mappingFault(form) !== null) return null
  return {
    email: form.email,
    subscribed: form.subscribed,
    data: takenWays(form).map(({ field, key }) => ({ field, key: key.trim() })),
  }
}
