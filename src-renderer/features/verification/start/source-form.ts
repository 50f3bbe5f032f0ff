import type { SavedView } from '../../../../src-shared/bridge/contacts'
import type { BatchSource } from '../../../../src-shared/bridge/verification'
import { formatCount } from '../../../format'
import type { SourceSegment } from './use-sources'

/** The sources that a new batch offers. */
export type SourceKind = 'list' | 'notChecked' | 'view' | 'segment' | 'contacts'

/** What was filled in so far. */
interface SourceForm {
  kind: SourceKind
  fileId: string | null
  column: number | null
  /** As it was typed. */
  days: string
  view: SavedView | null
  segment: SourceSegment | null
}

/** The source that a form stands for; null while something is missing. Days are whole, 0 to 3,650. */
export function sourceOf(form: SourceForm): BatchSource | null {
  switch (form.kind) {
    case 'list':
      return form.fileId === null || form.column === null
        ? null
        : { kind: 'file', fileId: form.fileId, column: form.column }
    case 'notChecked': {
      const days = /^\d{1,4}$/.test(form.days.trim()) ? Number(form.days) : null
      return days === null || days > 3650 ? null : { kind: 'notChecked', days }
    }
    case 'view':
      return form.view === null
        ? null
        : {
            kind: 'contacts',
            selection: { kind: 'query', query: form.view.query },
            name: `Saved view ${form.view.name}`.slice(0, 200),
          }
    case 'segment':
      return form.segment === null ? null : { kind: 'segment', id: form.segment.id, name: form.segment.name }
    case 'contacts':
      return null
  }
}

/** "Founders, 1,204 members, dynamic". */
export function segmentLabel({ name, kind, members }: SourceSegment): string {
  const size = members === null ? '' : `, ${formatCount(members, 'member')}`
  return `${name}${size}, ${kind}`
}
