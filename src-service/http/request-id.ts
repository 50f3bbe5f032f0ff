import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'

const bytes = 10
// Asking for random bytes costs as much for one id as for hundreds.
let drawn = Buffer.alloc(0)

/** An id that no other request has: `req_` and twenty hexadecimal digits. */
function newRequestId(): string {
  if (drawn.length < bytes) drawn = randomBytes(400 * bytes)
  const id = drawn.toString('hex', 0, bytes)
  drawn = drawn.subarray(bytes)
  return `req_${id}`
}

/** The id of a request: the client's own where that counts, else a new one. */
export function requestIdOf(c: Context, echoes: boolean): string {
  return (echoes && c.req.header('x-request-id')) || newRequestId()
}
