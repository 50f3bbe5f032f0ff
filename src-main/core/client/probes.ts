import type { Answer, CallOptions } from './call-options'
import { limits } from '../../../src-shared/interface/limits'
import { looksLikeHtml, parseBody } from './body'
import type { Ask } from './asking'
import type { WireAnswer } from './transport'

/** An id that no record has: what is asked of it can change nothing. */
const nobody = '00000000-0000-4000-8000-000000000000'

const get = (path: string) => ({ method: 'GET', path }) as const
/** With a body that the service must refuse: it tells of the call and writes nothing. */
const refused = (path: string, body: object = {}) => ({ method: 'POST', path, body }) as const

/** Every question by which it is found out what a service can do. None of them writes anything. */
const questions = {
  /** A path that no service has: how it says that there is no such call. */
  nowhere: get('/postroom-asks'),
  contacts: get('/contacts?limit=1'),
  events: get('/events?limit=1'),
  templates: get('/templates?limit=1'),
  workflows: get('/workflows?limit=1'),
  segments: get('/segments?limit=1'),
  campaigns: get('/campaigns?limit=1'),
  domains: get('/domains'),
  recipients: get(`/campaigns/${nobody}/recipients?limit=1`),
  activity: get('/activity?limit=1'),
  config: get('/config'),
  bulk: get('/contacts/bulk/none'),
  lookup: refused('/contacts/lookup', { emails: [] }),
  steps: refused(`/workflows/${nobody}/steps`),
  verify: refused('/v1/verify'),
  track: refused('/v1/track'),
} as const

/** A question by its name; the domains of a project need the id of the project. */
export type Probe = keyof typeof questions | { domainsOf: string }

/** What a service answered to a question, whatever its status. */
export interface ProbeAnswer {
  /** As it is shown: "GET /contacts". */
  request: string
  status: number
  /** Parsed JSON; undefined where it is none. */
  body: unknown
  /** What its refusal says, without the path and what differs from answer to answer; empty for none. */
  says: string
  /** Requests that its headers allow; null where they say nothing. */
  rateLimit: number | null
}

/** Asks one question, once: its refusal is an answer. Rejects where none came, and for 429 and 5xx. */
export async function askProbe(ask: Ask, probe: Probe, options: CallOptions): Promise<Answer<ProbeAnswer>> {
  const question: { method: 'GET' | 'POST'; path: string; body?: object } =
    typeof probe === 'string'
      ? questions[probe]
      : get(`/domains/project/${encodeURIComponent(probe.domainsOf)}`)
  const { method, path, body } = question
  return ask(
    { method, path, reads: true, probes: true, ...(body && { body: JSON.stringify(body) }) },
    options,
    ({ answer }) => answered(`${method} ${shown(path)}`, path, answer),
  )
}

/** A path without what says nothing to a person and takes its place: ids, and how little was asked for. */
function shown(path: string): string {
  return path
    .replace(nobody, '…')
    .replace('?limit=1', '')
    .replace(/^(\/domains\/project\/.{4}).+/, '$1…')
}

function answered(request: string, path: string, answer: WireAnswer): ProbeAnswer {
  const { status, text, headers } = answer
  const body = looksLikeHtml(text) ? undefined : parseBody(text)
  return {
    request,
    status,
    body,
    says: saidBy(status, body, path),
    rateLimit: limitIn(headers['ratelimit-limit']),
  }
}

/** What a refusal says, so that two of the same kind read the same, whichever path they are about. */
export function saidBy(status: number, body: unknown, path: string): string {
  if (status < 400) return ''
  const bare = path.replace(/\?.*$/, '')
  const text = wordsIn(body)
    .replaceAll(bare, '')
    .replace(/\b(GET|POST|PUT|PATCH|DELETE)\b/g, '')
  return text.replace(/\s+/g, ' ').trim().slice(0, 200)
}

function wordsIn(body: unknown): string {
  if (typeof body !== 'object' || body === null) return ''
  const { error, message } = body as { error?: unknown; message?: unknown }
  if (typeof error === 'string') return `${error} ${typeof message === 'string' ? message : ''}`
  if (typeof error === 'object' && error !== null) {
    const { code, message: inner } = error as { code?: unknown; message?: unknown }
    return [code, inner].filter((part) => typeof part === 'string').join(' ')
  }
  return typeof message === 'string' ? message : ''
}

/** Of a header that may be a number, or a number with more behind it. */
function limitIn(header: string | string[] | undefined): number | null {
  const found = Number(/^\d+/.exec(String(header ?? ''))?.[0] ?? Number.NaN)
  return Number.isFinite(found) && found > 0 && found <= limits.requestsPerMinute * 1000 ? found : null
}
