import type { MiddlewareHandler } from 'hono'
import type { Project } from '../store/project'
import { ServiceFailure } from './failure'
import type { RateLimit } from './rate-limit'
import { bearerOf, sameSecret } from './same-secret'

/** What the middleware leaves for the routes. */
export interface RequestVariables {
  requestId: string
  /** The class of the key that came with the request; null without one, or with one that is not ours. */
  keyClass: 'secret' | 'public' | null
  disabled: boolean
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
  project: () => Project,
  limit: RateLimit,
  saysRetryAfter: boolean,
): MiddlewareHandler<Env> {
  return async (c, next) => {
    const key = bearerOf(c.req.header('authorization'))
    const { secretKey, publicKey, disabled } = project()
    const keyClass =
      key === undefined
        ? null
        : sameSecret(key, secretKey)
          ? 'secret'
          : sameSecret(key, publicKey)
            ? 'public'
            : null
    c.set('keyClass', keyClass)
    c.set('disabled', disabled)
    const wait = keyClass === null ? 0 : limit.take()
    if (wait > 0) {
      throw new ServiceFailure(
        'RATE_LIMIT_EXCEEDED',
        'The project sent more requests than a minute may hold.',
        {
          suggestion: `Wait ${wait} s.`,
          ...(saysRetryAfter && { retryAfter: wait }),
        },
      )
    }
    await next()
  }
}

/** Lets a route be called with one of these classes of key only (interface.md section 5). */
export function requireKey(...classes: ('secret' | 'public')[]): MiddlewareHandler<Env> {
  return async (c, next) => {
    if (c.req.header('authorization') === undefined) {
      throw new ServiceFailure('MISSING_AUTH', 'There is no API key in the request.', {
        suggestion: 'Send Authorization: Bearer and your key.',
      })
    }
    const keyClass = c.get('keyClass')
    if (keyClass === null) {
      throw new ServiceFailure('INVALID_API_KEY', 'The API key is not one of this project.', {
        suggestion: 'Check the key.',
      })
    }
    if (!classes.includes(keyClass)) {
      throw new ServiceFailure('INVALID_API_KEY', 'A public key may only track events.', {
        suggestion: 'Use the secret key here.',
      })
    }
    if (c.get('disabled')) {
      throw new ServiceFailure('PROJECT_DISABLED', 'The project is disabled.', {
        suggestion: 'Ask whoever runs the service to enable it.',
      })
    }
    await next()
  }
}
