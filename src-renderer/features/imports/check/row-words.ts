import type { ImportCell, ImportRow, RowCounts, RowFilter } from '../../../../src-shared/bridge/imports'
import { shownText } from '../../../../src-shared/unseen'
import { formatCount, formatNumber } from '../../../format'

/** How a row's tag says what it is. */
interface RowTag {
  word: string
  tone: 'neutral' | 'info' | 'success' | 'warning' | 'danger'
}

const classTags: Record<ImportRow['class'], RowTag> = {
  new: { word: 'New', tone: 'info' },
  changed: { word: 'Changed', tone: 'neutral' },
  unchanged: { word: 'Unchanged', tone: 'neutral' },
  duplicate: { word: 'Duplicate', tone: 'neutral' },
  invalid: { word: 'Invalid', tone: 'danger' },
  conflicting: { word: 'Conflicting', tone: 'warning' },
}

/** The tag of a row: what keeps it from being written comes first, then that it was repaired, then its class. */
export function rowTag(row: Pick<ImportRow, 'class' | 'leftOut' | 'held' | 'repaired'>): RowTag {
  const written = row.class === 'new' || row.class === 'changed'
  if (row.leftOut) return { word: 'Left out', tone: 'neutral' }
  if (row.held) return { word: 'Held', tone: 'info' }
  if (row.repaired && written) return { word: 'Repaired', tone: 'success' }
  return classTags[row.class]
}

/** What a filter of the rail is called. */
export const filterWords: Record<RowFilter, string> = {
  all: 'All rows',
  allButUnchanged: 'All but unchanged',
  new: 'New',
  changed: 'Changed',
  unchanged: 'Unchanged',
  duplicate: 'Duplicate in file',
  invalid: 'Invalid',
  conflicting: 'Conflicting',
  repaired: 'Repaired',
  leftOut: 'Left out',
  held: 'Held',
  stayUnsubscribed: 'Stay unsubscribed',
  doubtfulLetters: 'Doubtful letters',
  role: 'Role addresses',
  written: 'Written',
  failed: 'Failed',
  reversed: 'Reversed',
  kept: 'Kept',
  notReversed: 'Not taken back',
}

/** "5,556 rows, all but unchanged"; "12 rows found, invalid"; "1,204+ rows found" while there may be more of them. */
export function listWords(count: number, filter: RowFilter, searched: boolean, counted = true): string {
  const number = counted ? formatCount(count, 'row') : `${formatNumber(count)}+ rows`
  const rows = `${number}${searched ? ' found' : ''}`
  if (filter === 'all') return rows
  if (filter === 'stayUnsubscribed') return `${rows} of people who stay unsubscribed`
  return `${rows}, ${filterWords[filter].toLowerCase()}`
}

/** Rows that would not be written although they are not as the contact is already. */
export function leftOutCount(counts: RowCounts): number {
  return Math.max(0, counts.rows.all - counts.rows.unchanged - counts.toWrite)
}

/** What stands after the bold count in the foot: "9,204 unchanged cost nothing, 158 left out, 29 unsubscribed stay so". */
export function footWords(counts: RowCounts): string {
  const { unchanged } = counts.rows
  const left = leftOutCount(counts)
  const parts = [
    unchanged > 0 && `${formatNumber(unchanged)} unchanged ${unchanged === 1 ? 'costs' : 'cost'} nothing`,
    left > 0 && `${formatNumber(left)} left out`,
    counts.stayUnsubscribed > 0 &&
      `${formatNumber(counts.stayUnsubscribed)} unsubscribed ${counts.stayUnsubscribed === 1 ? 'stays' : 'stay'} so`,
  ]
  return parts
    .filter((part) => part !== false)
    .map((part) => `, ${part}`)
    .join('')
}

/** Spaces at the ends of a text, and what hides in it, drawn so that they can be seen. */
export function visibleSpaces(text: string): string {
  return shownText(text)
    .replace(/^\s+/, (spaces) => '␣'.repeat(spaces.length))
    .replace(/\s+$/, (spaces) => '␣'.repeat(spaces.length))
}

/** What stood in a cell before, struck through; null where nothing else did. */
export function oldText(cell: ImportCell): string | null {
  const old = cell.before ?? cell.repairedFrom
  return old === null ? null : visibleSpaces(old)
}

/** What is said beside a row's address: "as row 88", "edited here 2 h ago". What is at fault is said in its cell. */
export function besideAddress(row: ImportRow): string | null {
  if (row.reason === null || row.cells.some(({ fault }) => fault !== null)) return null
  return asRemark(row.reason)
}

/** The first column at fault; null where none is. */
export function faultColumn(row: ImportRow): number | null {
  return row.cells.find(({ fault }) => fault !== null)?.column ?? null
}

/** The domain of an address as it is written; null where there is none. */
export function domainOf(address: string): string | null {
  const at = address.lastIndexOf('@')
  return at < 0 || at === address.length - 1 ? null : address.slice(at + 1).trim()
}

/** A remark out of a sentence: "It has no @." as "it has no @"; "gmial.com is probably misspelt." keeps its domain. */
export function asRemark(words: string): string {
  return words.replace(/\.$/, '').replace(/^[A-Z](?=[a-z]* )/, (first) => first.toLowerCase())
}

/** A sentence out of a remark: "not an address" as "Not an address." */
export function asSentence(words: string): string {
  // What begins with a name of theirs, a domain or a key, begins as that is written.
  const first = words.replace(/^[a-z](?=[a-z]* )/, (letter) => letter.toUpperCase())
  return /[.?]$/.test(first) ? first : `${first}.`
}
