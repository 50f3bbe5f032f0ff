import { tell, type Told } from '../../../src-shared/messages/told'
import type { Clock } from '../clock'
import * as http from 'node:http'
import * as https from 'node:https'
import type { ProblemError } from '../../../src-shared/problem'
import { isProblem, problem } from '../problems'
import { acceptedEncodings, decompress, decompressBeginning } from './decompress'
import { connectionProblem } from './failures'
import { tooLarge } from './too-large'
import { codeOf } from '../../../src-shared/error-code'

/** One HTTP request, once. */
export interface WireRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the service's address, with its query. */
  path: string
  key: string
  /** JSON, or bytes of the type `contentType`. */
  body?: string | Buffer
  contentType?: string
  idempotencyKey?: string
  /** A connection of its own: one that was idle may be closing, and whether the request arrived is then unknown. */
  fresh?: boolean
  /** Milliseconds until the connection must stand, and until the whole answer must be there. */
  connectMs: number
  answerMs: number
  signal?: AbortSignal
  onSent?: () => void
}

/** An answer with its body undone and read whole. An error's body that broke off is "". */
export interface WireAnswer {
  status: number
  text: string
  headers: http.IncomingHttpHeaders
  /** Milliseconds from sending to the end of the answer. */
  durationMs: number
}

/** What became of a request: `sent` says whether the service may have seen it. */
export type Exchange =
  | { kind: 'answered'; answer: WireAnswer }
  | {
      kind: 'failed'
      problem: ProblemError
      sent: boolean
      stale: boolean
      /** Of an answer that began to come. */
      status?: number
      durationMs: number
    }

/** Sends requests to one origin, and the key to nothing else. Redirects are answers like any other here. */
export interface Transport {
  exchange(request: WireRequest): Promise<Exchange>
  /** Ends every connection. */
  close(): void
}

interface TransportOptions {
  /** As `tidyAddress` gives it. */
  address: string
  version: string
  clock: Clock
  /** Most bytes that an answer may have once it is decompressed. */
  maxAnswerBytes: number
  /** Sent with every request, besides what each needs. */
  headers?: Readonly<Record<string, string>>
}

/**
 * Opens a transport. Connections are kept alive between requests.
 * In one piece: how far a request got, and what ended it, is told from one set of variables.
 */
export function createTransport(options: TransportOptions): Transport {
  const { address, version, clock, maxAnswerBytes } = options
  const base = new URL(address)
  const secure = base.protocol === 'https:'
  const prefix = base.pathname.replace(/\/+$/, '')
  const host = base.host
  const newAgent = (options: http.AgentOptions) =>
    secure ? new https.Agent(options) : new http.Agent(options)
  // A name such as localhost has two addresses, and the service may listen on one of them: both are tried.
  const kept = newAgent({ keepAlive: true, scheduling: 'lifo', autoSelectFamily: true })
  const fresh = newAgent({ keepAlive: false, autoSelectFamily: true })

  function open(request: WireRequest): http.ClientRequest {
    const headers: http.OutgoingHttpHeaders = {
      ...options.headers,
      Accept: 'application/json',
      'Accept-Encoding': acceptedEncodings,
      'User-Agent': `Postroom/${version}`,
      Authorization: `Bearer ${request.key}`,
    }
    if (request.body !== undefined) {
      headers['Content-Type'] = request.contentType ?? 'application/json'
      headers['Content-Length'] = Buffer.byteLength(request.body)
    }
    if (request.idempotencyKey !== undefined) headers['Idempotency-Key'] = request.idempotencyKey
    return (secure ? https : http).request({
      protocol: base.protocol,
      // URL keeps the brackets of an IPv6 address, which a socket does not know.
      hostname: base.hostname.replace(/^\[(.*)\]$/, '$1'),
      port: base.port === '' ? undefined : base.port,
      path: prefix + request.path,
      method: request.method,
      headers,
      agent: request.fresh ? fresh : kept,
    })
  }

  async function exchange(request: WireRequest): Promise<Exchange> {
    const began = clock.monotonic()
    let sent = false
    let stale = false
    let status: number | undefined
    const failed = (reason: ProblemError): Exchange => ({
      kind: 'failed',
      problem: reason,
      sent,
      stale,
      status,
      durationMs: clock.monotonic() - began,
    })
    if (request.signal?.aborted) return failed(problem('cancelled'))

    const outgoing = open(request)
    // The first reason wins: destroying the request makes it fail again, with the consequence.
    let reason: ProblemError | null = null
    let response: http.IncomingMessage | null = null
    const stop = (why: ProblemError) => {
      reason ??= why
      response?.destroy(why)
      outgoing.destroy(why)
    }
    const cancel = () => stop(problem('cancelled'))
    const over = new AbortController()
    request.signal?.addEventListener('abort', cancel, { once: true })
    const limit = (ms: number, isDue: () => boolean, why: Told) => {
      clock.sleep(ms, over.signal).then(
        () => isDue() && stop(problem('timed_out', { why })),
        () => undefined, // The exchange ended first.
      )
    }
    limit(
      request.connectMs,
      () => !sent,
      tell('core.transport.hostDidNotTake', { host, seconds: seconds(request.connectMs) }),
    )
    limit(
      request.answerMs,
      () => true,
      tell('core.transport.noCompleteAnswerCame', { host, seconds: seconds(request.answerMs) }),
    )

    try {
      const answer = new Promise<http.IncomingMessage>((resolve, reject) => {
        outgoing.once('response', resolve)
        // Stays attached: a request may fail again after it was answered.
        outgoing.on('error', reject)
      })
      outgoing.once('socket', (socket) => {
        const established = () => {
          sent = true
          request.onSent?.()
        }
        if (!socket.connecting) established()
        else socket.once(secure ? 'secureConnect' : 'connect', established)
      })
      outgoing.end(request.body)

      response = await answer
      status = response.statusCode ?? 0
      const text = await readText(response, status, maxAnswerBytes)
      // Stopped before the response was known here, its body only broke off.
      if (reason !== null) throw reason
      const durationMs = clock.monotonic() - began
      return { kind: 'answered', answer: { status, text, headers: response.headers, durationMs } }
    } catch (error) {
      const why = reason ?? (isProblem(error) ? error : connectionProblem(error, host))
      stale = outgoing.reusedSocket && status === undefined && /^(ECONNRESET|EPIPE)$/.test(codeOf(error))
      outgoing.destroy()
      return failed(why)
    } finally {
      over.abort(ended)
      request.signal?.removeEventListener('abort', cancel)
    }
  }

  return {
    exchange,
    close() {
      kept.destroy()
      fresh.destroy()
    },
  }
}

/** Why nothing is waited for any more: made once, since an error made for every request costs more than its timers. */
const ended = new Error('The exchange ended')

/** So much of an answer that is too large is looked at to tell what it is, in bytes as they came. */
const beginning = 4096

/** Reads a body. What an error says is worth less than its status: it is "" where it cannot be read. */
async function readText(response: http.IncomingMessage, status: number, cap: number): Promise<string> {
  try {
    const encoding = response.headers['content-encoding']
    const { raw, whole } = await readAll(response, cap)
    if (!whole) throw tooLarge(await decompressBeginning(raw.subarray(0, beginning), encoding))
    return (await undone(raw, encoding, cap)).toString('utf8')
  } catch (error) {
    if (status < 300 || isProblem(error, 'cancelled')) throw error
    response.destroy()
    return ''
  }
}

async function undone(raw: Buffer, encoding: string | undefined, cap: number): Promise<Buffer> {
  try {
    return await decompress(raw, encoding, cap)
  } catch (error) {
    if (!isProblem(error, 'answer_too_large')) throw error
    throw tooLarge(await decompressBeginning(raw.subarray(0, beginning), encoding))
  }
}

/** `whole`: false where more than `cap` bytes came; the rest was not waited for. */
async function readAll(
  response: http.IncomingMessage,
  cap: number,
): Promise<{ raw: Buffer; whole: boolean }> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length
    chunks.push(chunk)
    if (length > cap) return { raw: Buffer.concat(chunks, length), whole: false }
  }
  if (!response.complete) throw problem('connection_reset')
  return { raw: Buffer.concat(chunks, length), whole: true }
}

const seconds = (ms: number): string => (ms < 1000 ? `${Math.round(ms)} ms` : `${Math.round(ms / 1000)} s`)
