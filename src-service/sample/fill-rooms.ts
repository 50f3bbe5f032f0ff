import { prefixedIds as ids } from '../dialect/ids'
import type { ServiceDatabase } from '../store/database'
import type { ToldSample } from './fill'
import { fillCampaigns } from './fill-campaigns'
import { fillSegments } from './fill-segments'
import { fillTemplates } from './fill-templates'
import { fillWorkflows } from './fill-workflows'

/**
 * Fills the rest of the sample in, once the tables have their indexes: templates, segments, campaigns, workflows and
 * what they did. Everything goes the way of a request: what the interface would refuse cannot be made.
 */
export function fillRooms(db: ServiceDatabase, told: ToldSample): void {
  if (told.contacts === 0) return
  const fill = db.transaction(() => {
    const templates = fillTemplates(db, told)
    const segments = fillSegments(db, told)
    fillCampaigns(db, told, (key) => ids.encode('segment', segments.get(key) ?? 0))
    fillWorkflows(db, told, templates)
  })
  fill()
}
