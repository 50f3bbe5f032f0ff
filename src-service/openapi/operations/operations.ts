import { answers } from '../answers'
import { type Operation, operation } from '../operation'
import { requests } from '../requests'
import { segmentOperations, workflowOperations } from './audience'
import { contactOperations } from './contacts'
import { campaignOperations, templateOperations } from './mail'
import { publicOperations } from './public'

const domainOperations: Operation[] = [
  operation('get /domains', 'listDomains', 'List sending domains', {
    answered: { form: 'list', list: 'domains', of: answers.Domain },
  }),
  operation('post /domains', 'addDomain', 'Add a domain for verification', {
    description: 'Publish a CNAME <token>._domainkey.<domain> for each of its dkimTokens.',
    body: requests.AddDomain,
    answered: { form: 'record', of: answers.Domain },
    statuses: [201],
    refuses: ['CONFLICT'],
  }),
  operation('delete /domains/{id}', 'removeDomain', 'Remove a domain', {
    answered: { form: 'deleted' },
    refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  }),
]

/** Every endpoint, in the order of interface.md. */
export const operations: Operation[] = [
  ...publicOperations,
  ...contactOperations,
  ...templateOperations,
  ...campaignOperations,
  ...segmentOperations,
  ...workflowOperations,
  ...domainOperations,
]
