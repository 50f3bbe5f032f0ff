import type { Capability, CapabilityKey } from '../../../src-shared/bridge/capabilities'
import type { FoundOut } from './store/capabilities'
import type { HeardAnswer } from '../../core/client/heard'
import { presenceOf } from './evidence'

/** What an answer to the console's own work tells: what is so from now on, or that the service should be asked again. */
type Noted = { found: FoundOut } | 'ask' | null

/** Calls by which a capability is used. Those of `list` name no record, so that a 404 of theirs is always the call's. */
const calls: readonly { key: CapabilityKey; method: string; path: RegExp; list?: true }[] = [
  { key: 'events', method: 'GET', path: /^\/events$/, list: true },
  { key: 'templates', method: 'GET', path: /^\/templates$/, list: true },
  { key: 'workflows', method: 'GET', path: /^\/workflows$/, list: true },
  { key: 'segments', method: 'GET', path: /^\/segments$/, list: true },
  { key: 'campaigns', method: 'GET', path: /^\/campaigns$/, list: true },
  { key: 'recipients', method: 'GET', path: /^\/campaigns\/[^/]+\/recipients$/ },
  { key: 'bulk', method: 'POST', path: /^\/contacts\/bulk-[a-z]+$/, list: true },
  { key: 'lookup', method: 'POST', path: /^\/contacts\/lookup$/, list: true },
  { key: 'steps', method: 'POST', path: /^\/workflows\/[^/]+\/steps$/ },
  { key: 'verify', method: 'POST', path: /^\/v1\/verify$/, list: true },
]

/**
 * Reads an answer that came in the course of work. `known` is what is remembered, `unknownRoute` how the service says that
 * it has no such call.
 */
export function noted(
  heard: HeardAnswer,
  known: ReadonlyMap<CapabilityKey, Capability>,
  unknownRoute: string | null,
): Noted {
  const { method, path, status } = heard
  const isDone = status >= 200 && status < 300
  if (/^\/campaigns\/[^/]+$/.test(path) && isDone && (method === 'PUT' || method === 'PATCH')) {
    const state = method === 'PUT' ? 'differs' : 'can'
    const answer = method === 'PUT' ? 'byPut' : 'byPatch'
    if (known.get('campaignChanges')?.answer === answer) return null
    return {
      found: {
        key: 'campaignChanges',
        state,
        answer,
        amount: null,
        evidence: `${method} /campaigns/…: ${status}`,
      },
    }
  }
  if (method === 'POST' && path === '/v1/track') return ofTracking(status, known.get('trackKey'))
  if (method === 'GET' && path.startsWith('/domains')) return ofDomains(heard, known.get('domains'))
  const used = calls.find((call) => call.method === method && call.path.test(path))
  if (!used) return null
  const remembered = known.get(used.key)
  const isAbsent =
    status === 405 ||
    (status === 404 && (used.list === true || presenceOf({ ...heard, body: {} }, unknownRoute) === 'absent'))
  if (isAbsent && remembered?.answer !== 'absent' && remembered?.answer !== 'together') {
    const evidence = `${method} ${path}: ${status}`.slice(0, 200)
    return used.key === 'steps'
      ? 'ask'
      : { found: { key: used.key, state: 'cannot', answer: 'absent', amount: null, evidence } }
  }
  return isDone && remembered?.state === 'cannot' ? 'ask' : null
}

/** A public key that tracks says nothing of the secret one; a key that is refused does, where it was taken before. */
function ofTracking(status: number, known: Capability | undefined): Noted {
  return status === 401 && known?.answer === 'eitherKey' ? 'ask' : null
}

/** Without the list, its place is asked for: only a place that is remembered and gone, or that answers, is news. */
function ofDomains({ path, status }: HeardAnswer, known: Capability | undefined): Noted {
  const isDone = status === 200
  if (path === '/domains') {
    const isGone = status === 404 && known?.state === 'can'
    return isGone || (isDone && known !== undefined && known.state !== 'can') ? 'ask' : null
  }
  const isRefused = [401, 403, 404, 405].includes(status)
  return (isRefused && known?.answer === 'byProject') || (isDone && known?.state === 'cannot') ? 'ask' : null
}
