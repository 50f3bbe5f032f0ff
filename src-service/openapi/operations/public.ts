import { answers } from '../answers'
import type { Operation } from '../operation'
import { requests } from '../requests'

/** The public endpoints, and what needs no key. */
export const publicOperations: Operation[] = [
  {
    method: 'post',
    path: '/v1/send',
    name: 'send',
    tag: 'Public',
    summary: 'Send transactional email',
    description:
      'Creates or updates the contact of each recipient. Subject, body and sender come from the request, or else from its template.',
    body: requests.Send,
    idempotent: true,
    answered: { form: 'enveloped', of: answers.SendResult },
    refuses: ['TEMPLATE_NOT_FOUND'],
  },
  {
    method: 'post',
    path: '/v1/track',
    name: 'track',
    tag: 'Public',
    summary: 'Track an event for a contact',
    description: 'Creates or updates the contact. Names that the service emits itself are refused.',
    key: 'either',
    body: requests.Track,
    idempotent: true,
    answered: { form: 'enveloped', of: answers.TrackedEvent },
  },
  {
    method: 'post',
    path: '/v1/verify',
    name: 'verify',
    tag: 'Public',
    summary: 'Verify an email address',
    body: requests.Verify,
    answered: { form: 'enveloped', of: answers.Verification },
  },
  {
    method: 'get',
    path: '/health',
    name: 'health',
    tag: 'Service',
    summary: 'Tell whether the service answers',
    key: 'none',
    answered: { form: 'plain', of: answers.Health },
  },
  {
    method: 'get',
    path: '/openapi.json',
    name: 'describe',
    tag: 'Service',
    summary: 'Give this document',
    key: 'none',
    answered: { form: 'plain', of: answers.OpenApi },
  },
]
