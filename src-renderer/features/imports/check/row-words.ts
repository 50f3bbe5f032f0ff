import { spokenTag, t } from '../../../../src-shared/messages/message'
import type { ImportCell, ImportRow, RowCounts, RowFilter } from '../../../../src-shared/bridge/imports'
import { shownText } from '../../../../src-shared/unseen'

interface RowTag {
  word: string
  tone: 'neutral' | 'info' | 'success' | 'warning' | 'danger'
}

const classTags: Record<ImportRow['class'], RowTag> = {
  new: { word: t('words.new'), tone: 'info' },
  changed: { word: t('words.changed'), tone: 'neutral' },
  unchanged: { word: t('words.unchanged'), tone: 'neutral' },
  duplicate: { word: t('imports.rowWords.duplicate'), tone: 'neutral' },
  invalid: { word: t('imports.rowWords.invalid'), tone: 'danger' },
  conflicting: { word: t('imports.rowWords.conflicting'), tone: 'warning' },
}

/** The tag of a row: what keeps it from being written comes first, then that it was repaired, then its class. */
export function rowTag(row: Pick<ImportRow, 'class' | 'leftOut' | 'held' | 'repaired'>): RowTag {
  const written = row.class === 'new' || row.class === 'changed'
  if (row.leftOut) return { word: t('words.leftOut'), tone: 'neutral' }
  if (row.held) return { word: t('words.held'), tone: 'info' }
  if (row.repaired && written) return { word: t('imports.rowWords.repaired'), tone: 'success' }
  return classTags[row.class]
}

/** What a filter of the rail is called. */
export const filterWords: Record<RowFilter, string> = {
  all: t('imports.rowWords.allRows'),
  allButUnchanged: t('imports.rowWords.allButUnchanged'),
  new: t('words.new'),
  changed: t('words.changed'),
  unchanged: t('words.unchanged'),
  duplicate: t('imports.rowWords.duplicateInFile'),
  invalid: t('imports.rowWords.invalid'),
  conflicting: t('imports.rowWords.conflicting'),
  repaired: t('imports.rowWords.repaired'),
  leftOut: t('words.leftOut'),
  held: t('words.held'),
  stayUnsubscribed: t('imports.rowWords.stayUnsubscribed'),
  doubtfulLetters: t('imports.rowWords.doubtfulLetters'),
  role: t('imports.rowWords.roleAddresses'),
  written: t('imports.rowWords.written'),
  failed: t('words.failed'),
  reversed: t('imports.afterWords.reversed'),
  kept: t('imports.afterStep.kept'),
  notReversed: t('imports.rowWords.notTakenBack'),
}

/** "5,556 rows, all but unchanged"; "12 rows found, invalid"; "1,204+ rows found" while there may be more of them. */
export function listWords(count: number, filter: RowFilter, searched: boolean, counted = true): string {
  const number = counted ? t('counts.rows', { count }) : t('imports.rowWords.countRows', { count })
  const rows = searched ? t('imports.rowWords.rowsFound', { rows: number }) : number
  if (filter === 'all') return rows
  if (filter === 'stayUnsubscribed') return t('imports.rowWords.rowsOfPeopleWho', { rows })
  return t('imports.rowWords.rowsOfFilter', { rows, filter })
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
    unchanged > 0 && t('imports.rowWords.unchangedUnchangedCostNothing', { unchanged }),
    left > 0 && t('words.leftLeftOut', { left }),
    counts.stayUnsubscribed > 0 &&
      t('imports.rowWords.stayunsubscribedUnsubscribedStay', { stayUnsubscribed: counts.stayUnsubscribed }),
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
  const remark = words.replace(/\.$/, '')
  // Not every language's nouns may lose their capital.
  if (!spokenTag().startsWith('en')) return remark
  return remark.replace(/^[A-Z](?=[a-z]* )/, (first) => first.toLowerCase())
}

/** A sentence out of a remark: "not an address" as "Not an address." */
export function asSentence(words: string): string {
  // What begins with a name of theirs, a domain or a key, begins as that is written.
  const first = words.replace(/^[a-z](?=[a-z]* )/, (letter) => letter.toUpperCase())
  return /[.?]$/.test(first) ? first : `${first}.`
}
