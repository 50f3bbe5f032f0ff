import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { TimerClock } from '../clock'
import type { DnsLookups } from '../dns/dns'
import type { AddressCheck } from '../../src-shared/interface/public-address'
import { joinSignals } from '../../src-shared/signals'

/** A call of a webhook. */
export interface WebhookCall {
  /** http or https, without user name and password. */
  url: string
  method: string
  headers: Readonly<Record<string, string>>
  /** JSON text; null for none. */
  body: string | null
  /** How many redirects are followed; none unless said. */
  redirects?: number
  /** Whether any answer is taken, whatever its status. */
  takesAnyStatus?: boolean
}

/** How a call ended. `again` says whether another try may end better. */
export type WebhookResult = { taken: true } | { taken: false; reason: string; again: boolean }

/** What calling needs. */
export interface WebhookNeeds {
  dns: Pick<DnsLookups, 'ipv4' | 'ipv6'>
  mayCall: AddressCheck
  clock: TimerClock
}

/** How long a call may take, from the look-up of the name to the end of the answer, in milliseconds. */
const callWithin = 10_000
/** How much of an answer is read, in bytes; nothing of it is used. */
const answerMax = 64 * 1024

const refused = (reason: string): WebhookResult => ({ taken: false, reason, again: false })
const trouble = (reason: string): WebhookResult => ({ taken: false, reason, again: true })

/**
 * Calls a webhook, once. The name is looked up here, every address it has must be one that may be called, and the
 * connection goes to those addresses and no other: a second look-up might find another. The same holds for each redirect
 * that is followed.
 * Never rejects, except with what `signal` was aborted with.
 */
export async function callWebhook(
  call: WebhookCall,
  { dns, mayCall, clock }: WebhookNeeds,
  signal: AbortSignal,
): Promise<WebhookResult> {
  const late = new AbortController()
  const either = joinSignals(signal, late.signal)
  const callOff = clock.after(callWithin, () => late.abort())
  try {
    let now = call
    for (let left = call.redirects ?? 0; ; left--) {
      const found = await orAborted(addressesOf(new URL(now.url), dns), either.signal)
      if (!Array.isArray(found)) return found
      // All of them: whoever controls the name must not have us try the public one and take the private one.
      if (!found.every(mayCall)) return refused('Its address is not on the public internet.')
      const answer = await send(now, found, either.signal)
      const next = left > 0 ? redirected(now, answer) : null
      if (!next) return call.takesAnyStatus ? { taken: true } : resultOf(answer.status)
      now = next
    }
  } catch (error) {
    signal.throwIfAborted()
    if (late.signal.aborted) return trouble(`There was no answer within ${callWithin / 1000} s.`)
    return trouble(`The connection failed (${codeOf(error)}).`)
  } finally {
    either.release()
    callOff()
  }
}

/** What a call was answered with. */
interface WebhookAnswer {
  status: number
  location: string | undefined
}

/** The call that a redirect asks for; null where there is none. */
function redirected(call: WebhookCall, { status, location }: WebhookAnswer): WebhookCall | null {
  if (![301, 302, 303, 307, 308].includes(status) || location === undefined) return null
  const url = new URL(location, call.url).href
  return status >= 307 ? { ...call, url } : { ...call, url, method: 'GET', body: null }
}

async function addressesOf({ hostname }: URL, dns: WebhookNeeds['dns']): Promise<string[] | WebhookResult> {
  const literal = hostname.replace(/^\[(.*)\]$/, '$1')
  if (isIP(literal) !== 0) return [literal]
  const answers = await Promise.all([dns.ipv4(hostname), dns.ipv6(hostname)])
  const addresses = answers.flatMap((answer) => (answer.kind === 'found' ? answer.records : []))
  if (addresses.length > 0) return addresses
  return trouble(
    answers.some(({ kind }) => kind === 'unavailable')
      ? 'The address of its host could not be looked up.'
      : 'Its host has no address.',
  )
}

function send(
  { url: text, method, headers, body }: WebhookCall,
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<WebhookAnswer> {
  const url = new URL(text)
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  const content = body === null ? undefined : Buffer.from(body)
  return new Promise((resolve, reject) => {
    const call = request(url, {
      method,
      // A connection of its own: no other call's, which might go to another address.
      agent: false,
      lookup: only(addresses),
      signal,
      headers: {
        'User-Agent': 'Postroom',
        ...(content && { 'Content-Type': 'application/json' }),
        ...headers,
        ...(content && { 'Content-Length': content.length }),
      },
    })
    call.once('error', reject)
    call.once('response', (answer) => {
      const result = { status: answer.statusCode ?? 0, location: answer.headers.location }
      let read = 0
      answer.on('data', (chunk: Buffer) => {
        read += chunk.length
        if (read > answerMax) answer.destroy()
      })
      // What comes after the status changes nothing, even if it breaks off.
      answer.on('error', () => resolve(result))
      answer.once('close', () => resolve(result))
    })
    call.end(content)
  })
}

/** Stands for the look-up of a name that was looked up already. */
function only(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_hostname, { all }, tell) => {
    const [first] = found
    if (all || !first) tell(null, found)
    else tell(null, first.address, first.family)
  }
}

function resultOf(status: number): WebhookResult {
  if (status >= 200 && status < 300) return { taken: true }
  if (status >= 300 && status < 400) return refused(`It answered ${status}: redirects are not followed.`)
  const passing = status >= 500 || [408, 425, 429].includes(status)
  return passing ? trouble(`It answered ${status}.`) : refused(`It answered ${status}.`)
}

function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(new Error('Aborted.'))
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'no code'
}
