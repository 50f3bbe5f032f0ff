import type { Leavable } from '../../../src-shared/bridge/review'
import { segmentSchema, type Segment } from '../../../src-shared/interface/segment'
import type { Cache } from '../../cache/store'

/** What the segments are called that are made to hold people of a verdict. */
export const keptNames: Record<Leavable, string> = {
  undeliverable: 'Undeliverable, by Postroom',
  risky: 'Risky, by Postroom',
  unknown: 'Unknown, by Postroom',
}

/** Whether a segment was made for people of a verdict, going by its name alone: by another copy, or with no answer. */
export function isNamedAsOurs({ name, type }: Pick<Segment, 'name' | 'type'>, of: Leavable): boolean {
  return type === 'STATIC' && name === keptNames[of]
}

/** The ids of the segments that hold people of a verdict, the newest first: those noted, then those of their name. */
export async function verdictSegments(
  { reviews, catalogue }: Pick<Cache, 'reviews' | 'catalogue'>,
  of: Leavable,
): Promise<ReadonlySet<string>> {
  const all = (await catalogue.all('segments')).map((record) => segmentSchema.parse(record))
  const named = all.filter((segment) => isNamedAsOurs(segment, of)).map(({ id }) => id)
  return new Set([...(of === 'undeliverable' ? await reviews.segments() : []), ...named])
}

/** Those of undeliverable people. */
export function undeliverableSegments(
  cache: Pick<Cache, 'reviews' | 'catalogue'>,
): Promise<ReadonlySet<string>> {
  return verdictSegments(cache, 'undeliverable')
}
