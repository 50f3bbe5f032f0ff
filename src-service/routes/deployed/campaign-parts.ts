import { createDeployedCampaigns } from '../../campaigns/deployed-campaigns'
import { deployedSegment } from '../../dialect/deployed-segment'
import type { RouteParts } from '../parts'
import type { CampaignParts } from './campaigns'
import { readCondition } from './segments'

/** What the routes of campaigns work with, of the parts of a service. */
export function campaignParts({ ground, queue, segments, campaigns }: RouteParts): CampaignParts {
  const { domains } = ground.store
  const rows = segments.segments
  return {
    campaigns: createDeployedCampaigns(ground, queue, campaigns.sending, segments),
    fields: {
      domains,
      findSegment: (id) => segments.audience.findSegment(id),
      readCondition: (said) => readCondition(said, null, rows.all()),
    },
    segmentText(seq) {
      const row = rows.get(seq)
      return row && deployedSegment(row, segments.sweptCounts.of(row), ground.dialect.ids)
    },
  }
}
