import type { MiddlewareHandler } from 'hono'
import { ServiceFailure } from '../http/failure'
import type { Env } from '../http/guards'
import type { RequestLimit } from '../http/rate-limit'
import { bearerOf, sameSecret } from '../http/same-secret'
import { hashOf } from '../keys'
import type { RecordAccount } from './account'

/**
 * Lets in who has the personal access token and names the company it belongs to (interface.md section 5), and counts
 * their requests against a limit of this interface's own, whatever the path. Who has no token is not counted.
 */
export function recordAccess(
  account: () => Promise<RecordAccount>,
  limit: RequestLimit,
): MiddlewareHandler<Env> {
  return async (c, next) => {
    const header = c.req.header('authorization')
    if (header === undefined) {
      throw new ServiceFailure('MISSING_AUTH', 'There is no personal access token in the request.', {
        suggestion: 'Send Authorization: Bearer and your token.',
      })
    }
    const { tokenHash, companyId } = await account()
    const given = bearerOf(header)
    if (given === undefined || !sameSecret(hashOf(given), tokenHash)) {
      throw new ServiceFailure('INVALID_API_KEY', 'The personal access token is not known here.', {
        suggestion: 'Check the token. A key of the email service does not open the records.',
      })
    }
    const wait = await limit.take()
    if (wait > 0) {
      throw new ServiceFailure(
        'RATE_LIMIT_EXCEEDED',
        'The account sent more requests than a minute may hold.',
        {
          suggestion: `Wait ${wait} s.`,
          retryAfter: wait,
        },
      )
    }
    const company = c.req.header('x-service-company-id')
    if (company !== companyId) {
      throw new ServiceFailure(
        'FORBIDDEN',
        company === undefined
          ? 'The request names no company.'
          : 'The token does not belong to this company.',
        { suggestion: "Send the company's id in the header x-service-company-id." },
      )
    }
    await next()
  }
}
