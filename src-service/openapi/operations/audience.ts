import { executionFilterQuery } from '../../routes/workflows'
import { answers } from '../answers'
import type { Operation } from '../operation'
import { requests } from '../requests'

const segment = { form: 'record', of: answers.Segment } as const
const workflow = { form: 'record', of: answers.Workflow } as const

/** /segments and what is below it. */
export const segmentOperations: Operation[] = [
  {
    method: 'get',
    path: '/segments',
    name: 'listSegments',
    tag: 'Segments',
    summary: 'List segments',
    answered: { form: 'list', list: 'segments', of: answers.Segment },
  },
  {
    method: 'post',
    path: '/segments',
    name: 'createSegment',
    tag: 'Segments',
    summary: 'Create a segment, dynamic or static',
    body: requests.CreateSegment,
    answered: segment,
    statuses: [201],
  },
  {
    method: 'get',
    path: '/segments/{id}',
    name: 'getSegment',
    tag: 'Segments',
    summary: 'Get a segment',
    answered: segment,
    refuses: ['RESOURCE_NOT_FOUND'],
  },
  {
    method: 'patch',
    path: '/segments/{id}',
    name: 'updateSegment',
    tag: 'Segments',
    summary: 'Update a segment',
    body: requests.UpdateSegment,
    answered: segment,
    refuses: ['RESOURCE_NOT_FOUND'],
  },
  {
    method: 'delete',
    path: '/segments/{id}',
    name: 'deleteSegment',
    tag: 'Segments',
    summary: 'Delete a segment; its members stay contacts',
    answered: { form: 'deleted' },
    refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  },
  {
    method: 'get',
    path: '/segments/{id}/contacts',
    name: 'listSegmentContacts',
    tag: 'Segments',
    summary: 'List the members of a segment',
    answered: { form: 'list', list: 'segmentContacts', of: answers.Contact },
    refuses: ['RESOURCE_NOT_FOUND'],
  },
  {
    method: 'post',
    path: '/segments/{id}/members',
    name: 'addSegmentMembers',
    tag: 'Segments',
    summary: 'Add contacts to a static segment, by their addresses',
    body: requests.AddMembers,
    answered: { form: 'record', of: answers.AddedMembers },
    refuses: ['RESOURCE_NOT_FOUND'],
  },
  {
    method: 'delete',
    path: '/segments/{id}/members',
    name: 'removeSegmentMembers',
    tag: 'Segments',
    summary: 'Remove contacts from a static segment, by their addresses',
    body: requests.RemoveMembers,
    answered: { form: 'record', of: answers.RemovedMembers },
    refuses: ['RESOURCE_NOT_FOUND'],
  },
]

/** /workflows and what is below it. */
export const workflowOperations: Operation[] = [
  {
    method: 'get',
    path: '/workflows',
    name: 'listWorkflows',
    tag: 'Workflows',
    summary: 'List workflows',
    answered: { form: 'list', list: 'workflows', of: answers.Workflow },
  },
  {
    method: 'post',
    path: '/workflows',
    name: 'createWorkflow',
    tag: 'Workflows',
    summary: 'Create a workflow, with its steps',
    body: requests.CreateWorkflow,
    answered: workflow,
    statuses: [201],
  },
  {
    method: 'get',
    path: '/workflows/{id}',
    name: 'getWorkflow',
    tag: 'Workflows',
    summary: 'Get a workflow with its steps',
    answered: workflow,
    refuses: ['RESOURCE_NOT_FOUND'],
  },
  {
    method: 'patch',
    path: '/workflows/{id}',
    name: 'updateWorkflow',
    tag: 'Workflows',
    summary: 'Update a workflow; steps replace all steps',
    body: requests.UpdateWorkflow,
    answered: workflow,
    refuses: ['RESOURCE_NOT_FOUND'],
  },
  {
    method: 'delete',
    path: '/workflows/{id}',
    name: 'deleteWorkflow',
    tag: 'Workflows',
    summary: 'Delete a workflow with its executions',
    answered: { form: 'deleted' },
    refuses: ['RESOURCE_NOT_FOUND'],
  },
  {
    method: 'get',
    path: '/workflows/{id}/executions',
    name: 'listExecutions',
    tag: 'Workflows',
    summary: 'List the executions of a workflow, newest first',
    query: executionFilterQuery,
    answered: { form: 'list', list: 'executions', of: answers.Execution },
    refuses: ['RESOURCE_NOT_FOUND'],
  },
]
