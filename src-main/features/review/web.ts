import { lookup } from 'node:dns'
import * as http from 'node:http'
import * as https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from '../../../src-shared/interface/public-address'
import { parseUrl } from '../../../src-shared/url'
import { codeOf } from '../../../src-shared/error-code'

/** Why an address of the web gave no answer. */
export type WebFailure =
  'notWeb' | 'private' | 'unknownHost' | 'refused' | 'timedOut' | 'insecure' | 'tooLarge' | 'brokenOff'

/** What an address of the web answered; redirects are not followed. */
type WebAnswer =
  | {
      kind: 'answered'
      status: number
      type: string
      /** As it says it is long; null: it does not. */
      bytes: number | null
      location: string | null
      body: Buffer
    }
  | { kind: 'failed'; why: WebFailure }

interface WebQuestion {
  url: string
  method: 'HEAD' | 'GET'
  /** Bytes of the body that are taken; 0: it is not read. */
  maxBytes: number
  /** Milliseconds until all of it must be there. */
  withinMs: number
  signal?: AbortSignal | undefined
}

/** Asks the web what mails name: without cookies, without a referrer, and without ever saying who asks. */
export type Web = (question: WebQuestion) => Promise<WebAnswer>

/**
 * The web as it is asked. Only addresses of the public internet are reached, whatever a name resolves to: a mail must not
 * make this machine ask its own network. `isPublic` is for tests.
 */
export function createWeb(isPublic: (address: string) => boolean = isPublicAddress): Web {
  const looking: LookupFunction = (host, options, done) => {
    lookup(host, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '')
      const open = addresses.filter(({ address }) => isPublic(address))
      const [first] = open
      if (first === undefined) return done(new PrivateAddress(), '')
      if (options.all === true) done(null, open)
      else done(null, first.address, first.family)
    })
  }

  return ({ url, method, maxBytes, withinMs, signal }) =>
    new Promise((resolve) => {
      const target = parsed(url)
      if (target === null) return resolve({ kind: 'failed', why: 'notWeb' })
      const host = target.hostname.replace(/^\[(.*)\]$/, '$1')
      if (isIP(host) !== 0 && !isPublic(host)) return resolve({ kind: 'failed', why: 'private' })
      const request = (target.protocol === 'https:' ? https : http).request(target, {
        method,
        lookup: looking,
        agent: false,
        headers: { 'User-Agent': 'Mozilla/5.0 (compatible; link check)', Accept: '*/*' },
      })
      const end = (answer: WebAnswer) => {
        clearTimeout(late)
        signal?.removeEventListener('abort', leave)
        resolve(answer)
        request.destroy()
      }
      const late = setTimeout(() => end({ kind: 'failed', why: 'timedOut' }), withinMs)
      const leave = () => end({ kind: 'failed', why: 'brokenOff' })
      signal?.addEventListener('abort', leave, { once: true })
      request.on('error', (error) => end({ kind: 'failed', why: whyOf(error) }))
      request.on('response', (response) => {
        const { statusCode: status = 0, headers } = response
        const length = Number(headers['content-length'] ?? Number.NaN)
        const head = {
          kind: 'answered' as const,
          status,
          type: headers['content-type'] ?? '',
          bytes: Number.isSafeInteger(length) ? length : null,
        }
        const location = headers.location ?? null
        if (method === 'HEAD' || maxBytes === 0) return end({ ...head, location, body: Buffer.alloc(0) })
        const chunks: Buffer[] = []
        let received = 0
        response.on('data', (chunk: Buffer) => {
          received += chunk.length
          if (received > maxBytes) end({ kind: 'failed', why: 'tooLarge' })
          else chunks.push(chunk)
        })
        response.on('end', () =>
          end(
            response.complete
              ? { ...head, location, body: Buffer.concat(chunks) }
              : { kind: 'failed', why: 'brokenOff' },
          ),
        )
        response.on('error', () => end({ kind: 'failed', why: 'brokenOff' }))
      })
      request.end()
      if (signal?.aborted) leave()
    })
}

class PrivateAddress extends Error {
  override readonly name = 'PrivateAddress'
}

function parsed(url: string): URL | null {
  const target = parseUrl(url)
  // No address at all is told like one of another kind.
  if (target?.protocol !== 'https:' && target?.protocol !== 'http:') return null
  target.username = ''
  target.password = ''
  return target
}

function whyOf(error: Error): WebFailure {
  if (error instanceof PrivateAddress) return 'private'
  const code = codeOf(error)
  if (/^(?:ENOTFOUND|EAI_AGAIN|ENODATA)$/.test(code)) return 'unknownHost'
  if (code === 'ECONNREFUSED' || code === 'EHOSTUNREACH' || code === 'ENETUNREACH') return 'refused'
  if (code === 'ETIMEDOUT') return 'timedOut'
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/.test(code)) return 'insecure'
  return 'brokenOff'
}
