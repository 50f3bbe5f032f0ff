import { describe, expect, it } from 'vitest'
import {
  isWhole,
  operationOf,
  requestsFor,
  runOutcomes,
  undoOutcomes,
  wayOf,
  type BatchEnd,
} from '../../../src-main/features/contacts/bulk/batches'
import { problem } from '../../../src-main/core/problems'

const unsubscribe = { kind: 'unsubscribe' } as const
const set = { kind: 'set', key: 'plan', value: 'gold' } as const
const addTo = { kind: 'addTo', segment: { kind: 'new', name: 'Fair' } } as const

const target = (position: number) => ({
  position,
  contactId: `c${position}`,
  email: `p${position}@lamp-room.example`,
  before: { subscribed: true, data: {} },
})
const held = (position: number, subscribed: boolean, updatedAt: number | null = position) =>
  [`c${position}`, { subscribed, updatedAt }] as const
const ended = (successCount: number, unchangedCount: number, failureCount: number): BatchEnd => ({
  result: {
    totalRequested: successCount + unchangedCount + failureCount,
    successCount,
    unchangedCount,
    failureCount,
  },
  reason: null,
})
const untold: BatchEnd = { result: null, reason: null }
const nobody = new Map<string, never>()

describe('the way of a change', () => {
  it('is many contacts a request where the service takes them, and one where it does not', () => {
    expect(wayOf(unsubscribe, true)).toEqual({ kind: 'many', most: 1000 })
    expect(wayOf(unsubscribe, false)).toEqual({ kind: 'single', lacking: true })
    expect(wayOf(unsubscribe, null)).toEqual({ kind: 'unknown', most: 1000 })
  })

  it('is one contact a request for fields, whatever the service takes', () => {
    expect(wayOf(set, true)).toEqual({ kind: 'single', lacking: false })
    expect(operationOf(set)).toBeNull()
  })

  it('costs two requests a thousand, or one and the reading before it for each', () => {
    expect(requestsFor(unsubscribe, 100_000, 100_000)).toEqual({ many: 200, single: 101_000 })
    expect(requestsFor(unsubscribe, 1001, 5_000_000)).toEqual({ many: 4, single: 2002 })
    expect(requestsFor({ kind: 'delete' }, 1000, 5000)).toEqual({ many: 2, single: 1000 })
    expect(requestsFor(set, 10, 100)).toEqual({ many: null, single: 11 })
    expect(requestsFor(addTo, 501, 5000)).toEqual({ many: 2, single: 2 })
  })
})

describe('a batch', () => {
  it('is whole where the service changed each contact of it', () => {
    expect(isWhole(ended(3, 0, 0), 3, false)).toBe(true)
    expect(isWhole(ended(2, 1, 0), 3, false)).toBe(false)
    expect(isWhole(ended(2, 1, 0), 3, true)).toBe(true)
    expect(isWhole(ended(2, 0, 0), 3, true)).toBe(false)
    expect(isWhole(untold, 3, true)).toBe(false)
  })

  it('names whom the service left as they were, whom it does not know, and who could not be read', () => {
    const broken = problem('service_failed').problem
    const seen = {
      held: new Map([held(1, false), held(2, true), held(4, true)]),
      unread: new Map([['c4', broken]]),
    }
    const of = { end: ended(1, 0, 3), again: false }
    const found = runOutcomes('unsubscribe', [1, 2, 3, 4].map(target), seen, of)
    expect(found).toMatchObject([
      { positions: [2], outcome: 'failed', problem: { title: 'The service did not change it' } },
      { positions: [3], outcome: 'failed', problem: { code: 'not_found' } },
      { positions: [4], outcome: 'failed', problem: { code: 'service_failed' } },
      { positions: [], outcome: 'skipped' },
      { positions: [1], outcome: 'done' },
    ])
  })

  it('takes those who were written least lately for the ones who were so before', () => {
    const seen = {
      held: new Map([held(1, false, 900), held(2, false, 100), held(3, false, 901)]),
      unread: nobody,
    }
    const of = { end: ended(2, 1, 0), again: false }
    expect(runOutcomes('unsubscribe', [1, 2, 3].map(target), seen, of)).toMatchObject([
      { positions: [2], outcome: 'skipped' },
      { positions: [1, 3], outcome: 'done' },
    ])
  })

  it('puts nobody back of whom it cannot tell whether they were so before', () => {
    const seen = { held: new Map([held(1, false, null), held(2, false, null)]), unread: nobody }
    const of = { end: ended(1, 1, 0), again: false }
    expect(runOutcomes('unsubscribe', [1, 2].map(target), seen, of)).toMatchObject([
      { positions: [1, 2], outcome: 'skipped' },
      { positions: [] },
    ])
  })

  it('counts who became so by an earlier try as changed', () => {
    const seen = { held: new Map([held(1, false), held(2, false)]), unread: nobody }
    for (const of of [
      { end: ended(1, 1, 0), again: true },
      { end: untold, again: false },
    ]) {
      expect(runOutcomes('unsubscribe', [1, 2].map(target), seen, of)).toMatchObject([
        { positions: [] },
        { positions: [1, 2], outcome: 'done' },
      ])
    }
  })

  it('counts who is gone as deleted, and names who is still there', () => {
    const seen = { held: new Map([held(2, true)]), unread: nobody }
    const of = { end: { result: null, reason: 'No connection' }, again: false }
    expect(runOutcomes('delete', [1, 2].map(target), seen, of)).toMatchObject([
      { positions: [2], outcome: 'failed', problem: { why: expect.stringContaining('No connection') } },
      { positions: [] },
      { positions: [1], outcome: 'done' },
    ])
  })
})

it('keeps who is gone when a batch puts back, and names whom the service left as they were', () => {
  const seen = { held: new Map([held(1, true), held(2, false)]), unread: nobody }
  expect(undoOutcomes('subscribe', [1, 2, 3].map(target), seen, ended(1, 0, 2))).toMatchObject([
    { positions: [1], outcome: 'reversed' },
    { positions: [2], outcome: 'failed' },
    { positions: [3], outcome: 'kept' },
  ])
})
