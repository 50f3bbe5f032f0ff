import { t } from '../../../../src-shared/messages/message'
import type {
  ColumnRule,
  ColumnTarget,
  ColumnType,
  ImportColumn,
} from '../../../../src-shared/bridge/import-file'
import type { ImportDetail } from '../../../../src-shared/bridge/imports'
import { formatMoment } from '../../../format'

type DateOrders = NonNullable<ImportColumn['orders']>

/** From which import the mapping was taken, and when that was: "As in spring.csv, 20 Nov 2026, 14:02." */
export function rememberedWords(from: ImportDetail['rememberedFrom'], now: number): string {
  if (from === null) return t('imports.mapWords.asInYourLast')
  return t('imports.mapWords.asInYourLast2', { name: from.name, moment: formatMoment(from.at, now) })
}

/** The rules for a value that a contact has already. */
export const ruleChoices: readonly { value: ColumnRule; label: string }[] = [
  { value: 'overwrite', label: t('imports.mapWords.overwrite') },
  { value: 'fillBlanks', label: t('imports.mapWords.fillBlanks') },
  { value: 'never', label: t('imports.mapWords.neverChange') },
]

/** The types a cell is read as. */
export const typeChoices: readonly { value: ColumnType['type']; label: string }[] = [
  { value: 'text', label: t('words.text') },
  { value: 'number', label: t('words.number') },
  { value: 'boolean', label: t('words.yesOrNo') },
  { value: 'date', label: t('words.date') },
]

/** The decimal signs. */
export const decimalChoices = [
  { value: '.', label: '1.5' },
  { value: ',', label: '1,5' },
] as const

/** What comes first in a date; `unsaid` until a person says it. */
type DateOrder = 'unsaid' | 'dayFirst' | 'monthFirst'

export const orderChoices: readonly { value: DateOrder; label: string }[] = [
  { value: 'unsaid', label: t('imports.mapWords.whichFirst') },
  { value: 'dayFirst', label: t('imports.mapWords.dayFirst') },
  { value: 'monthFirst', label: t('imports.mapWords.monthFirst') },
]

/** Which order cells are read in that do not tell it; null where they are read as something else. */
export function orderOf(as: ColumnType, orders: DateOrders): DateOrder | null {
  if (as.type === 'text') return 'unsaid'
  if (as.type !== 'date') return null
  if (as.format === orders.dayFirst) return 'dayFirst'
  if (as.format === orders.monthFirst) return 'monthFirst'
  return as.format === '' ? 'unsaid' : null
}

/** Dates in an order; text while none is said. */
export function typeInOrder(order: DateOrder, orders: DateOrders): ColumnType {
  return order === 'unsaid' ? { type: 'text' } : { type: 'date', format: orders[order] }
}

/** A type as it begins when a person chooses it, with what the one before says of it. */
export function typeOf(type: ColumnType['type'], before: ColumnType, orders?: DateOrders): ColumnType {
  if (type === before.type) return before
  if (type === 'number') return { type, decimal: '.' }
  // Which of the two it is, is for the person to say.
  if (type === 'date' && orders) return { type, format: '' }
  if (type === 'date') return { type, format: 'YYYY-MM-DD' }
  return { type }
}

/** A target in the words of its field: a key as it is. */
export function targetText(target: ColumnTarget): string {
  if (target.kind === 'data') return target.key
  if (target.kind === 'subscribed' && target.turned) return 'unsubscribed'
  return target.kind === 'leaveOut' ? t('words.leaveOut') : target.kind
}

/** The target that typed text means; null where it means none. */
export function parseTarget(text: string): ColumnTarget | null {
  const name = text.trim()
  if (name === '' || name.length > 256) return null
  if (name === 'email' || name === 'subscribed') return { kind: name }
  if (name === 'unsubscribed') return { kind: 'subscribed', turned: true }
  if (name.toLowerCase() === t('words.leaveOut').toLowerCase()) return { kind: 'leaveOut' }
  return { kind: 'data', key: name.startsWith('data.') && name.length > 5 ? name.slice(5) : name }
}

/** Whether two targets are the same place. */
export function sameTarget(one: ColumnTarget, other: ColumnTarget): boolean {
  return one.kind === other.kind && targetText(one) === targetText(other)
}

/** How the cells of a column are read that goes to a field of our own. */
export function fixedType(target: ColumnTarget): string {
  if (target.kind === 'email') return t('words.address')
  return target.kind === 'subscribed' && target.turned
    ? t('imports.mapWords.yesOrNoTurned')
    : t('words.yesOrNo')
}

/** Which column tells who is subscribed, and what its cells do; null where none does. */
export function consentWords(columns: readonly Pick<ImportColumn, 'name' | 'target'>[]): string | null {
  const column = columns.find(({ target }) => target.kind === 'subscribed')
  if (column?.target.kind !== 'subscribed') return null
  const word = column.target.turned ? 'no' : 'yes'
  return t('imports.mapWords.onlyAWordIn', { word, name: column.name })
}
