import { fitting } from './made'
import type { Subject } from './subject'

/** What an id of a path stands for. */
export type Kind = 'contact' | 'template' | 'campaign' | 'segment' | 'workflow' | 'domain'

/** One line of the index of endpoints (interface.md section 4). */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** With `:id`. */
  path: string
  /** What `:id` stands for. */
  of?: Kind
  /** Whether a public key is enough. */
  publicKey?: boolean
  /** A body that fits; endpoints without one read none. */
  body?(service: Subject): unknown
  /** The body may be left out. */
  bodyOptional?: boolean
}

const someone = { email: 'conformance-nobody@example.com' }
const members = () => ({ emails: [someone.email] })

/** The whole index. */
export const endpoints: Endpoint[] = [
  {
    method: 'POST',
    path: '/v1/send',
    body: ({ sender, recipient }) => ({
      to: recipient,
      from: sender,
      subject: 'Hello',
      body: '<p>Hello</p>',
    }),
  },
  { method: 'POST', path: '/v1/track', publicKey: true, body: () => ({ ...someone, event: 'conformance' }) },
  { method: 'POST', path: '/v1/verify', body: () => someone },
  { method: 'GET', path: '/contacts' },
  { method: 'POST', path: '/contacts', body: fitting.contact },
  { method: 'GET', path: '/contacts/:id', of: 'contact' },
  { method: 'PATCH', path: '/contacts/:id', of: 'contact', body: () => ({ subscribed: true }) },
  { method: 'DELETE', path: '/contacts/:id', of: 'contact' },
  { method: 'GET', path: '/templates' },
  { method: 'POST', path: '/templates', body: fitting.template },
  { method: 'GET', path: '/templates/:id', of: 'template' },
  { method: 'PATCH', path: '/templates/:id', of: 'template', body: () => ({ subject: 'Changed' }) },
  { method: 'DELETE', path: '/templates/:id', of: 'template' },
  { method: 'GET', path: '/campaigns' },
  { method: 'POST', path: '/campaigns', body: fitting.campaign },
  { method: 'GET', path: '/campaigns/:id', of: 'campaign' },
  { method: 'PATCH', path: '/campaigns/:id', of: 'campaign', body: () => ({ subject: 'Changed' }) },
  {
    method: 'POST',
    path: '/campaigns/:id/send',
    of: 'campaign',
    body: () => ({ scheduledFor: '2099-01-01T00:00:00.000Z' }),
    bodyOptional: true,
  },
  { method: 'POST', path: '/campaigns/:id/cancel', of: 'campaign' },
  {
    method: 'POST',
    path: '/campaigns/:id/test',
    of: 'campaign',
    body: ({ recipient }) => ({ email: recipient }),
  },
  { method: 'GET', path: '/campaigns/:id/stats', of: 'campaign' },
  { method: 'GET', path: '/segments' },
  { method: 'POST', path: '/segments', body: fitting.segment },
  { method: 'GET', path: '/segments/:id', of: 'segment' },
  { method: 'PATCH', path: '/segments/:id', of: 'segment', body: () => ({ description: 'Changed' }) },
  { method: 'DELETE', path: '/segments/:id', of: 'segment' },
  { method: 'GET', path: '/segments/:id/contacts', of: 'segment' },
  { method: 'POST', path: '/segments/:id/members', of: 'segment', body: members },
  { method: 'DELETE', path: '/segments/:id/members', of: 'segment', body: members },
  { method: 'GET', path: '/workflows' },
  { method: 'POST', path: '/workflows', body: fitting.workflow },
  { method: 'GET', path: '/workflows/:id', of: 'workflow' },
  { method: 'PATCH', path: '/workflows/:id', of: 'workflow', body: () => ({ description: 'Changed' }) },
  { method: 'DELETE', path: '/workflows/:id', of: 'workflow' },
  { method: 'GET', path: '/workflows/:id/executions', of: 'workflow' },
  { method: 'GET', path: '/events' },
  { method: 'GET', path: '/events/names' },
  { method: 'GET', path: '/domains' },
  { method: 'POST', path: '/domains', body: fitting.domain },
  { method: 'DELETE', path: '/domains/:id', of: 'domain' },
]

/** Rows for `it.each`: what an endpoint is called, and the endpoint. */
export const named = (chosen: Endpoint[]): [string, Endpoint][] =>
  chosen.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint])

/** An id in the form of an UUID that stands for nothing. */
export const nobody = '00000000-0000-4000-8000-000000000000'
