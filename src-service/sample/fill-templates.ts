import { createTemplateRequestSchema } from '../../src-shared/interface/template'
import type { ServiceDatabase } from '../store/database'
import { templateStore } from '../store/templates'
import type { SampleDescription } from './fill'
import { standingClock } from './standing-clock'
import { sampleTemplates, type TemplateKey } from './templates'

const hour = 60 * 60 * 1000
const day = 24 * hour

/** Makes the templates. Returns the numbers of those that workflows send. */
export function fillTemplates(db: ServiceDatabase, { anchor }: SampleDescription): Map<TemplateKey, number> {
  const clock = standingClock()
  const store = templateStore(db, clock)
  const made = new Map<TemplateKey, number>()
  for (const { key, daysBefore, request } of sampleTemplates) {
    clock.moveTo(anchor - daysBefore * day + 3 * hour)
    const { seq } = store.create(createTemplateRequestSchema.parse(request))
    if (key) made.set(key, seq)
  }
  return made
}
