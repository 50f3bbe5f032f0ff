import { executionFilterQuery } from '../../routes/workflows'
import { answers } from '../answers'
import { type Operation, operation } from '../operation'
import { requests } from '../requests'
import { recordOperations } from './record-operations'

/** /segments and what is below it. */
export const segmentOperations: Operation[] = [
  ...recordOperations({
    noun: 'segment',
    of: answers.Segment,
    missing: 'RESOURCE_NOT_FOUND',
    create: { summary: 'Create a segment, dynamic or static', body: requests.CreateSegment },
    update: { body: requests.UpdateSegment },
    remove: {
      summary: 'Delete a segment; its members stay contacts',
      refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
    },
  }),
  operation('get /segments/{id}/contacts', 'listSegmentContacts', 'List the members of a segment', {
    answered: { form: 'list', list: 'segmentContacts', of: answers.Contact },
    refuses: ['RESOURCE_NOT_FOUND'],
  }),
  operation(
    'post /segments/{id}/members',
    'addSegmentMembers',
    'Add contacts to a static segment, by their addresses',
    {
      body: requests.AddMembers,
      answered: { form: 'record', of: answers.AddedMembers },
      refuses: ['RESOURCE_NOT_FOUND'],
    },
  ),
  operation(
    'delete /segments/{id}/members',
    'removeSegmentMembers',
    'Remove contacts from a static segment, by their addresses',
    {
      body: requests.RemoveMembers,
      answered: { form: 'record', of: answers.RemovedMembers },
      refuses: ['RESOURCE_NOT_FOUND'],
    },
  ),
]

/** /workflows and what is below it. */
export const workflowOperations: Operation[] = [
  ...recordOperations({
    noun: 'workflow',
    of: answers.Workflow,
    missing: 'RESOURCE_NOT_FOUND',
    create: { summary: 'Create a workflow, with its steps', body: requests.CreateWorkflow },
    get: { summary: 'Get a workflow with its steps' },
    update: { summary: 'Update a workflow; steps replace all steps', body: requests.UpdateWorkflow },
    remove: { summary: 'Delete a workflow with its executions' },
  }),
  operation(
    'get /workflows/{id}/executions',
    'listExecutions',
    'List the executions of a workflow, newest first',
    {
      query: executionFilterQuery,
      answered: { form: 'list', list: 'executions', of: answers.Execution },
      refuses: ['RESOURCE_NOT_FOUND'],
    },
  ),
]
