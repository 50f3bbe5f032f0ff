import { campaignFilterQuery } from '../../routes/campaigns'
import { templateFilterQuery } from '../../routes/templates'
import { answers } from '../answers'
import { type Operation, operation } from '../operation'
import { requests } from '../requests'
import { recordOperations } from './record-operations'

const campaign = { form: 'record', of: answers.Campaign } as const

/** /templates. */
export const templateOperations: Operation[] = recordOperations({
  noun: 'template',
  of: answers.Template,
  missing: 'TEMPLATE_NOT_FOUND',
  list: { query: templateFilterQuery.unwrap() },
  create: {
    description:
      'Variables are written {{name}} or {{data.name}}, with a fallback as in {{name ?? "there"}}.',
    body: requests.CreateTemplate,
  },
  update: { body: requests.UpdateTemplate },
  remove: { refuses: ['TEMPLATE_NOT_FOUND', 'CONFLICT'] },
})

/** /campaigns and what is below it. */
export const campaignOperations: Operation[] = [
  ...recordOperations({
    noun: 'campaign',
    of: answers.Campaign,
    missing: 'RESOURCE_NOT_FOUND',
    list: { query: campaignFilterQuery.unwrap() },
    create: { summary: 'Create a campaign, as a draft', body: requests.CreateCampaign },
    update: {
      summary: 'Update a campaign that is a draft or scheduled',
      body: requests.UpdateCampaign,
      refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
    },
  }),
  operation('post /campaigns/{id}/send', 'sendCampaign', 'Send or schedule a campaign', {
    description: 'Only a draft can be sent. Without scheduledFor it is sent now.',
    body: requests.SendCampaign,
    bodyOptional: true,
    answered: campaign,
    refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  }),
  operation(
    'post /campaigns/{id}/cancel',
    'cancelCampaign',
    'Cancel a campaign that is scheduled or being sent',
    {
      description: 'What was sent stays sent.',
      answered: campaign,
      refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
    },
  ),
  operation('post /campaigns/{id}/test', 'testCampaign', 'Send a campaign to one address, as a test', {
    body: requests.TestCampaign,
    answered: { form: 'record', of: answers.CampaignTest },
    refuses: ['RESOURCE_NOT_FOUND'],
  }),
  operation('get /campaigns/{id}/stats', 'getCampaignStats', 'Get the counts and rates of a campaign', {
    description: 'Rates are shares of what was delivered, from 0 to 1.',
    answered: { form: 'record', of: answers.CampaignStats },
    refuses: ['RESOURCE_NOT_FOUND'],
  }),
]
