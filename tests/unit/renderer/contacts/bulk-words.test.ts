import { expect, it } from 'vitest'
import type { BulkAction, BulkPreview, BulkResult } from '../../../../src-shared/bridge/bulk'
import {
  bulkCommand,
  bulkHeading,
  bulkValue,
  bulkVerb,
  countTabs,
  isTyped,
  previewFacts,
  previewNote,
  previewTerms,
  undoFacts,
  undoNote,
  undoVerb,
  wayFact,
} from '../../../../src-renderer/features/contacts/bulk/bulk-words'

const preview: BulkPreview = {
  selected: 1300,
  willChange: 1204,
  replaced: 0,
  alreadySo: 90,
  protected: 0,
  gone: 6,
  rows: [],
  already: [],
  left: [],
  way: { kind: 'single', lacking: false },
  requests: 1204,
  singleRequests: 1204,
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

it.each<[BulkPreview['way'], string]>([
  [{ kind: 'single', lacking: false }, 'At most 1,204 requests, one contact at a time.'],
  [{ kind: 'single', lacking: true }, 'At most 1,204 requests: this service changes one contact at a time.'],
  [{ kind: 'many', most: 1000 }, 'About 1,204 requests, up to 1,000 contacts at a time.'],
])('says which way it goes, and what that costs: %o', (way, words) => {
  expect(previewNote('unsubscribe', { ...preview, way })).toContain(words)
})

it('says both costs where nobody knows the way', () => {
  const way = { kind: 'unknown', most: 1000 } as const
  expect(previewNote('unsubscribe', { ...preview, way, requests: 4 })).toContain(
    'About 4 requests if the service changes 1,000 contacts at a time, at most 1,204 if it does not.',
  )
})

it('says of a change which way it went, once that is known', () => {
  expect(wayFact({ kind: 'many', most: 1000 })).toEqual({ label: 'Contacts a request', value: 'up to 1,000' })
  expect(wayFact({ kind: 'unknown', most: 1000 })).toBeNull()
})

const set = { kind: 'set', key: 'plan', value: 'gold' } as const

it.each<[string, BulkAction, boolean]>([
  ['people are deleted', { kind: 'delete' }, true],
  ['they are unsubscribed', { kind: 'unsubscribe' }, true],
  ['they are subscribed again who unsubscribed', { kind: 'subscribe', again: true }, true],
  ['what is undone in Activity is done', set, false],
  ['a field is removed', { kind: 'remove', key: 'plan' }, false],
])('asks for the number where %s', (_, action, typed) => {
  expect(isTyped(action)).toBe(typed)
})

it('says in the title what is about to be done', () => {
  const list: BulkAction = { kind: 'list', how: 'add', key: 'tags', values: ['vip'] }
  expect(bulkHeading('set', list, 425)).toBe('Add “vip” to tags of 425 people')
  expect(bulkHeading('set', set, 1)).toBe('Set plan to “gold” for 1 person')
  expect(bulkHeading('set', null, 425)).toBe('Change 425 people')
})

it('has three counts that add up to who is selected', () => {
  const counts = countTabs(set, { ...preview, protected: 3, gone: 3 }).map(({ count }) => count)
  expect(counts).toEqual([1204, 90, 6])
  expect(counts.reduce((sum, count) => sum + count)).toBe(preview.selected)
})

it('says why some cannot', () => {
  const list: BulkAction = { kind: 'list', how: 'add', key: 'tags', values: ['vip'] }
  expect(previewTerms(list, { ...preview, canUndo: true, protected: 3 }).at(-2)).toEqual({
    label: 'Cannot',
    value: '3 hold something else in tags, not a list. They stay as they are.',
  })
})

it('says how many values are replaced, and how many removed', () => {
  const losing = { ...preview, canUndo: true, replaced: 425 }
  expect(previewNote('set', losing)).toContain(
    'Of 1,204 contacts, 425 have another value now: it is replaced.',
  )
  expect(previewNote('remove', losing)).toContain('425 values are removed.')
})

it('words states of subscription, and shows that there is no value', () => {
  expect(bulkValue('subscribe', false)).toBe('Unsubscribed')
  expect(bulkValue('set', null)).toBe('–')
  expect(bulkValue('set', { a: 1 })).toBe('{"a":1}')
})

it('says as a command whom it concerns', () => {
  expect(bulkCommand('unsubscribe', { selected: 3 })).toBe('Unsubscribe 3 selected contacts')
  expect(bulkCommand('set', { selected: 1 })).toBe('Set a field of 1 selected contact')
  expect(bulkCommand('addTo', { matching: 1204 })).toBe('Add all 1,204 that match to a segment')
  expect(bulkCommand('delete', { matching: 40 })).toBe('Delete all 40 that match')
})

it('says before an undo how many it concerns, and how many were kept the last time', () => {
  const job: BulkResult['job'] = {
    id: 1,
    kind: 'bulk',
    state: 'finished',
    title: 'Set plan of 60 contacts',
    importId: null,
    total: 60,
    done: 60,
    failed: 0,
    createdAt: 0,
    startedAt: 0,
    endedAt: 0,
    rate: null,
    secondsLeft: null,
    problem: null,
  }
  const counts = { total: 60, changed: 60, skipped: 0, failed: 0, reversed: 57, kept: 2, unreversed: 1 }
  const result: BulkResult = {
    job,
    undo: null,
    action: { kind: 'unsubscribe' },
    way: preview.way,
    ...counts,
    toUndo: 1,
  }
  expect(undoVerb(result)).toBe('Undo for 1 contact')
  expect(undoNote(result)).toBe('Whoever has changed since is left as they are now.')
  expect(undoFacts(result)).toEqual([
    { label: 'Change', value: 'Set plan of 60 contacts' },
    { label: 'To take back', value: '1' },
    { label: 'Kept, changed since', value: '2' },
  ])
})
