import { describe, expect, it } from 'vitest'
import type { Overview, OverviewMonth } from '../../../../src-shared/bridge/overview'
import type { ResourceState, Run } from '../../../../src-shared/bridge/sync'
import {
  firstCopyWords,
  firstState,
  planSentence,
  runSummary,
} from '../../../../src-renderer/features/overview/copy-words'
import { overviewFigures } from '../../../../src-renderer/features/overview/figures'
import { growthChart, monthTitle, shortCount } from '../../../../src-renderer/features/overview/growth-chart'

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

describe('the first copy', () => {
  it('says of each list whether it is here, how far it is, or that it waits', () => {
    const coming = { ...run, state: 'running' as const, received: 600, expected: 1000 }
    expect(firstState(resource({}))).toEqual({ kind: 'here', words: 'here' })
    expect(firstState(resource({ asOf: null, run: coming })).words).toBe('60 %')
    expect(firstState(resource({ asOf: null })).words).toBe('waits')
    expect(firstState(resource({ asOf: null, last: { ...run, state: 'failed' } })).words).toBe('failed')
  })

  it('says how long it takes as soon as that is known', () => {
    const going = { ...run, state: 'running' as const }
    const now = new Date(2026, 10, 27, 14, 2).getTime()
    expect(firstCopyWords([going], now)).toBe('First copy')
    expect(firstCopyWords([{ ...going, secondsLeft: 180 }], now)).toBe('First copy, about 3 min left')
    expect(firstCopyWords([{ ...going, secondsLeft: 4 * 3600 }], now)).toBe(
      'First copy, about 4 h left, until today, 18:02',
    )
    expect(firstCopyWords([{ ...going, secondsLeft: 2 * 86_400 }], now)).toContain('until 29 Nov 2026, 14:02')
    expect(firstCopyWords([{ ...run, state: 'paused' }], now)).toBe('First copy, paused')
  })
})

describe('the figures', () => {
  const counts = { recipients: 0, sent: 0, delivered: 0, opened: 0, clicked: 0 }
  const funnel = { ...counts, bounced: 0, complained: 0, unsubscribed: 0 }
  const overview: Overview = {
    contacts: 1000,
    subscribed: 900,
    unsubscribed: 100,
    events: 5000,
    last30Days: { contacts: 200, subscribed: 190 },
    growth: [],
    recentEvents: [],
    recentPeople: [],
  }
  const month: OverviewMonth = {
    events: 400,
    unsubscribed: 30,
    topEvents: [],
    otherEvents: { kinds: 0, count: 0 },
    mails: {
      campaigns: 2,
      now: { ...funnel, sent: 200, delivered: 198 },
      before: { ...funnel, sent: 100, delivered: 98 },
    },
    campaigns: { newest: [], count: 0 },
    coming: [],
    workflows: [],
    domains: [],
  }
  const facts = { overview, month, arriving: null, wide: true }
  const note = (label: string, changes = {}) =>
    overviewFigures({ ...facts, ...changes }).find((figure) => figure.label === label)?.note

  it('compare the subscribed with those of 30 days ago', () => {
    // 800 were there then; 710 of them are subscribed now, and 30 have said no since.
    expect(note('Subscribed')).toBe('90.0 %, was 92.5 %')
    expect(note('Unsubscribed')).toBe('+30 in 30 days')
  })

  it('compare nothing where no event tells when somebody unsubscribed', () => {
    const untold = { month: { ...month, unsubscribed: null } }
    expect(note('Subscribed', untold)).toBe('90.0 % of all contacts')
    expect(note('Unsubscribed', untold)).toBe('')
  })

  it('give what was delivered as a share of what was sent', () => {
    expect(note('Delivered')).toBe('99.0 % of sent, was 98.0 %')
    expect(note('Sent')).toBe('by 2 campaigns this year')
  })

  it('are a dash before they are known', () => {
    const [sent] = overviewFigures({ ...facts, month: null }).filter(({ label }) => label === 'Sent')
    expect(sent?.value).toBe('–')
  })

  it('say while contacts arrive of how many they are, and compare nothing', () => {
    const figures = overviewFigures({ ...facts, arriving: { received: 600, expected: 1200 } })
    expect(figures.map(({ label }) => label)).toEqual([
      'Contacts',
      'Subscribed',
      'Unsubscribed',
      'Sent',
      'Delivered',
    ])
    // As the progress is told, not as they were counted a moment before.
    expect(figures[0]?.value).toBe('600')
    expect(figures[0]).toMatchObject({ note: 'of 1,200, the newest first', arriving: { share: 0.5 } })
    expect(figures[1]).toMatchObject({ note: 'of those that are here', arriving: { share: 0.5 } })
    expect(figures[3]?.arriving).toBeNull()
  })
})

describe('the growth chart', () => {
  const colours = {
    text: '#000',
    hint: '#111',
    line: '#222',
    line2: '#333',
    card: '#444',
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

  it('ends at now, and says of the month that is not over that it is not', () => {
    const months = Array.from({ length: 24 }, (_, at) => ({
      month: new Date(2024, 11 + at, 1).getTime(),
      contacts: at,
      subscribed: at,
      added: 1,
      partial: at === 23,
    }))
    const { interval } = growthChart(months, colours).xAxis.axisLabel
    const named = months.map((_, at) => at).filter((at) => interval(at))
    expect(named).toEqual([0, 6, 12, 18, 23])
    expect(months.slice(-2).map(monthTitle)).toEqual(['Oct', 'Nov, so far'])
  })

  it('writes its axis short', () => {
    expect([0, 400, 20_000, 1_500, 1_200_000].map(shortCount)).toEqual(['0', '400', '20k', '1.5k', '1.2M'])
  })
})
