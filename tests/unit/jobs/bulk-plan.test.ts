import { said } from '../../../src-shared/messages/told'
import { expect, it } from 'vitest'
import {
  heldBefore,
  losesValue,
  patchOf,
  planFor,
  refuseAction,
} from '../../../src-main/features/contacts/bulk/plan'
import { bulkTitle } from '../../../src-main/features/contacts/bulk/bulk'

const ana = { subscribed: true, data: { plan: 'free', tags: ['a', { b: 1, c: 2 }] } }
const ben = { subscribed: false, data: {} }
const again = (yes: boolean) => ({ kind: 'subscribe', again: yes }) as const
const set = (value: unknown, key = 'plan') => ({ kind: 'set', key, value }) as const

it('subscribes nobody again who is unsubscribed, unless that is said by name', () => {
  expect(planFor(again(false), ben)).toEqual({ kind: 'protected' })
  expect(planFor(again(true), ben)).toEqual({ kind: 'change', before: false, after: true })
  expect(planFor(again(true), ana)).toEqual({ kind: 'already' })
})

it('leaves alone who holds the value already, whatever the order of its keys', () => {
  expect(planFor(set('free'), ana)).toEqual({ kind: 'already' })
  expect(planFor(set(['a', { c: 2, b: 1 }], 'tags'), ana)).toEqual({ kind: 'already' })
  expect(planFor(set('gold'), ben)).toEqual({ kind: 'change', before: null, after: 'gold' })
})

it('tells text from a number and from yes or no', () => {
  expect(planFor(set('1'), { ...ana, data: { plan: 1 } }).kind).toBe('change')
  expect(planFor(set('true'), { ...ana, data: { plan: true } }).kind).toBe('change')
})

it('removes a key only where there is one', () => {
  const remove = { kind: 'remove', key: 'plan' } as const
  expect(planFor(remove, ben)).toEqual({ kind: 'already' })
  expect(planFor(remove, ana)).toEqual({ kind: 'change', before: 'free', after: null })
  expect(patchOf(remove, ana)).toEqual({ data: { plan: null } })
})

const list = (how: 'add' | 'take', values: unknown[], key = 'tags') =>
  ({ kind: 'list', how, key, values }) as const

it('adds to a list what it lacks, and takes from it, and leaves the rest as it is', () => {
  expect(patchOf(list('add', [{ c: 2, b: 1 }, 'z']), ana)).toEqual({
    data: { tags: ['a', { b: 1, c: 2 }, 'z'] },
  })
  expect(patchOf(list('take', ['a', 'z']), ana)).toEqual({ data: { tags: [{ b: 1, c: 2 }] } })
  expect(planFor(list('add', ['a']), ana)).toEqual({ kind: 'already' })
  expect(planFor(list('take', ['z']), ana)).toEqual({ kind: 'already' })
})

it('begins a list where there is none, and leaves alone what is no list', () => {
  expect(planFor(list('add', ['z']), ben)).toEqual({ kind: 'change', before: null, after: ['z'] })
  expect(planFor(list('take', ['z']), ben)).toEqual({ kind: 'already' })
  expect(planFor(list('add', ['gold'], 'plan'), ana)).toEqual({ kind: 'protected' })
  expect(planFor(list('take', ['free'], 'plan'), ana)).toEqual({ kind: 'protected' })
})

it('counts as lost what is replaced or removed, and nothing that is added, or taken by its name', () => {
  const loses = (action: Parameters<typeof planFor>[0]) => losesValue(action, planFor(action, ana))
  expect([set('gold'), { kind: 'remove', key: 'plan' } as const].map(loses)).toEqual([true, true])
  const losing = [list('add', ['z']), list('take', ['a']), set('x', 'city'), set('free')].filter(loses)
  expect(losing).toEqual([])
})

it('keeps of a contact what is written over, and no more', () => {
  expect(heldBefore(set('gold'), ana)).toEqual({ subscribed: true, data: { plan: 'free' } })
  expect(heldBefore(list('add', ['z']), ana)).toEqual({ subscribed: true, data: { tags: ana.data.tags } })
  expect(heldBefore(set('gold'), ben)).toEqual({ subscribed: false, data: {} })
})

it.each([set('x', 'email'), set(''), set(null), list('add', ['']), { kind: 'remove', key: 'id' } as const])(
  'refuses what the service would drop without a word: %o',
  (action) => {
    expect(() => refuseAction(action)).toThrow('input_invalid')
  },
)

const title = (...of: Parameters<typeof bulkTitle>) => said(bulkTitle(...of))

it('names a change by what it does and to how many', () => {
  expect(title({ kind: 'unsubscribe' }, 1204)).toBe('Unsubscribe 1,204 people')
  expect(title(set('gold'), 1)).toBe('Set plan of 1 person')
  expect(title(list('add', ['z']), 2)).toBe('Add to tags of 2 people')
  expect(title({ kind: 'addTo', segment: { kind: 'new', name: 'Fair' } }, 2)).toBe('Add 2 people to “Fair”')
})
