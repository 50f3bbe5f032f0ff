import { describe, expect, it } from 'vitest'
import { noted } from '../../../src-main/features/capabilities/traffic'
import type { Capability, CapabilityKey } from '../../../src-shared/bridge/capabilities'

const unknownRoute = 'INTERNAL_SERVER_ERROR Unknown route'
const remembered = (key: CapabilityKey, rest: Pick<Capability, 'state' | 'answer'>) =>
  new Map([[key, { key, amount: null, evidence: '', askedAt: 1, since: 1, changedAt: null, ...rest }]])
const nothing = new Map<CapabilityKey, Capability>()
const heard = (method: string, path: string, status: number, says = '') => ({ method, path, status, says })

describe('an answer to work', () => {
  it('that a list is not there is remembered', () => {
    const known = remembered('segments', { state: 'can', answer: 'whole' })
    expect(noted(heard('GET', '/segments', 404, unknownRoute), known, unknownRoute)).toEqual({
      found: {
        key: 'segments',
        state: 'cannot',
        answer: 'absent',
        amount: null,
        evidence: 'GET /segments: 404',
      },
    })
    const absent = remembered('segments', { state: 'cannot', answer: 'absent' })
    expect(noted(heard('GET', '/segments', 404, unknownRoute), absent, unknownRoute)).toBeNull()
  })

  it('that a record is not there says nothing of the call', () => {
    const path = '/campaigns/c1/recipients'
    const known = remembered('recipients', { state: 'can', answer: 'there' })
    const gone = 'INTERNAL_SERVER_ERROR Campaign not found'
    expect(noted(heard('GET', path, 404, gone), known, unknownRoute)).toBeNull()
    expect(noted(heard('GET', path, 404, unknownRoute), known, null)).toBeNull()
    expect(noted(heard('GET', path, 404, unknownRoute), known, unknownRoute)).toMatchObject({
      found: { key: 'recipients', state: 'cannot' },
    })
    expect(noted(heard('GET', path, 405), known, null)).toMatchObject({ found: { state: 'cannot' } })
  })

  it('which contradicts has the service asked again', () => {
    const lookup = remembered('lookup', { state: 'cannot', answer: 'absent' })
    expect(noted(heard('POST', '/contacts/lookup', 200), lookup, unknownRoute)).toBe('ask')
    const track = remembered('trackKey', { state: 'can', answer: 'eitherKey' })
    expect(noted(heard('POST', '/v1/track', 401), track, unknownRoute)).toBe('ask')
    const domains = remembered('domains', { state: 'differs', answer: 'byProject' })
    expect(noted(heard('GET', '/domains/project/p1', 401), domains, unknownRoute)).toBe('ask')
    expect(noted(heard('GET', '/domains', 200), domains, unknownRoute)).toBe('ask')
  })

  it('which fits is no news', () => {
    const domains = remembered('domains', { state: 'differs', answer: 'byProject' })
    expect(noted(heard('GET', '/domains', 404, unknownRoute), domains, unknownRoute)).toBeNull()
    expect(noted(heard('GET', '/domains/project/p1', 200), domains, unknownRoute)).toBeNull()
    expect(noted(heard('GET', '/events', 500), nothing, unknownRoute)).toBeNull()
    expect(noted(heard('GET', '/events', 401), nothing, unknownRoute)).toBeNull()
    expect(noted(heard('GET', '/contacts/c1', 404), nothing, unknownRoute)).toBeNull()
  })

  it('tells how campaigns are changed, once', () => {
    const put = noted(heard('PUT', '/campaigns/c1', 200), nothing, unknownRoute)
    expect(put).toMatchObject({ found: { key: 'campaignChanges', state: 'differs', answer: 'byPut' } })
    const known = remembered('campaignChanges', { state: 'differs', answer: 'byPut' })
    expect(noted(heard('PUT', '/campaigns/c1', 200), known, unknownRoute)).toBeNull()
    expect(noted(heard('PATCH', '/campaigns/c1', 404), known, unknownRoute)).toBeNull()
    expect(noted(heard('PATCH', '/campaigns/c1', 200), known, unknownRoute)).toMatchObject({
      found: { state: 'can', answer: 'byPatch' },
    })
  })
})
