/** A value as a facet gives it; null: no value. */
export type FacetValue = string | number | boolean | null

/** What is entered for a filter, as text until it is used. */
export interface ValueForm {
  text: string
  /** Ends of a range: numbers as they are typed, days as "2026-11-20". */
  from: string
  to: string
  unit: 'days' | 'hours' | 'minutes'
  values: FacetValue[]
  /** Whether those without a value pass too. */
  orMissing: boolean
}

/** Nothing is entered yet. */
export const emptyForm: ValueForm = {
  text: '',
  from: '',
  to: '',
  unit: 'days',
  values: [],
  orMissing: false,
}

/** What has to be entered for an operator. */
export type ValueKind = 'ticks' | 'text' | 'number' | 'numbers' | 'day' | 'days' | 'span' | 'none'

/** An operator as it is offered. `label` reads on from the field's name; `apart`: a line parts it from those before. */
export interface Operator<Name extends string = string> {
  operator: Name
  label: string
  value: ValueKind
  apart?: boolean
}

/** What a filter asks: of which field, by which operator, and how many of what are left with it. */
export interface FilterQuestion {
  field: string
  mono?: boolean
  operators: readonly Operator[]
  operator: string
  /** null: not known yet. */
  count: number | null
  one: string
}

/** A value that can be ticked, with how many have it; null: that is not known. */
export interface Tickable {
  value: FacetValue
  label: string
  count: number | null
}

/** A number as it is typed, with a comma too; null where it is none. */
export function numberOf(text: string): number | null {
  const value = Number(text.trim().replace(',', '.'))
  return text.trim() === '' || !Number.isFinite(value) ? null : value
}

/** Whether the first end of a range is larger than the second. */
export function isTurned(kind: ValueKind, { from, to }: Pick<ValueForm, 'from' | 'to'>): boolean {
  if (from === '' || to === '') return false
  if (kind === 'days') return from > to
  const [least, most] = [numberOf(from), numberOf(to)]
  return least !== null && most !== null && least > most
}

const same = (one: FacetValue, other: FacetValue): boolean =>
  one === other || (one !== null && other !== null && String(one) === String(other))

/** Whether a value is among others: as text, since a filter may keep a number as such. */
export function isAmong(values: readonly FacetValue[], value: FacetValue): boolean {
  return values.some((one) => same(one, value))
}

/** The values after a tick is set or taken off. */
export function toggled(values: readonly FacetValue[], value: FacetValue): FacetValue[] {
  return isAmong(values, value) ? values.filter((one) => !same(one, value)) : [...values, value]
}

/** A span that is offered, in days, with how many it would leave; with `operator` it asks in that way instead. */
export interface OfferedSpan {
  days: number
  label: string
  count: number | null
  operator?: string
}

/** What there is to choose from for a value. */
export interface OfferedValues {
  options: readonly Tickable[]
  /** Whether values are found by typing. */
  searched: boolean
  counting: boolean
  /** What is said of the values beside the operator, and beneath them. */
  hint: string
  note: string
  /** How many have a value in which what is typed occurs; null: nothing is typed. */
  containing: number | null
  spread: { from: number; to: number; counts: readonly number[] } | null
  /** How many have no value, where those can be taken too; null: they cannot. */
  without: number | null
  spans: readonly OfferedSpan[]
  since: readonly { label: string; day: string }[]
}

/** Nothing to choose from. */
export const nothingOffered: OfferedValues = {
  options: [],
  searched: false,
  counting: false,
  hint: '',
  note: '',
  containing: null,
  spread: null,
  without: null,
  spans: [],
  since: [],
}
