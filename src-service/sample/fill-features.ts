import { prefixedIds as ids } from '../dialect/ids'
import type { ServiceDatabase } from '../store/database'
import type { SampleDescription } from './fill'
import { fillCampaigns } from './fill-campaigns'
import { fillSegments } from './fill-segments'
import { fillTemplates } from './fill-templates'
import { fillWorkflows } from './fill-workflows'

/** The rest of the sample, once there are indexes, by the way of a request: templates, campaigns and so on. */
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
