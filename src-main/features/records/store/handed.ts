import type { Stepped, Session } from '../../../core/database/session'
import type { RecordStore } from './api'
import { recordMappingSchema } from '../../../../src-shared/bridge/records'
import type { HandedOver } from './api'
import type { SourceCounters, RecordSources } from './sources'

interface HandedRecords {
  store: Pick<Stepped<RecordStore>, 'audience' | 'handedOver'>
  /** The number of the last change that went; 0: nothing ever did. */
  upTo(source: SourceCounters): number
}

/** What this part is opened with. */
interface HandedParts {
  session: Session
  sources: RecordSources
  sourceOf(connectionId: string): SourceCounters
}

/** Opens what is remembered of the way to the audience: the mapping, and the last time. */
export function handedRecords(parts: HandedParts): HandedRecords {
  const { session, sources, sourceOf } = parts
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
    },
  }
}
