import { describe, expect, it } from 'vitest'
import { tell } from '../../../../src-shared/messages/told'
import type { ActivityHead } from '../../../../src-shared/bridge/activity'
import {
  countLines,
  dayWords,
  headOutcome,
  noteWords,
  sentenceOf,
  whenWords,
} from '../../../../src-renderer/features/activity/activity-words'
import {
  changedSince,
  changesOf,
  puttingBack,
  valueWords,
} from '../../../../src-renderer/features/activity/changes'
import { at, head } from '../../activity/activity-samples'

const jobWork = { job: 7, total: 0, done: 0, failed: 0 }
const said = (more: Partial<ActivityHead>) =>
  sentenceOf(head(more))
    .map(({ text }) => text)
    .join('')

describe('what an entry did', () => {
  it.each([
    [
      'one field',
      { data: { plan: 'pro' } },
      { data: { plan: 'free' } },
      'Set plan of anna@example.com to “pro”, was “free”',
    ],
    [
      'a field that was not there',
      { data: { plan: 'pro' } },
      { data: { plan: null } },
      'Set plan of anna@example.com to “pro”, was “none”',
    ],
    ['two fields', { data: { a: 1, b: 2 } }, { data: {} }, 'Change 2 fields of anna@example.com'],
    ['the subscription', { subscribed: false }, { subscribed: true }, 'Unsubscribe anna@example.com'],
    ['nothing that is known', { email: 'x@example.com' }, null, 'Change anna@example.com'],
  ])('is said of %s', (_, sent, before, sentence) => {
    expect(said({ sent, before })).toBe(sentence)
  })

  it('is said of runs together', () => {
    const runs = {
      kind: 'run',
      title: 'Quick refresh of contacts',
      told: tell('told.quickRefresh', { resource: 'contacts' }),
      brought: { added: 388, changed: 41, removed: 0 },
    } as const
    expect(said({ ...runs, parts: 11 })).toBe('Quick refresh: 41 changed, 388 new')
    expect(said({ ...runs, brought: { added: 0, changed: 0, removed: 0 } })).toBe(
      'Quick refresh of contacts: no change',
    )
    expect(said({ ...runs, outcome: 'running', brought: { added: 0, changed: 0, removed: 0 } })).toBe(
      'Quick refresh of contacts',
    )
  })
})

describe('what a run or a job counted', () => {
  it('is said a line each, and nothing of its number or of what is not known', () => {
    expect(countLines({ job: 7, total: 1284, done: 1284, failed: 0, requests: 1194 })).toEqual([
      { label: 'In all', value: '1,284' },
      { label: 'Done', value: '1,284' },
      { label: 'Failed', value: '0' },
      { label: 'Requests', value: '1,194' },
    ])
    expect(countLines({ run: 3, pages: 2, expected: null })).toEqual([{ label: 'Pages', value: '2' }])
  })

  it('is told with what it noted', () => {
    expect(noteWords({ run: 3, note: [tell('told.readTwice'), 'Words of an older Postroom.'] })).toEqual([
      'The whole list was read twice.',
      'Words of an older Postroom.',
    ])
    expect(noteWords({ job: 7 })).toEqual([])
  })
})

describe('how it came out', () => {
  it.each([
    ['done', {}, 'Done', 'plain'],
    ['refused', { outcome: 'failed', status: 422 }, 'Refused', 'bad'],
    ['failed at the service', { outcome: 'failed', status: 503 }, 'Failed', 'bad'],
    ['without an answer', { outcome: 'unknown', status: null }, 'No answer', 'warning'],
    ['a job under way', { outcome: 'running', work: { ...jobWork, total: 100, done: 62 } }, '62 %', 'going'],
    ['a paused job', { outcome: 'paused', work: { ...jobWork, total: 100, done: 62 } }, 'Paused', 'plain'],
    [
      'a job with failures',
      { parts: 5312, failedParts: 15, work: { job: 7, total: 5312, done: 5297, failed: 15 } },
      '15 failed',
      'bad',
    ],
    [
      'runs of which the first failed too',
      { kind: 'run', outcome: 'failed', status: 503, parts: 3, failedParts: 1 },
      '2 failed',
      'bad',
    ],
  ] as const)('%s', (_, more, text, tone) => {
    expect(headOutcome(head(more))).toEqual({ text, tone })
  })
})

it('says when: an instant, the span of a job, how often since when', () => {
  const work = { ...jobWork, total: 1, done: 1 }
  expect(whenWords(head())).toBe('14:02')
  expect(whenWords(head({ work, durationMs: 61_000, outcome: 'running' }))).toBe('14:02')
  expect(whenWords(head({ work, durationMs: 61_000 }))).toBe('14:02–14:03')
  expect(whenWords(head({ since: at - 57 * 60_000, parts: 11 }))).toBe('12 runs since 13:05')
})

it('puts entries under days', () => {
  expect([at, at - 86_400_000, at - 2 * 86_400_000].map((each) => dayWords(each, at))).toEqual([
    'Today',
    'Yesterday',
    expect.stringContaining('19 Nov'),
  ])
})

describe('putting back', () => {
  const changes = changesOf(
    { data: { tags: ['boat', 'spring-fair'], plan: 'pro' } },
    { data: { tags: ['boat'], plan: null } },
  )
  const held = { email: 'a@b.c', subscribed: true, data: { tags: ['boat', 'spring-fair'], plan: 'pro' } }

  it('writes what was there before, and removes what was not', () => {
    expect(changedSince(changes, held)).toEqual([])
    expect(puttingBack(changes)).toEqual({ data: { tags: ['boat'], plan: null } })
    expect(valueWords(changes[0]?.after)).toBe('boat, spring-fair')
  })

  it('is not offered for what changed since, and says what', () => {
    const now = { ...held, data: { ...held.data, plan: 'team' } }
    expect(changedSince(changes, now)).toEqual([{ field: 'plan', before: 'pro', after: 'team' }])
  })

  it('of a subscription writes that alone', () => {
    expect(puttingBack(changesOf({ subscribed: false }, { subscribed: true }))).toEqual({ subscribed: true })
  })
})
