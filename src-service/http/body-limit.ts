import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { ServiceFailure } from './failure'
import type { Env } from './guards'

/** The largest body taken, in bytes. */
export const bodyMax = 1024 * 1024

/** How much of a refused body is read to its end, so that the client has sent it all when it is answered. */
const drainMax = 16 * bodyMax

/** Refuses bodies over {@link bodyMax} with 400 (interface.md section 7 knows no 413). */
export function limitBody(): MiddlewareHandler<Env> {
  return bodyLimit({
    maxSize: bodyMax,
    async onError(c) {
      const { body } = c.req.raw
      // Answering while the client still writes would reset the connection, and it might never read why.
      if (body && !body.locked) await drain(body)
      c.header('Connection', 'close')
      throw new ServiceFailure('BAD_REQUEST', 'The body is larger than 1 MB.', {
        suggestion: 'Send less at once.',
      })
    },
  })
}

async function drain(body: ReadableStream<Uint8Array>): Promise<void> {
  const reader = body.getReader()
  for (let read = 0; read < drainMax;) {
    const { done, value } = await reader.read()
    if (done) return
    read += value.length
  }
}
