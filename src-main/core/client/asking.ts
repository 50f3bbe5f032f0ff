import type { Answer, CallOptions } from './call-options'
import { jsonText } from '../../../src-shared/interface/exact-number'
import type { Clock } from '../clock'
import type { Call, CallAnswer, Caller } from './calls'
import { requestIdOf, type UsedKey } from './refusals'
import { joinSignals } from '../../../src-shared/signals'
import { tell } from '../../../src-shared/messages/told'
import { problem } from '../problems'

/** Makes a call and reads its answer: the one place where a call's duration is taken. */
export type Ask = <T>(
  request: Omit<Call, 'key' | 'repeat'> & Partial<Pick<Call, 'key' | 'repeat'>>,
  options: CallOptions,
  read: (made: CallAnswer, key: UsedKey) => T,
) => Promise<Answer<T>>

/** An asker with one key, until `closing` is aborted. */
export function createAsk(parts: { call: Caller; key: UsedKey; closing: AbortSignal; clock: Clock }): Ask {
  const { call, clock } = parts
  return async (request, options, read) => {
    const key = request.key ?? parts.key
    usableKey(key.text)
    const abort = joinSignals(parts.closing, options.signal)
    const stop = joinSignals(abort.signal, options.stop)
    const began = clock.monotonic()
    try {
      const signals = { signal: abort.signal, stop: stop.signal }
      const made = await call({ repeat: 'safe', ...request, key }, { ...options, ...signals })
      const { status } = made.answer
      const requestId = requestIdOf(made.answer)
      const answer = { value: read(made, key), status, requestId, durationMs: clock.monotonic() - began }
      return made.earlier === 0 ? answer : { ...answer, earlier: made.earlier }
    } finally {
      abort.release()
      stop.release()
    }
  }
}

/** A request that reads. */
export function get(path: string) {
  return { method: 'GET', path } as const
}

/** A write that may be made again. */
export function post(path: string, body: object = {}) {
  return { method: 'POST', path, body: jsonText(body) } as const
}

/** A write that is never made again once it may have arrived. */
export function postOnce(path: string, body: object = {}) {
  return { ...post(path, body), repeat: 'once' } as const
}

/** A request that deletes. */
export function remove(path: string) {
  return { method: 'DELETE', path } as const
}

/**
 * Refuses a key that no request can carry: none (`key_missing`), or one with characters that a header cannot hold
 * (`key_refused`). Checked before anything is sent, because Node's own error would name the header's content.
 */
function usableKey(key: string): void {
  if (key === '') throw problem('key_missing')
  if (/^[\x21-\x7e]+$/.test(key)) return
  throw problem('key_refused', {
    why: tell('core.keys.itHoldsSpacesOr'),
    action: tell('core.keys.pasteTheKeyAlone'),
  })
}
