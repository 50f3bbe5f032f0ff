import { createDeployedCampaigns } from '../../campaigns/deployed-campaigns'
import { deployedSegment } from '../../dialect/deployed-segment'
import type { RouteParts } from '../parts'
import type { CampaignParts } from './campaigns'
import { readCondition } from './segments'

/** What the routes of campaigns work with, of the parts of a service. */
export function campaignParts({ context, queue, segments, campaigns }: RouteParts): CampaignParts {
  const { domains } = context.store
  const rows = segments.segments
  return {
    campaigns: createDeployedCampaigns(context, queue, campaigns.sending, segments),
    fields: {
      domains,
      findSegment: (id) => segments.audience.findSegment(id),
      readCondition: (said) => readCondition(said, null, rows.all()),
    },
    segmentText(seq) {
      const row = rows.get(seq)
      return row && deployedSegment(row, segments.sweptCounts.of(row), context.dialect.ids)
    },
  }
}
