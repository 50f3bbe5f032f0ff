import { describe, expect, it } from 'vitest'
import { itemProblem, passesByItself, waitsForKey } from '../../../src-main/jobs/trouble'
import { problem } from '../../../src-main/core/problems'
import { refusingClient } from '../../../src-main/copying/observed-client'
import type { ProblemCode } from '../../../src-shared/problem'

const { signal } = new AbortController()
const answering = {
  ...refusingClient(problem('internal').problem),
  listContacts: () =>
    Promise.resolve({
      value: { items: [], next: { kind: 'end' as const }, total: 0 },
      status: 200,
      requestId: null,
      durationMs: 1,
    }),
}
const silent = refusingClient(problem('service_failed').problem)

describe('what a call failed with', () => {
  it.each<ProblemCode>(['invalid_request', 'conflict', 'not_found', 'input_invalid'])(
    '%s is of the one item, whatever else the service does',
    async (code) => {
      expect(await itemProblem(problem(code), silent, signal)).toMatchObject({ code })
    },
  )

  it.each<ProblemCode>(['service_failed', 'answer_malformed'])(
    '%s is of the item if the service answers another question, and of all if not',
    async (code) => {
      expect(await itemProblem(problem(code), answering, signal)).toMatchObject({ code })
      await expect(itemProblem(problem(code), silent, signal)).rejects.toMatchObject({
        problem: { code: 'service_failed' },
      })
    },
  )

  it.each<ProblemCode>([
    'key_refused',
    'forbidden',
    'project_disabled',
    'billing_limit',
    'rate_limited',
    'connection_reset',
    'not_the_service',
    'disk_full',
    'cancelled',
  ])('%s is of all', async (code) => {
    await expect(itemProblem(problem(code), answering, signal)).rejects.toMatchObject({ problem: { code } })
  })
})

it('waits for a person unless the service is away, fails, or asks to wait', () => {
  const passing: ProblemCode[] = [
    'connection_refused',
    'timed_out',
    'offline',
    'service_failed',
    'rate_limited',
  ]
  const lasting: ProblemCode[] = [
    'key_refused',
    'forbidden',
    'billing_limit',
    'disk_full',
    'profile_read_only',
  ]
  expect(passing.filter((code) => !passesByItself(problem(code).problem))).toEqual([])
  expect(lasting.filter((code) => passesByItself(problem(code).problem))).toEqual([])
  expect(passesByItself(null)).toBe(false)
})

it('waits for a key where there is none here, not where the service refuses one', () => {
  const codes: ProblemCode[] = ['key_missing', 'keychain_locked', 'key_refused', 'key_wrong_class', 'offline']
  expect(codes.filter((code) => waitsForKey(problem(code).problem))).toEqual([
    'key_missing',
    'keychain_locked',
  ])
  expect(waitsForKey(null)).toBe(false)
})
