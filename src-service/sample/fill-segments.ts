import { createSegmentRequestSchema } from '../../src-shared/interface/segment'
import { createAudience } from '../audience/audience'
import { addFilterFunctions } from '../audience/filter-functions'
import { contactMatches } from '../store/contact-matches'
import type { ServiceDatabase } from '../store/database'
import { segmentMembers } from '../store/segment-members'
import { segmentStore } from '../store/segments'
import type { SampleDescription } from './fill'
import { pilots, sampleSegments, type SegmentKey } from './segments'
import { standingClock } from './standing-clock'

const hour = 60 * 60 * 1000
const day = 24 * hour

/** Makes the segments, with the members that are written down. Returns the numbers of those that campaigns go to. */
export function fillSegments(
  db: ServiceDatabase,
  { anchor, contacts }: SampleDescription,
): Map<SegmentKey, number> {
  const clock = standingClock()
  const store = segmentStore(db)
  const members = segmentMembers(db)
  addFilterFunctions(db)
  const audience = createAudience({ segments: store, matches: contactMatches(db), clock })
  const made = new Map<SegmentKey, number>()
  for (const { key, daysBefore, request } of sampleSegments) {
    const said = createSegmentRequestSchema.parse(request)
    const { seq } = store.create(
      {
        name: said.name,
        description: said.description ?? null,
        type: said.type,
        condition: said.condition ? JSON.stringify(said.condition) : null,
        trackMembership: said.trackMembership ?? false,
      },
      anchor - daysBefore * day + 5 * hour,
    )
    if (key) made.set(key, seq)
    if (said.trackMembership && said.condition) {
      clock.moveTo(anchor)
      members.enter(seq, audience.condition(said.condition), { where: '1', values: [] })
    }
  }
  const group = made.get('pilot group')
  const count = Math.min(pilots, contacts)
  for (let at = 0; group !== undefined && at < count; at++) {
    members.add(group, 1 + Math.floor((at * contacts) / count))
  }
  return made
}
