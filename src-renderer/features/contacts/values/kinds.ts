import { t } from '../../../../src-shared/messages/message'
import {
  digitsOf,
  exactNumber,
  jsonText,
  parseJson,
  unmarked,
} from '../../../../src-shared/interface/exact-number'
import { rowValue } from '../../../kit/form/data-edit'
import { dateOf, valueType } from '../../../kit/form/value-type'
import { dayText } from '../../../lists/grid/day-text'

/** What a value is, as it is entered. A list is one of texts and numbers; any other is JSON. */
export type DataKind = 'text' | 'number' | 'boolean' | 'date' | 'list' | 'json'

/** The kinds in the order of their menu, with their names there and their words in a row. */
export const kinds: { kind: DataKind; name: string; word: string }[] = [
  { kind: 'text', name: t('words.text'), word: t('words.textWord') },
  { kind: 'number', name: t('words.number'), word: t('contacts.kinds.numberWord') },
  { kind: 'boolean', name: t('words.yesOrNo'), word: t('contacts.kinds.booleanWord') },
  { kind: 'date', name: t('words.date'), word: t('contacts.kinds.dateWord') },
  { kind: 'list', name: t('contacts.kinds.list'), word: t('contacts.kinds.listWord') },
  { kind: 'json', name: 'JSON', word: 'JSON' },
]

/** The word of a kind in a row. */
export function kindWord(of: DataKind): string {
  return kinds.find(({ kind }) => kind === of)?.word ?? of
}

/** One entry of a list that is shown as a chip. */
export type Entry = string | number

/** The entries of a list of texts and numbers; null of anything else. */
export function entriesOf(value: unknown): Entry[] | null {
  if (!Array.isArray(value)) return null
  const entries = value.filter((one) => typeof one === 'string' || typeof one === 'number')
  return entries.length === value.length ? entries : null
}

/** The kind of a value. */
export function kindOf(value: unknown): DataKind {
  const type = valueType(value)
  if (type === 'list') return entriesOf(value) === null ? 'json' : 'list'
  return type === 'object' ? 'json' : type
}

/** What is being entered: text, and of a list its entries before it. */
export interface ValueDraft {
  kind: DataKind
  text: string
  entries: Entry[]
}

/** A value as it is entered. */
export function draftOf(value: unknown, kind: DataKind = kindOf(value)): ValueDraft {
  const entries = kind === 'list' ? (entriesOf(value) ?? []) : []
  return { kind, entries, text: kind === 'list' ? '' : textOf(value, kind) }
}

function textOf(value: unknown, kind: DataKind): string {
  if (kind === 'json') return jsonText(value ?? null, 2)
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? jsonText(value) : unmarked(String(value))
}

const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/
const near: Record<string, number> = { yesterday: -1, today: 0, tomorrow: 1 }

/** A date that somebody wrote, as it is kept: 22.11.2026, 2026-11-22, yesterday. null where it is none. */
export function writtenDate(text: string, now: number): string | null {
  const days = near[text.toLowerCase()]
  if (days !== undefined) {
    const day = new Date(now)
    day.setDate(day.getDate() + days)
    return dayText(day.getTime(), 'local')
  }
  const [, day = '', month = '', year = ''] = dotted.exec(text) ?? []
  const written = year === '' ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return dateOf(written) === null ? null : written
}

/** What a draft comes to: a value; that it is empty; or why it is none of its kind. */
export type Reading = { value: unknown } | { empty: true } | { fault: string }

/** Reads what was entered. */
export function readDraft({ kind, text, entries }: ValueDraft, now: number): Reading {
  const written = text.trim()
  if (kind === 'list') return { value: written === '' ? entries : [...entries, written] }
  if (written === '') return { empty: true }
  if (kind === 'date') {
    const date = writtenDate(written, now)
    return date === null ? { fault: t('contacts.kinds.notADate') } : { value: date }
  }
  if (kind === 'json') return readJson(text)
  const read = rowValue({ type: kind, text })
  if ('value' in read) return read
  return { fault: kind === 'number' ? t('contacts.kinds.notANumber') : read.fault }
}

function readJson(text: string): Reading {
  try {
    return { value: parseJson(text) }
  } catch {
    return { fault: t('contacts.kinds.notJson') }
  }
}

const answers: Record<string, boolean> = { true: true, yes: true, false: false, no: false }

/** A value as another kind has it; undefined where that kind cannot take it. */
export function converted(value: unknown, to: DataKind, now: number): unknown {
  const from = kindOf(value)
  if (from === to) return value
  if (to === 'json') return value
  if (to === 'list')
    return from === 'json' ? undefined : value === null ? [] : [from === 'text' ? value : plain(value)]
  const only = from === 'list' ? entriesOf(value) : null
  if (only !== null)
    return only.length === 1 ? converted(only[0], to, now) : to === 'text' ? only.join(', ') : undefined
  const text = textOf(value, 'text')
  if (to === 'text') return text
  if (to === 'boolean') return answers[text.trim().toLowerCase()]
  const read = readDraft({ kind: to, text, entries: [] }, now)
  return 'value' in read ? read.value : undefined
}

function plain(value: unknown): Entry {
  const digits = digitsOf(value)
  if (digits !== null) return exactNumber(digits)
  return typeof value === 'number' ? value : String(value)
}

const refusals: Partial<Record<DataKind, string>> = {
  number: t('contacts.jsonFault.notANumber'),
  boolean: t('contacts.kinds.notYesOrNo'),
  date: t('contacts.kinds.notADate2'),
  list: t('contacts.kinds.notAList'),
}

/** Why a kind cannot take a value; null where it can. */
export function refusal(value: unknown, to: DataKind, now: number): string | null {
  return converted(value, to, now) === undefined ? (refusals[to] ?? t('contacts.kinds.notText')) : null
}
