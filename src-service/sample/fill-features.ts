import { prefixedIds as ids } from '../dialect/ids'
import type { ServiceDatabase } from '../store/database'
import type { SampleDescription } from './fill'
import { fillCampaigns } from './fill-campaigns'
import { fillSegments } from './fill-segments'
import { fillTemplates } from './fill-templates'
import { fillWorkflows } from './fill-workflows'

/**
 * Fills the rest of the sample in, once the tables have their indexes: templates, segments, campaigns, workflows and
 * what they did. Everything goes the way of a request: what the interface would refuse cannot be made.
 */
export function fillFeatures(db: ServiceDatabase, sample: SampleDescription): void {
  if (sample.contacts === 0) return
  const fill = db.transaction(() => {
    const templates = fillTemplates(db, sample)
    const segments = fillSegments(db, sample)
    fillCampaigns(db, sample, (key) => ids.encode('segment', segments.get(key) ?? 0))
    fillWorkflows(db, sample, templates)
  })
  fill()
}
