import type { SavedView } from '../../../../src-shared/bridge/contacts'
import type { ContactStanding } from '../../../../src-shared/bridge/verdicts'
import type { BatchSource } from '../../../../src-shared/bridge/verification'
import type { SourceSegment } from './use-sources'

/** The sources that a new batch offers. */
export type SourceKind = 'lately' | 'segment' | 'view' | 'pasted' | 'file'

/** Who was not checked for a while: by days, or as list health counts them. */
export type Lately = 'days' | Exclude<ContactStanding, 'suggested'>

/** What was chosen so far. */
export interface SourceForm {
  kind: SourceKind
  lately: Lately
  /** As they were typed. */
  days: string
  fileId: string | null
  column: number | null
  view: SavedView | null
  segment: SourceSegment | null
}

/** Days as they were typed: whole, 0 to 3,650; null where they are none. */
export function daysIn(text: string): number | null {
  const days = /^\d{1,4}$/.test(text.trim()) ? Number(text) : null
  return days === null || days > 3650 ? null : days
}

/** The source that a form stands for; null while something is missing. */
export function sourceOf(form: SourceForm): BatchSource | null {
  const { kind, lately, fileId, column, view, segment } = form
  switch (kind) {
    case 'lately': {
      if (lately !== 'days') return { kind: 'standing', standing: lately }
      const days = daysIn(form.days)
      return days === null ? null : { kind: 'notChecked', days }
    }
    case 'segment':
      return segment && { kind: 'segment', id: segment.id, name: segment.name }
    case 'view':
      return (
        view && {
          kind: 'contacts',
          selection: { kind: 'query', query: view.query },
          name: view.name.slice(0, 200),
          view: true,
        }
      )
    case 'pasted':
    case 'file':
      return fileId === null || column === null
        ? null
        : { kind: 'file', fileId, column, pasted: kind === 'pasted' }
  }
}

/** How many lines of a pasted text hold an address. */
export function addressesIn(text: string): number {
  return text.split(/\r?\n/).filter((line) => /[^\s@]@[^\s@]/.test(line)).length
}
