import { describe, expect, it } from 'vitest'
import type { BulkAction, BulkPreview, BulkResult } from '../../../../src-shared/bridge/bulk'
import { t } from '../../../../src-shared/messages/message'
import {
  bulkCommand,
  bulkHeading,
  changeVerb,
  countTabs,
  endedWords,
  isTyped,
  nothingWords,
  previewTerms,
  requestWords,
  takesWords,
  undoFacts,
  undoNote,
  undoVerb,
} from '../../../../src-renderer/features/contacts/bulk/bulk-words'
import { confirmFacts } from '../../../../src-renderer/features/contacts/bulk/confirm-facts'

const preview: BulkPreview = {
  selected: 425,
  willChange: 391,
  replaced: 0,
  alreadySo: 31,
  protected: 3,
  gone: 0,
  unsubscribed: 12,
  rows: [],
  already: [],
  left: [],
  way: { kind: 'single', lacking: false },
  sample: null,
  requests: 391,
  singleRequests: 391,
  seconds: 47,
  perMinute: 500,
  canUndo: true,
}
const add: BulkAction = { kind: 'list', how: 'add', key: 'tags', values: ['vip'] }
const set: BulkAction = { kind: 'set', key: 'plan', value: 'gold' }
const unsubscribe: BulkAction = { kind: 'unsubscribe' }
const words = (lines: { label: string; value: string; note?: string }[]) =>
  lines.map(({ label, value, note }) => `${label}: ${value} ${note ?? ''}`.trim())

it.each<[BulkAction, string]>([
  [add, 'Add to 391'],
  [{ ...add, how: 'take' } as BulkAction, 'Remove from 391'],
  [set, 'Set for 391'],
  [{ kind: 'remove', key: 'plan' }, 'Clear for 391'],
  [{ kind: 'addTo', segment: { kind: 'new', name: 'Crew' } }, 'Add 391'],
  [{ kind: 'delete' }, 'Delete 391'],
])('says on the button what is done to how many: %o', (action, verb) => {
  expect(changeVerb(action, 391)).toBe(verb)
})

it('says in the title what is about to be done', () => {
  const title = (action: BulkAction | null, count: number) => {
    const { text, values } = bulkHeading(action, count)
    return t(text, values)
  }
  expect(title(null, 425)).toBe('Change 425 people')
  expect(title(add, 425)).toBe('Add “vip” to tags of 425 people')
  expect(title(set, 1)).toBe('Set plan to “gold” for 1 person')
  expect(title(unsubscribe, 425)).toBe('Unsubscribe 425 people')
})

it('has three counts that add up to who is selected', () => {
  const counts = countTabs(set, { ...preview, gone: 2, protected: 1 }).map(({ count }) => count)
  expect(counts).toEqual([391, 31, 3])
  expect(counts.reduce((sum, count) => sum + count)).toBe(preview.selected)
})

it.each<[string, BulkAction, boolean]>([
  ['people are deleted', { kind: 'delete' }, true],
  ['they are unsubscribed', unsubscribe, true],
  ['they are subscribed again who unsubscribed', { kind: 'subscribe', again: true }, true],
  ['what is undone in Activity is done', set, false],
  ['a field is cleared', { kind: 'remove', key: 'plan' }, false],
])('asks for the number where %s', (_, action, typed) => {
  expect(isTyped(action)).toBe(typed)
})

it('says what a change takes, how it is undone, and why some cannot', () => {
  const left = ['a', 'b', 'c'].map((id) => ({ id, email: `${id}@example.com`, name: null, before: 'vip' }))
  expect(words(previewTerms(add, { ...preview, left }))).toEqual([
    'Takes: About 50 s up to 391 requests at the 500 a minute that background work may use',
    'Undo: In Activity Whoever was edited since keeps the newer value',
    'Cannot: 3 hold text in tags, not a list. They stay as they are',
  ])
})

it('says how many values are replaced, and what else than text is no list', () => {
  const lines = words(previewTerms(set, { ...preview, replaced: 7, protected: 0 }))
  expect(lines).toContain('Replaces: 7 values')
  expect(words(previewTerms(add, preview)).at(-1)).toContain('have no list in tags')
})

it.each<[BulkPreview['way'], string]>([
  [{ kind: 'single', lacking: true }, 'up to 391 requests: this service changes one person at a time'],
  [{ kind: 'many', most: 1000 }, 'about 391 requests, up to 1,000 people each'],
  [
    { kind: 'unknown', most: 1000 },
    'about 391 requests if the service changes 1,000 people at a time, up to 391 if not',
  ],
])('says which way it goes, and what that costs: %o', (way, said) => {
  expect(requestWords({ ...preview, way })).toBe(said)
})

it('says how long it takes, to five seconds below a minute', () => {
  expect([takesWords(1), takesWords(47), takesWords(240)]).toEqual([
    'A few seconds',
    'About 50 s',
    'About 4 min',
  ])
})

it('says why nothing would be done', () => {
  const all = { ...preview, alreadySo: 425, willChange: 0, protected: 0 }
  expect(nothingWords(add, all)).toBe('All 425 have it already.')
  expect(nothingWords({ kind: 'remove', key: 'plan' }, all)).toBe('None of the 425 has it.')
  expect(nothingWords(add, { ...all, alreadySo: 400, protected: 25 })).toBe('Nobody would change.')
})

it('says as a command whom it concerns', () => {
  expect(bulkCommand('unsubscribe', { selected: 3 })).toBe('Unsubscribe 3 selected people')
  expect(bulkCommand('change', { selected: 1 })).toBe('Change 1 selected person')
  expect(bulkCommand('delete', { matching: 40 })).toBe('Delete all 40 that match')
})

describe('what is typed', () => {
  it('says of a deletion what goes with it', () => {
    const reach = {
      segments: 4,
      drafts: [{ id: 'c', name: 'Tide tables, November', people: 40_112, without: 39_699 }],
    }
    expect(words(confirmFacts({ kind: 'delete' }, preview, reach))).toEqual([
      'Deleted: 391 with their data, events and verdicts',
      'Also in: 4 segments, 1 draft “Tide tables, November”: 40,112 → 39,699',
      'Unsubscribed: 12 of them. The service forgets that they said no',
      'Takes: About 50 s 391 requests',
    ])
  })

  it('says of who is unsubscribed what cannot be called back', () => {
    expect(words(confirmFacts(unsubscribe, preview, null))).toContain(
      'Undo: In Activity A workflow that starts on it cannot be called back',
    )
  })
})

describe('a change that was done', () => {
  const job: BulkResult['job'] = {
    id: 1,
    kind: 'bulk',
    state: 'finished',
    title: 'Add to tags of 394 people',
    importId: null,
    total: 394,
    done: 394,
    failed: 3,
    createdAt: 0,
    startedAt: 0,
    endedAt: 0,
    rate: null,
    secondsLeft: null,
    problem: null,
  }
  const counts = { total: 394, changed: 391, skipped: 0, failed: 3, reversed: 388, kept: 2, unreversed: 1 }
  const result: BulkResult = {
    job,
    undo: null,
    action: add,
    selected: 425,
    left: 0,
    way: preview.way,
    ...counts,
    toUndo: 1,
  }

  it('is told in one line, of all who were selected', () => {
    expect(endedWords(job, result)).toBe('391 of 425 changed, 3 could not')
    expect(
      endedWords({ ...job, state: 'cancelled' }, { ...result, action: { kind: 'delete' }, failed: 0 }),
    ).toBe('Stopped. 391 of 425 deleted')
  })

  it('says what taking it back came to', () => {
    expect(endedWords({ ...job, kind: 'bulk.undo' }, result)).toBe(
      '388 of 391 undone, 2 kept a newer value, 1 could not',
    )
  })

  it('says before an undo how many it concerns, and how many were kept the last time', () => {
    expect(undoVerb(result)).toBe('Undo for 1 person')
    expect(undoNote(add)).toBe('Whoever was edited since keeps the newer value')
    expect(undoFacts(result).map(({ value }) => value)).toEqual(['Add to tags of 394 people', '1', '2'])
  })
})
