import { describe, expect, it } from 'vitest'
import { Evidence, listForm, presenceOf, totalIn } from '../../../src-main/features/capabilities/evidence'
import { findingsIn } from '../../../src-main/features/capabilities/rules'
import { saidBy, type Probe, type ProbeAnswer } from '../../../src-main/core/client/probes'

const unknownRoute = 'INTERNAL_SERVER_ERROR Unknown route'
const refusal = (message: string) => ({
  success: false,
  error: { code: 'INTERNAL_SERVER_ERROR', message, statusCode: 404, requestId: 'r1' },
})

function answer(request: string, status: number, body: unknown): ProbeAnswer {
  const path = request.replace(/^\w+ /, '')
  return { request, status, body, says: saidBy(status, body, path), rateLimit: null }
}

function evidenceOf(...answers: [Probe, string, number, unknown][]): Evidence {
  const evidence = new Evidence()
  evidence.add('nowhere', answer('GET /postroom-asks', 404, refusal('Unknown route')))
  for (const [probe, request, status, body] of answers) evidence.add(probe, answer(request, status, body))
  return evidence
}
const found = (evidence: Evidence) =>
  Object.fromEntries(
    findingsIn(evidence).map(({ key, state, answer }) => [key, `${state} ${String(answer)}`]),
  )

describe('whether there is a call', () => {
  it.each([
    ['an answer', 200, {}, 'there'],
    ['a web page in its place', 200, undefined, 'unclear'],
    ['a 404 that every path gets', 404, refusal('Unknown route'), 'absent'],
    ['a 404 of its own', 404, refusal('Campaign not found'), 'there'],
    ['a flat 404 of its own', 404, { error: 'Job not found' }, 'there'],
    ['a 404 that is no JSON', 404, undefined, 'unclear'],
    ['a method that it does not take', 405, {}, 'absent'],
    ['a body that it refuses', 422, {}, 'there'],
    ['a key that it refuses', 401, {}, 'unclear'],
    ['a project that is disabled', 403, {}, 'unclear'],
  ] as const)('%s: %i', (_, status, body, presence) => {
    const says = saidBy(status, body, '/contacts/bulk/none')
    expect(presenceOf({ status, body, says }, unknownRoute)).toBe(presence)
  })

  it('is not told by a 404 where nobody knows how that of an unknown path reads', () => {
    const body = refusal('Unknown route')
    expect(presenceOf({ status: 404, body, says: unknownRoute }, null)).toBe('unclear')
  })

  it('is told by words without the path and the method in them', () => {
    const words = (path: string) =>
      saidBy(404, { error: { code: 'RESOURCE_NOT_FOUND', message: `There is no GET ${path} here.` } }, path)
    expect(words('/a')).toBe(words('/b/c?limit=1'.replace(/\?.*/, '')))
    expect(words('/a')).toBe('RESOURCE_NOT_FOUND There is no here.')
  })
})

describe('how a list is read', () => {
  it.each([
    ['by cursor', { contacts: [], cursor: null, hasMore: false, total: 4 }, 'byCursor', 4],
    [
      'by cursor within an envelope',
      { success: true, data: { items: [], nextCursor: 'a' } },
      'byCursor',
      null,
    ],
    ['by page', { data: [], total: 7, page: 1, pageSize: 1, totalPages: 7 }, 'byPage', 7],
    ['whole', [{ id: 'a' }, { id: 'b' }], 'whole', 2],
    ['the newest alone', { events: [] }, 'newest', null],
  ] as const)('%s', (_, body, form, amount) => {
    expect(listForm(body)).toEqual({ answer: form, amount })
  })

  it('is not told by what is no list', () => {
    expect(listForm({ status: 'ok' })).toBeNull()
    expect(listForm('ok')).toBeNull()
  })
})

describe('what answers tell together', () => {
  const contacts = (contact: Record<string, unknown> | null): [Probe, string, number, unknown] => [
    'contacts',
    'GET /contacts?limit=1',
    200,
    { data: contact === null ? [] : [contact], total: 1, hasMore: false },
  ]

  it('a project on the records: conditions are read as deployed services do', () => {
    const evidence = evidenceOf(contacts({ id: 'a', projectId: 'p1' }))
    expect(evidence.project).toBe('p1')
    expect(found(evidence)).toMatchObject({
      textCase: 'differs exactCase',
      missingValues: 'differs neverMatch',
    })
  })

  it('no records: how conditions are read is left open', () => {
    expect(found(evidenceOf(contacts(null)))).toEqual({ contacts: 'can byCursor' })
  })

  it('the domains of the project, where there is no list of all', () => {
    const none: [Probe, string, number, unknown] = ['domains', 'GET /domains', 404, refusal('Unknown route')]
    const ofProject = (status: number, body: unknown): [Probe, string, number, unknown] => [
      { domainsOf: 'p1' },
      'GET /domains/project/p1',
      status,
      body,
    ]
    expect(found(evidenceOf(none))).toEqual({})
    expect(found(evidenceOf(none, ofProject(200, [{ id: 'd' }])))).toEqual({ domains: 'differs byProject' })
    expect(found(evidenceOf(none, ofProject(401, {})))).toEqual({ domains: 'cannot noKey' })
  })

  it('an event that is refused for its key, while the key is good for contacts', () => {
    const track = (status: number): [Probe, string, number, unknown] => [
      'track',
      'POST /v1/track',
      status,
      {},
    ]
    const key = (evidence: Evidence) => found(evidence).trackKey
    expect(key(evidenceOf(contacts(null), track(401)))).toBe('differs publicKey')
    expect(key(evidenceOf(contacts(null), track(422)))).toBe('can eitherKey')
    expect(key(evidenceOf(track(401)))).toBeUndefined()
    expect(key(evidenceOf(['contacts', 'GET /contacts', 401, {}], track(401)))).toBeUndefined()
  })

  it('a field of a contact, be it empty, that says that it can be snoozed', () => {
    expect(found(evidenceOf(contacts({ id: 'a', snoozedUntil: null }))).snooze).toBe('can there')
    expect(found(evidenceOf(contacts({ id: 'a' }))).snooze).toBe('cannot absent')
  })

  it('Liquid, where a deployed campaign counts complaints', () => {
    const campaigns = (campaign: object): [Probe, string, number, unknown] => [
      'campaigns',
      'GET /campaigns?limit=1',
      200,
      { data: [campaign], page: 1 },
    ]
    const language = (campaign: object) =>
      found(evidenceOf(contacts({ projectId: 'p1' }), campaigns(campaign))).templateLanguage
    expect(language({ complainedCount: 0 })).toBe('differs liquid')
    expect(language({ sentCount: 0 })).toBe('can placeholders')
    expect(found(evidenceOf(contacts({ id: 'a' }))).templateLanguage).toBe('can placeholders')
  })

  it('how many contacts there are, where the first page says it', () => {
    expect(totalIn({ data: [], total: 1, hasMore: false })).toBe(1)
    expect(totalIn({ error: 'away' })).toBeNull()
    expect(totalIn(undefined)).toBeNull()
  })

  it('a limit of requests that stands in any header', () => {
    const evidence = evidenceOf(contacts(null))
    evidence.add('verify', { ...answer('POST /v1/verify', 422, {}), rateLimit: 1000 })
    expect(findingsIn(evidence).find(({ key }) => key === 'requests')).toEqual({
      key: 'requests',
      state: 'can',
      answer: 'inAnswers',
      amount: 1000,
      evidence: 'RateLimit-Limit',
    })
  })
})
