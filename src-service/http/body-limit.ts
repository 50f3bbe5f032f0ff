import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { BodyLimits } from '../dialect/http-rules'
import { unexpected } from './deployed/refusals'
import { ServiceFailure } from './failure'
import type { Env } from './guards'

const megabyte = 1024 * 1024

/** The largest body taken, in bytes. */
export const bodyMax = megabyte

/** How much of a refused body is read to its end, so that the client has sent it all when it is answered. */
const drainMax = 16 * megabyte

/** The largest body of who has no more than the public key, which anybody can read in a page: an event and its data. */
const publicBodyMax = 128 * 1024

/** Refuses bodies that are too large: interface.md section 7 knows no 413. */
export function limitBody({
  usual: usualMax,
  send,
  secret,
  refusedAs500,
}: BodyLimits): MiddlewareHandler<Env> {
  const refusal = (maxSize: number) => (refusedAs500 ? unexpected() : bodyTooLarge(maxSize))
  const usual = limit(usualMax, refusal)
  const small = limit(publicBodyMax, refusal)
  const withSecret = limit(secret, refusal)
  const withAttachments = limit(send, refusal)
  return (c, next) => {
    // Only who may send is let hold that much memory.
    const keyClass = c.get('keyClass')
    if (keyClass === 'public') return small(c, next)
    if (keyClass !== 'secret') return usual(c, next)
    return (c.req.path === '/v1/send' ? withAttachments : withSecret)(c, next)
  }
}

function limit(maxSize: number, refusal: (maxSize: number) => ServiceFailure): MiddlewareHandler<Env> {
  const onError = async (c: Context): Promise<never> => {
    const { body } = c.req.raw
    // Answering while the client still writes would reset the connection, and it might never read why.
    if (body && !body.locked) await drain(body)
    c.header('Connection', 'close')
    throw refusal(maxSize)
  }
  const counted = bodyLimit({ maxSize, onError })
  return (c, next) => {
    // Looking at the body itself makes a stream of it, which costs as much as the rest of a small request. Where a length
    // is said, Node sees to it that no more comes.
    const length = c.req.header('content-length')
    if (c.req.header('transfer-encoding') !== undefined) return counted(c, next)
    if (length !== undefined) return Number(length) > maxSize ? onError(c) : next()
    return c.req.method === 'GET' ? next() : counted(c, next)
  }
}

/** The refusal of a body of more than `max` bytes. */
export function bodyTooLarge(max: number): ServiceFailure {
  return new ServiceFailure(
    'BAD_REQUEST',
    `The body is larger than ${max < megabyte ? `${max / 1024} KB` : `${max / megabyte} MB`}.`,
    {
      suggestion: 'Send less at once.',
    },
  )
}

async function drain(body: ReadableStream<Uint8Array>): Promise<void> {
  const reader = body.getReader()
  for (let read = 0; read < drainMax;) {
    const { done, value } = await reader.read()
    if (done) return
    read += value.length
  }
}
