import type { z } from 'zod'
import type { ServiceErrorCode } from '../../src-shared/interface/errors'
import type { ListName } from '../dialect/dialect'

/** What answers a request that went well. Which form that has on the wire is the dialect's to say (openapi/forms.ts). */
type Answered =
  /** One record, as the dialect sends one. */
  | { form: 'record'; of: z.ZodType }
  /** One result, in `{success, data}` in every dialect (interface.md section 4, "Response envelopes"). */
  | { form: 'enveloped'; of: z.ZodType }
  /** A list, narrowed by `query`. */
  | { form: 'list'; list: ListName; of: z.ZodType }
  | { form: 'names' }
  | { form: 'deleted' }
  /** JSON as it is. */
  | { form: 'plain'; of: z.ZodType }

/** One endpoint, as the document describes it. The schemas are those that its route reads and answers with. */
export interface Operation {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** `/contacts/{id}`. */
  path: string
  /** Its name: the same in every dialect. */
  name: string
  tag: string
  summary: string
  description?: string
  /** Which keys open it: the secret one (unless said), either, or none. */
  key?: 'either' | 'none'
  /** Query parameters besides those of paging, or all of them where `pagesItself`. */
  query?: z.ZodObject
  /** Whether `query` holds the paging as well. */
  pagesItself?: true
  body?: z.ZodType
  /** The body may be left out. */
  bodyOptional?: true
  /** Takes an `Idempotency-Key`. */
  idempotent?: true
  answered: Answered
  /** The status of an answer that went well: 200 unless said. */
  statuses?: (200 | 201)[]
  /** Codes of refusals besides those that every endpoint has. */
  refuses?: ServiceErrorCode[]
}

/**
 * An endpoint, `get /contacts/{id}`, and what it has of its own. Its tag is what its path begins with, but for the public
 * endpoints and those that tell of the service itself.
 */
export function operation(
  endpoint: `${Operation['method']} /${string}`,
  name: string,
  summary: string,
  own: Omit<Operation, 'method' | 'path' | 'name' | 'summary' | 'tag'>,
): Operation {
  const [method, path = ''] = endpoint.split(' ') as [Operation['method'], string]
  const [, begins = ''] = path.split('/')
  const tag =
    { v1: 'Public', health: 'Service', 'openapi.json': 'Service' }[begins] ??
    `${begins.charAt(0).toUpperCase()}${begins.slice(1)}`
  return { method, path, name, tag, summary, ...own }
}
