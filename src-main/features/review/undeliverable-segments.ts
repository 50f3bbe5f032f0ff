import { segmentSchema, type Segment } from '../../../src-shared/interface/segment'
import type { Cache } from '../../cache/store'

/** What the segment that holds undeliverable people is called when it is made. */
export const undeliverableName = 'Undeliverable, by Postroom'

/** Whether a segment was made for undeliverable people, going by its name alone: by another copy, or with no answer. */
export function isNamedAsOurs({ name, type }: Pick<Segment, 'name' | 'type'>): boolean {
  return type === 'STATIC' && name === undeliverableName
}

/** The ids of the segments that hold undeliverable people, the newest first: those noted, then those of their name. */
export async function undeliverableSegments({
  reviews,
  catalogue,
}: Pick<Cache, 'reviews' | 'catalogue'>): Promise<ReadonlySet<string>> {
  const all = (await catalogue.all('segments')).map((record) => segmentSchema.parse(record))
  return new Set([...(await reviews.segments()), ...all.filter(isNamedAsOurs).map(({ id }) => id)])
}
