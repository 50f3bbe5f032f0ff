import type { Stepped } from '../../../core/database/steps'
import type { RecordStore } from './api'
import { recordMappingSchema, type RecordQuery } from '../../../../src-shared/bridge/records'
import type { PickedSets, Selections } from '../../contacts/store'
import type { Session } from '../../../core/database/session'
import type { Steps } from '../../../core/database/steps'
import type { HandedOver } from './api'
import type { SourceCounters, RecordSources } from './sources'
import type { RecordTable } from './table'

/** What the store knows of records that went to the audience. */
export interface HandedRecords {
  store: Pick<Stepped<RecordStore>, 'audience' | 'handedOver' | 'changed'>
  /** The number of the last change that went; 0: nothing ever did. */
  upTo(source: SourceCounters): number
}

/** What this part is opened with. */
export interface HandedParts {
  session: Session
  table: RecordTable
  sources: RecordSources
  selections: Selections
  sets: PickedSets
  sourceOf(connectionId: string): SourceCounters
  /** The rows that a query shows. */
  positions(source: SourceCounters, query: RecordQuery): Steps<Int32Array>
}

/** Opens what is remembered of the way to the audience: the mapping, the last time, and what changed since. */
export function handedRecords(parts: HandedParts): HandedRecords {
  const { session, table, sources, selections, sourceOf } = parts
  const { db } = session
  const handing = db.prepare<[string, string, number]>(
    'UPDATE record_source SET mapping = ?, handed = ? WHERE number = ?',
  )
  const stored = db.prepare<[number], { mapping: string | null; handed: string | null }>(
    'SELECT mapping, handed FROM record_source WHERE number = ?',
  )
  const handedOf = ({ number }: SourceCounters): HandedOver | null => {
    const text = stored.get(number)?.handed ?? null
    // Written by handedOver alone.
    return text === null ? null : (JSON.parse(text) as HandedOver)
  }
  const upTo = (source: SourceCounters): number => handedOf(source)?.upTo ?? 0

  return {
    upTo,
    store: {
      audience: (connectionId) =>
        session.read(() => {
          const source = sourceOf(connectionId)
          const mapping = stored.get(source.number)?.mapping ?? null
          return {
            mapping: mapping === null ? null : recordMappingSchema.parse(JSON.parse(mapping)),
            handed: handedOf(source),
            changes: source.changes,
          }
        }),

      handedOver: ({ connectionId, mapping, handed }) =>
        session.write(() => {
          const source = sources.make(connectionId)
          handing.run(JSON.stringify(mapping), JSON.stringify(handed), source.number)
          sources.write(source)
        }),

      *changed({ connectionId, selection }) {
        const source = sourceOf(connectionId)
        if (selection.kind === 'query') {
          const found = yield* parts.positions(source, { ...selection.query, sinceLast: true })
          return found.length
        }
        return session.read(() => {
          const rowOf = (id: string) => table.find(source.number, id)
          const last = upTo(source)
          if (selection.kind === 'ids') {
            return selection.ids.filter((id) => (rowOf(id)?.change ?? 0) > last).length
          }
          parts.sets.frozen(selection.selectionId)
          const except = new Set(selection.except.map((id) => rowOf(id)?.row))
          const since = new Set(table.since(source.number, last))
          const rows = selections.rows(selection.selectionId, 0, Infinity)
          return rows.filter((row) => since.has(row) && !except.has(row)).length
        })
      },
    },
  }
}
