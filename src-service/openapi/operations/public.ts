import { answers } from '../answers'
import { type Operation, operation } from '../operation'
import { requests } from '../requests'

/** The public endpoints, and what needs no key. */
export const publicOperations: Operation[] = [
  operation('post /v1/send', 'send', 'Send transactional email', {
    description:
      'Creates or updates the contact of each recipient. Subject, body and sender come from the request, or else from its template.',
    body: requests.Send,
    idempotent: true,
    answered: { form: 'enveloped', of: answers.SendResult },
    refuses: ['TEMPLATE_NOT_FOUND'],
  }),
  operation('post /v1/track', 'track', 'Track an event for a contact', {
    description: 'Creates or updates the contact. Names that the service emits itself are refused.',
    key: 'either',
    body: requests.Track,
    idempotent: true,
    answered: { form: 'enveloped', of: answers.TrackedEvent },
  }),
  operation('post /v1/verify', 'verify', 'Verify an email address', {
    body: requests.Verify,
    answered: { form: 'enveloped', of: answers.Verification },
  }),
  operation('get /health', 'health', 'Tell whether the service answers', {
    key: 'none',
    answered: { form: 'plain', of: answers.Health },
  }),
  operation('get /openapi.json', 'describe', 'Give this document', {
    key: 'none',
    answered: { form: 'plain', of: answers.OpenApi },
  }),
]
