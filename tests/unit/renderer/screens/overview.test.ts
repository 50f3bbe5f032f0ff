import { describe, expect, it } from 'vitest'
import type { ResourceState, Run } from '../../../../src-shared/bridge/sync'
import { planSentence, runSummary } from '../../../../src-renderer/features/overview/copy-words'
import { growthChart, shortCount } from '../../../../src-renderer/features/overview/growth-chart'

const run: Run = {
  id: 1,
  resource: 'contacts',
  mode: 'quick',
  state: 'finished',
  cause: 'schedule',
  startedAt: 0,
  endedAt: 1,
  pages: 1,
  received: 100,
  added: 0,
  changed: 0,
  unchanged: 100,
  removed: 0,
  expected: null,
  rate: null,
  secondsLeft: null,
  note: null,
  problem: null,
}
const resource = (state: Partial<ResourceState>): ResourceState => ({
  resource: 'contacts',
  rows: 100,
  asOf: 1,
  fullAsOf: null,
  unread: 0,
  run: null,
  last: null,
  ...state,
})

describe('what a run brought', () => {
  it('counts what is new, changed and gone', () => {
    expect(runSummary(resource({ last: { ...run, added: 96, changed: 18, removed: 2 } }))).toBe(
      '96 new, 18 changed, 2 gone',
    )
  })

  it('says that nothing changed', () => {
    expect(runSummary(resource({ last: run }))).toBe('no change')
  })

  it('says how far the run under way is, rather than what the last one brought', () => {
    const now = { ...run, state: 'running' as const, received: 31_400 }
    expect(runSummary(resource({ run: now, last: run }))).toBe('31,400 read')
  })

  it('says that a run failed, and that none ever ran', () => {
    expect(runSummary(resource({ last: { ...run, state: 'failed' } }))).toBe('failed')
    expect(runSummary(resource({}))).toBe('never')
  })
})

describe('the plan in words', () => {
  const plan = { quickEveryMinutes: 5, fullDailyAt: '06:00', backgroundShare: 0.5 }

  it('names both rhythms', () => {
    expect(planSentence(plan)).toBe('Quick refresh every 5 min, full run daily at 06:00.')
  })

  it('says that only a full run finds deletions where none is planned', () => {
    expect(planSentence({ ...plan, fullDailyAt: null })).toContain('deletions are found by a full run')
  })

  it('says that nothing happens by itself', () => {
    expect(planSentence({ ...plan, quickEveryMinutes: null, fullDailyAt: null })).toBe(
      'Refreshed only when you ask.',
    )
  })
})

describe('the growth chart', () => {
  const colours = {
    text: '#000',
    hint: '#111',
    line: '#222',
    line2: '#333',
    raised: '#444',
    wax: '#555',
    font: 'Inter',
    series: ['#4063bf', '#8c4e6a'],
  }

  it('draws all contacts and the subscribed in the first two series colours', () => {
    const growth = [{ month: 0, contacts: 10, subscribed: 9, added: 10, partial: false }]
    const { series } = growthChart(growth, colours)
    expect(series.map(({ name, data, itemStyle }) => [name, data, itemStyle.color])).toEqual([
      ['All contacts', [10], '#4063bf'],
      ['Subscribed', [9], '#8c4e6a'],
    ])
  })

  it('writes its axis short', () => {
    expect([0, 400, 20_000, 1_500, 1_200_000].map(shortCount)).toEqual(['0', '400', '20k', '1.5k', '1.2M'])
  })
})
