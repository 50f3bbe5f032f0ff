import type { Context, MiddlewareHandler } from 'hono'
import type { HttpRules, KeyClass, KeyRules } from '../dialect/http-rules'
import { hashOf } from '../keys'
import type { Project } from '../store/project'
import { ServiceFailure } from './failure'
import type { RequestLimit } from './rate-limit'
import { bearerOf, sameSecret } from './same-secret'

interface RequestVariables {
  requestId: string
  /** The class of the key that came with the request; null without one, or with one that is not ours. */
  keyClass: KeyClass | null
  keyRules: KeyRules
  disabled: boolean
  /** The JSON body, where the dialect parses it before it looks at a key. */
  body: unknown
}

/** The environment of every route. */
export interface Env {
  Variables: RequestVariables
}

/**
 * Reads the key and counts the request against its project's limit, whatever the path: interface.md section 8 counts
 * all requests. Requests without a valid key belong to no project and are not counted.
 */
export function identify(
  project: () => Promise<Project>,
  limit: RequestLimit,
  { keys, tellsRate }: Pick<HttpRules, 'keys' | 'tellsRate'>,
): MiddlewareHandler<Env> {
  return async (c, next) => {
    const header = c.req.header('authorization')
    const key = isMalformed(header, keys) ? undefined : bearerOf(header)
    c.set('keyRules', keys)
    c.set('keyClass', null)
    // Nothing is asked of the database for it: what tells that the process lives is answered while that is away.
    if (key === undefined) return next()
    const { secretHash, publicHash, disabled } = await project()
    const hash = hashOf(key)
    const keyClass = sameSecret(hash, secretHash) ? 'secret' : sameSecret(hash, publicHash) ? 'public' : null
    c.set('keyClass', keyClass)
    c.set('disabled', disabled)
    const wait = keyClass === null ? 0 : await limit.take()
    if (wait > 0) {
      throw new ServiceFailure(
        'RATE_LIMIT_EXCEEDED',
        'The project sent more requests than a minute may hold.',
        {
          suggestion: `Wait ${wait} s.`,
          retryAfter: wait,
          ...(tellsRate && { details: { retryAfter: wait }, headers: limit.headers() }),
        },
      )
    }
    await next()
  }
}

/** Whether a header that must be exactly `Bearer <key>` is something else. */
function isMalformed(header: string | undefined, { exactHeader }: KeyRules): boolean {
  return exactHeader && header !== undefined && !/^Bearer [^ ]+$/.test(header)
}

/** The refusal of a request whose header holds no key; below /v1/ and elsewhere it may have different codes. */
function noKey(c: Context<Env>, { noHeaderOffV1 }: KeyRules): ServiceFailure {
  const code = c.req.path.startsWith('/v1/') || c.req.header('authorization') ? 'MISSING_AUTH' : noHeaderOffV1
  return new ServiceFailure(code, 'There is no API key in the request.', {
    suggestion: 'Send Authorization: Bearer and your key.',
  })
}

/** Lets a route be called with one of these classes of key only (interface.md section 5). */
export function requireKey(...classes: KeyClass[]): MiddlewareHandler<Env> {
  return async (c, next) => {
    const header = c.req.header('authorization')
    const rules = c.get('keyRules')
    if (header === undefined || isMalformed(header, rules)) throw noKey(c, rules)
    const keyClass = c.get('keyClass')
    if (keyClass === null) {
      throw new ServiceFailure('INVALID_API_KEY', 'The API key is not one of this project.', {
        suggestion: 'Check the key.',
      })
    }
    if (!classes.includes(keyClass)) {
      throw new ServiceFailure(
        'INVALID_API_KEY',
        classes.includes('secret') ? 'A public key may only track events.' : 'A secret key is not for this.',
        {
          suggestion: `Use the ${classes.join(' or ')} key here.`,
        },
      )
    }
    if (c.get('disabled') && !(rules.disabledReads && c.req.method === 'GET')) {
      throw new ServiceFailure('PROJECT_DISABLED', 'The project is disabled.', {
        suggestion: 'Ask whoever runs the service to enable it.',
      })
    }
    await next()
  }
}
