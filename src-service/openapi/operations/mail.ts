import { campaignFilterQuery } from '../../routes/campaigns'
import { templateFilterQuery } from '../../routes/templates'
import { answers } from '../answers'
import type { Operation } from '../operation'
import { requests } from '../requests'

const template = { form: 'record', of: answers.Template } as const
const campaign = { form: 'record', of: answers.Campaign } as const

/** /templates. */
export const templateOperations: Operation[] = [
  {
    method: 'get',
    path: '/templates',
    name: 'listTemplates',
    tag: 'Templates',
    summary: 'List templates',
    query: templateFilterQuery,
    answered: { form: 'list', list: 'templates', of: answers.Template },
  },
  {
    method: 'post',
    path: '/templates',
    name: 'createTemplate',
    tag: 'Templates',
    summary: 'Create a template',
    description:
      'Variables are written {{name}} or {{data.name}}, with a fallback as in {{name ?? "there"}}.',
    body: requests.CreateTemplate,
    answered: template,
    statuses: [201],
  },
  {
    method: 'get',
    path: '/templates/{id}',
    name: 'getTemplate',
    tag: 'Templates',
    summary: 'Get a template',
    answered: template,
    refuses: ['TEMPLATE_NOT_FOUND'],
  },
  {
    method: 'patch',
    path: '/templates/{id}',
    name: 'updateTemplate',
    tag: 'Templates',
    summary: 'Update a template',
    body: requests.UpdateTemplate,
    answered: template,
    refuses: ['TEMPLATE_NOT_FOUND'],
  },
  {
    method: 'delete',
    path: '/templates/{id}',
    name: 'deleteTemplate',
    tag: 'Templates',
    summary: 'Delete a template',
    answered: { form: 'deleted' },
    refuses: ['TEMPLATE_NOT_FOUND', 'CONFLICT'],
  },
]

/** /campaigns and what is below it. */
export const campaignOperations: Operation[] = [
  {
    method: 'get',
    path: '/campaigns',
    name: 'listCampaigns',
    tag: 'Campaigns',
    summary: 'List campaigns',
    query: campaignFilterQuery,
    answered: { form: 'list', list: 'campaigns', of: answers.Campaign },
  },
  {
    method: 'post',
    path: '/campaigns',
    name: 'createCampaign',
    tag: 'Campaigns',
    summary: 'Create a campaign, as a draft',
    body: requests.CreateCampaign,
    answered: campaign,
    statuses: [201],
  },
  {
    method: 'get',
    path: '/campaigns/{id}',
    name: 'getCampaign',
    tag: 'Campaigns',
    summary: 'Get a campaign',
    answered: campaign,
    refuses: ['RESOURCE_NOT_FOUND'],
  },
  {
    method: 'patch',
    path: '/campaigns/{id}',
    name: 'updateCampaign',
    tag: 'Campaigns',
    summary: 'Update a campaign that is a draft or scheduled',
    body: requests.UpdateCampaign,
    answered: campaign,
    refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  },
  {
    method: 'post',
    path: '/campaigns/{id}/send',
    name: 'sendCampaign',
    tag: 'Campaigns',
    summary: 'Send or schedule a campaign',
    description: 'Only a draft can be sent. Without scheduledFor it is sent now.',
    body: requests.SendCampaign,
    bodyOptional: true,
    answered: campaign,
    refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  },
  {
    method: 'post',
    path: '/campaigns/{id}/cancel',
    name: 'cancelCampaign',
    tag: 'Campaigns',
    summary: 'Cancel a campaign that is scheduled or being sent',
    description: 'What was sent stays sent.',
    answered: campaign,
    refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  },
  {
    method: 'post',
    path: '/campaigns/{id}/test',
    name: 'testCampaign',
    tag: 'Campaigns',
    summary: 'Send a campaign to one address, as a test',
    body: requests.TestCampaign,
    answered: { form: 'record', of: answers.CampaignTest },
    refuses: ['RESOURCE_NOT_FOUND'],
  },
  {
    method: 'get',
    path: '/campaigns/{id}/stats',
    name: 'getCampaignStats',
    tag: 'Campaigns',
    summary: 'Get the counts and rates of a campaign',
    description: 'Rates are shares of what was delivered, from 0 to 1.',
    answered: { form: 'record', of: answers.CampaignStats },
    refuses: ['RESOURCE_NOT_FOUND'],
  },
]
