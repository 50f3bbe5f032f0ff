import { tell } from '../../../src-shared/messages/told'
import { segmentSchema, type Segment } from '../../../src-shared/interface/segment'
import type { Cache } from '../../cache/store'
import type { CatalogueWriting } from '../catalogue'

/** The static segment of a name, and of a description where one is meant, as the copy has it; made where there is none. */
export async function staticSegment(
  { cache, writing }: { cache: Pick<Cache, 'catalogue'>; writing: CatalogueWriting },
  { name, description }: { name: string; description?: string },
): Promise<Segment> {
  const all = (await cache.catalogue.all('segments')).map((record) => segmentSchema.parse(record))
  const known = all.find(
    (segment) =>
      segment.type === 'STATIC' &&
      segment.name === name &&
      (description === undefined || segment.description === description),
  )
  if (known) return known
  const wanted = { name, description: description ?? '', type: 'STATIC' as const, trackMembership: false }
  return writing.create('segments', wanted, tell('told.makeSegment', { name }))
}
