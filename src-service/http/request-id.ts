import { randomBytes } from 'node:crypto'

const bytes = 10
// Asking for random bytes costs as much for one id as for hundreds.
let drawn = Buffer.alloc(0)

/** An id that no other request has: `req_` and twenty hexadecimal digits. */
export function newRequestId(): string {
  if (drawn.length < bytes) drawn = randomBytes(400 * bytes)
  const id = drawn.toString('hex', 0, bytes)
  drawn = drawn.subarray(bytes)
  return `req_${id}`
}
