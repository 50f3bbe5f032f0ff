import { describe, expect, it } from 'vitest'
import type { ListHealth, WorthDoing } from '../../../../src-shared/bridge/verdicts'
import {
  callsWords,
  changedWords,
  madeWords,
  standingWords,
} from '../../../../src-renderer/features/verification/home/batch-row-words'
import {
  ageLines,
  checkedWords,
  healthLines,
} from '../../../../src-renderer/features/verification/home/health-lines'
import { gridFor, trendLines } from '../../../../src-renderer/features/verification/home/trend-lines'
import {
  costWords,
  nothingWords,
  worthLines,
} from '../../../../src-renderer/features/verification/home/worth-words'
import { at, blankHealth, job, listed } from './batch-samples'

const counts = (accepts: number, risky: number, expired: number, notChecked: number) => ({
  contacts: accepts + risky + expired + notChecked,
  byClass: { accepts, risky, undeliverable: 0, unknown: 0 },
  expired,
  notChecked,
})
const health: ListHealth = {
  ...blankHealth,
  ...counts(600, 100, 100, 200),
  before: counts(500, 120, 40, 240),
  standing: {
    ...blankHealth.standing,
    accepts: { medianDays: 41, soon: 90 },
    all: { medianDays: 40, soon: 90 },
  },
  ages: [
    { from: 0, until: 30, contacts: 500 },
    { from: 30, until: 90, contacts: 200 },
  ],
}

describe('the table of list health', () => {
  it('has columns that add up to its last line', () => {
    const lines = healthLines(health)
    expect(lines.map(({ contacts }) => contacts)).toEqual(['600', '100', '0', '0', '100', '200', '1,000'])
    expect(lines.map(({ change }) => change)).toEqual(['+100', '−20', '0', '0', '+60', '−40', '+100'])
    expect(lines[0]).toMatchObject({ share: '60.0 %', age: '41 d', soon: '90' })
  })

  it('says nothing of 30 days where the ledger is younger', () => {
    expect(healthLines({ ...health, before: null })[0]?.change).toBe('–')
  })

  it('rounds the share of those checked down', () => {
    expect(checkedWords({ ...health, ...counts(999, 0, 0, 1) })).toBe('99 % of 1,000 checked')
  })

  it('parts all contacts by the age of their verdicts', () => {
    expect(ageLines(health).map(({ label, contacts }) => `${label} ${contacts}`)).toEqual([
      'Under 30 days 500',
      '30 to 90 days 200',
      'Expired 100',
      'Never checked 200',
    ])
  })
})

describe('the trend', () => {
  it('is there from the second week on', () => {
    const weeks = [counts(1, 0, 0, 9), counts(8, 0, 0, 2)].map((week, index) => ({ ...week, at: index }))
    expect(trendLines({ ...health, trend: weeks.slice(0, 1) })).toBeNull()
    expect(trendLines({ ...health, trend: weeks })?.[0]).toMatchObject({ now: '80 %', values: [10, 80] })
  })

  it('stands between three gridlines that hold all of it', () => {
    expect(gridFor([62, 84])).toEqual([60, 80, 100])
    expect(gridFor([2.6, 4.3])).toEqual([2, 4, 6])
    expect(gridFor([0, 0])).toEqual([0, 1, 2])
  })
})

const step = (code: WorthDoing['code'], contacts: number, more: Partial<WorthDoing> = {}): WorthDoing => ({
  code,
  contacts,
  calls: contacts,
  sampled: false,
  domains: null,
  ...more,
})

describe('what is worth doing next', () => {
  it('stands with the heaviest first, and without what concerns nobody', () => {
    const steps = [
      step('retryUnknown', 10),
      step('checkExpired', 0),
      step('checkRest', 6470, { calls: 4012 }),
      step('correctTypos', 214, { domains: { first: 'gmial.com', others: 40 } }),
    ]
    const lines = worthLines(steps, { share: 500, all: 52_418 })
    expect(lines.map(({ title, note }) => `${title}: ${note}`)).toEqual([
      'Check the 6,470 never checked: 4,012 calls, 9 min at your budget',
      'Correct 214 likely typos: gmial.com and 40 other domains',
      'Retry 10 unknown: 10 calls, 1 min at your budget',
    ])
  })

  it('never takes no minute, and says where nothing is asked', () => {
    expect(costWords({ calls: 1, sampled: false }, 500)).toBe('1 call, 1 min at your budget')
    expect(costWords({ calls: 900, sampled: true }, 500)).toBe('About 900 calls, 2 min at your budget')
    expect(costWords({ calls: 0, sampled: false }, 500)).toBe('No calls: all of it is settled here')
  })

  it('is nothing until a verdict ends', () => {
    expect(nothingWords(null, 0)).toBe('Nothing to do')
    expect(nothingWords(3 * 86_400_000, 1)).toBe('Nothing to do: next expiry in 3 days')
  })
})

describe('a line of the list of batches', () => {
  it('says how it stands', () => {
    const running = job({ state: 'running', total: 100, done: 62, secondsLeft: 170, endedAt: null })
    expect(standingWords(listed())).toMatchObject({ text: 'Finished', more: ', 18 min 44 s' })
    expect(standingWords(listed({ job: running }))).toMatchObject({ text: '62 %, about 3 min', share: 0.62 })
    expect(standingWords(listed({ job: { ...running, state: 'paused' } })).text).toBe('Paused by you')
    expect(standingWords(listed({ job: null, waiting: 3 })).text).toBe('Not started')
    expect(standingWords(listed({ job: null })).text).toBe('All known')
  })

  it('counts calls and changes where there are any', () => {
    const running = job({ state: 'running', endedAt: null })
    expect(callsWords({ calls: 2010, waiting: 1204, job: running })).toBe('2,010 of 3,214')
    expect(callsWords({ calls: 0, waiting: 0, job: null })).toBe('–')
    expect(changedWords({ flipped: 4, job: running })).toBe('–')
    expect(changedWords({ flipped: 219, job: job() })).toBe('219')
  })

  it('says when it was made, in as few words as tell it', () => {
    const day = 86_400_000
    expect(madeWords(at, at + 60_000)).toBe('13:41')
    expect(madeWords(at, at + day)).toBe('yesterday')
    expect(madeWords(at, at + 3 * day)).toBe('21 Nov')
    expect(madeWords(at, at + 100 * day)).toBe('21 Nov 2026')
  })
})
