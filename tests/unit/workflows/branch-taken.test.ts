import { describe, expect, it } from 'vitest'
import { branchTaken, type StepScope } from '../../../src-shared/workflows/branch-taken'

const scope: StepScope = {
  email: 'anna@example.com',
  subscribed: true,
  data: { plan: 'pro', seats: '12', address: { city: 'Oslo' }, nothing: null },
  event: { total: 40 },
}

/** Whether a field answers a question. */
function holds(field: string, operator: string, value: unknown = null): boolean {
  const questions = [{ branch: 'yes', operator, value }]
  return branchTaken({ field, questions, otherwise: 'no' }, scope) === 'yes'
}

describe('the branch that a condition leads to', () => {
  it.each([
    ['data.plan', 'equals', 'pro', true],
    ['data.plan', 'equals', 'Pro', false],
    ['data.plan', 'notEquals', 'free', true],
    ['data.seats', 'equals', 12, false],
    ['data.plan', 'contains', 'ro', true],
    ['data.plan', 'contains', 'RO', false],
    ['data.plan', 'notContains', 'ro', false],
    ['event.total', 'contains', '4', false],
    ['data.seats', 'greaterThan', 11, true],
    ['data.seats', 'greaterThan', 12, false],
    ['data.seats', 'greaterThanOrEqual', 12, true],
    ['event.total', 'lessThan', '40', false],
    ['event.total', 'lessThanOrEqual', '40', true],
    ['data.plan', 'lessThan', 4, false],
    ['contact.subscribed', 'equals', true, true],
    ['contact.email', 'contains', '@example', true],
    ['data.address.city', 'equals', 'Oslo', true],
    ['data.plan', 'exists', null, true],
    ['data.plan', 'notExists', null, false],
    ['data.plan', 'sounds like', 'pro', false],
  ])('of %s %s %j: %s', (field, operator, value, is) => {
    expect(holds(field, operator, value)).toBe(is)
  })

  it.each(['data.city', 'data.nothing', 'data.plan.kind', 'plan', 'data', 'data.constructor', 'other.plan'])(
    'where %s holds nothing, is that of no question but whether it does',
    (field) => {
      expect(holds(field, 'notExists')).toBe(true)
      for (const operator of ['exists', 'equals', 'notEquals', 'contains', 'notContains', 'lessThan'])
        expect([operator, holds(field, operator)]).toEqual([operator, false])
    },
  )

  it('is that of the first question that holds', () => {
    const questions = [
      { branch: 'many', operator: 'greaterThan', value: 20 },
      { branch: 'some', operator: 'greaterThan', value: 5 },
      { branch: 'any', operator: 'exists', value: null },
    ]
    expect(branchTaken({ field: 'data.seats', questions, otherwise: 'default' }, scope)).toBe('some')
  })
})
