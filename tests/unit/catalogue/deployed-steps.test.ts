import { expect, it } from 'vitest'
import { branchOf } from '../../../src-shared/workflows/deployed-steps'

const question = {
  config: { mode: 'multi', field: 'data.plan', branches: [{ id: 'b1', name: 'Pro' }, { id: 'b2' }] },
}

it.each([
  ['the only way', { config: {} }, {}, ''],
  ['a way with no condition', { config: {} }, { condition: null }, ''],
  ['yes', { config: {} }, { condition: { branch: 'yes' } }, 'yes'],
  ['an event that came', { config: {} }, { waitOutcome: 'EVENT' }, 'event'],
  ['time that ran out', { config: {} }, { waitOutcome: 'TIMEOUT', condition: null }, 'timeout'],
  ['time that ran out, as it was told before', { config: {} }, { condition: { fallback: true } }, 'timeout'],
  ['an answer with a name', question, { condition: { branch: 'b1' } }, 'Pro'],
  ['an answer without a name', question, { condition: { branch: 'b2' } }, 'b2'],
  ['every other answer', question, { condition: { branch: 'default' } }, 'default'],
])('names the way of a step: %s', (_, step, transition, expected) => {
  expect(branchOf(step, { toStepId: 'next', ...transition })).toBe(expected)
})
