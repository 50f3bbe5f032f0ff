import { campaignSchema } from '../../../src-shared/interface/campaign'
import { contactSchema } from '../../../src-shared/interface/contact'
import { domainSchema } from '../../../src-shared/interface/domain'
import { eventSchema } from '../../../src-shared/interface/event'
import { segmentSchema } from '../../../src-shared/interface/segment'
import { templateSchema } from '../../../src-shared/interface/template'
import { executionSchema, workflowSchema } from '../../../src-shared/interface/workflow'

/** The lists of the interface (interface.md section 4). */
export const lists = {
  contacts: { path: '/contacts', key: 'contacts', schema: contactSchema },
  templates: { path: '/templates', key: 'templates', schema: templateSchema },
  campaigns: { path: '/campaigns', key: 'campaigns', schema: campaignSchema },
  segments: { path: '/segments', key: 'segments', schema: segmentSchema },
  workflows: { path: '/workflows', key: 'workflows', schema: workflowSchema },
  events: { path: '/events', key: 'events', schema: eventSchema },
  domains: { path: '/domains', key: 'domains', schema: domainSchema },
  membersOf: (segment: string) => ({
    path: `/segments/${segment}/contacts`,
    key: 'contacts',
    schema: contactSchema,
  }),
  executionsOf: (workflow: string) => ({
    path: `/workflows/${workflow}/executions`,
    key: 'executions',
    schema: executionSchema,
  }),
}
