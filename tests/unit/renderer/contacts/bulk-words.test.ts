import { expect, it } from 'vitest'
import type { BulkPreview } from '../../../../src-shared/bridge/bulk'
import {
  bulkValue,
  bulkVerb,
  isTyped,
  previewFacts,
  previewNote,
} from '../../../../src-renderer/components/bulk/bulk-words'

const preview: BulkPreview = {
  selected: 1300,
  willChange: 1204,
  alreadySo: 90,
  protected: 0,
  gone: 6,
  rows: [],
  requests: 1204,
  seconds: 120,
  canUndo: false,
}

it('says how many in the verb', () => {
  expect(bulkVerb('unsubscribe', 1204)).toBe('Unsubscribe 1,204 contacts')
  expect(bulkVerb('set', 1)).toBe('Change 1 contact')
})

it('shows counts that add up, without lines of nothing', () => {
  expect(previewFacts('unsubscribe', preview).map(({ label, value }) => `${label} ${value}`)).toEqual([
    'Selected 1,300',
    'Will change 1,204',
    'Unsubscribed already 90',
    'Gone from the copy 6',
  ])
})

it('says beforehand that a deletion cannot be undone', () => {
  expect(previewNote('delete', preview)).toContain('Deleted contacts cannot be put back.')
  expect(previewNote('set', { ...preview, canUndo: true })).toContain('It can be undone')
})

it('asks for the number where people are unsubscribed or deleted, and always in production', () => {
  expect([isTyped('delete', false), isTyped('unsubscribe', false), isTyped('set', false)]).toEqual([
    true,
    true,
    false,
  ])
  expect(isTyped('set', true)).toBe(true)
})

it('words states of subscription, and shows that there is no value', () => {
  expect(bulkValue('subscribe', false)).toBe('Unsubscribed')
  expect(bulkValue('set', null)).toBe('–')
  expect(bulkValue('set', { a: 1 })).toBe('{"a":1}')
})
