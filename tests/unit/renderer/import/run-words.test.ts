import { describe, expect, it } from 'vitest'
import type { ChartColours } from '../../../../src-renderer/kit/chart/use-chart-colours'
import { secondsToWrite, wayWords } from '../../../../src-renderer/features/imports/run/before-words'
import { paceChart, paceTotals, shareNow } from '../../../../src-renderer/jobs/pace-chart'
import { jobPercent, kindsWords, leftWords, rateWords } from '../../../../src-renderer/jobs/progress-words'
import {
  leaveWords,
  rowFigures,
  rowsOfRun,
  ruleLines,
} from '../../../../src-renderer/features/imports/run/run-words'
import type { RowCounts } from '../../../../src-shared/bridge/imports'
import { column, counts, detail, job } from './import-samples'

const rows = (change: Partial<RowCounts['rows']>, rest: Partial<RowCounts> = {}): RowCounts => ({
  ...counts,
  ...rest,
  rows: { ...counts.rows, ...change },
})
const sum = (lines: { count: number }[]) => lines.reduce((all, { count }) => all + count, 0)

describe('the way that rows go', () => {
  const email = column(0, 'email', { target: { kind: 'email' } })

  it('is one by one, with the reason', () => {
    expect(wayWords([email, column(1, 'plan')], false)).toBe(
      'Rows go one by one: each answer tells whether a contact was created or changed, which undo needs.',
    )
  })

  it('is not the import that the service has, and why', () => {
    const said = wayWords([email, column(1, 'plan')], true)
    expect(said).toContain('not through the service’s own import of files')
    expect(said).toContain('nothing could be taken back')
    expect(said).not.toContain('It would also')
  })

  it('says what of the file that import would write otherwise', () => {
    const score = column(2, 'score', { as: { type: 'number', decimal: '.' } })
    const left = column(3, 'Note', { target: { kind: 'leaveOut' } })
    expect(wayWords([email, column(1, 'Plan'), score, left], true)).toMatch(
      / It would also write Plan as plan, and the values of score as text\.$/,
    )
    const many = ['A', 'B', 'C', 'D', 'E'].map((name, at) => column(at, name))
    expect(wayWords(many, true)).toContain('write A as a, B as b, C as c and 2 more.')
  })
})

describe('how far a job is', () => {
  it('is rounded down, so that a hundred means the end', () => {
    expect(jobPercent({ total: 1000, done: 999, state: 'running' })).toBe('99 %')
  })

  it('is nothing before it is counted, and all where there was nothing to do', () => {
    expect(jobPercent({ total: 0, done: 0, state: 'queued' })).toBe('0 %')
    expect(jobPercent({ total: 0, done: 0, state: 'finished' })).toBe('100 %')
  })

  it('is said as time left, or as what it waits for', () => {
    expect(leftWords({ state: 'running', secondsLeft: 240 })).toBe('About 4 min')
    expect(leftWords({ state: 'running', secondsLeft: null })).toBe('Working it out')
    expect(leftWords({ state: 'running', secondsLeft: 240 }, true)).toBe('Waits for the service')
    expect(leftWords({ state: 'paused', secondsLeft: null })).toBe('Paused')
    expect(leftWords({ state: 'queued', secondsLeft: null }, true)).toBe('Waits its turn')
  })

  it('has a rate only while it runs', () => {
    expect(rateWords({ state: 'running', rate: 485.6 })).toBe('486 a minute')
    expect(rateWords({ state: 'running', rate: null })).toBe('Working it out')
    expect(rateWords({ state: 'paused', rate: 486 })).toBe('–')
  })

  it('says whether one may leave', () => {
    expect(leaveWords({ state: 'running' })).toContain('with the window closed')
    expect(leaveWords({ state: 'paused' })).toContain('Nothing is sent')
    expect(leaveWords({ state: 'finished' })).toContain('ended')
  })

  it('names the row at which a restart goes on', () => {
    expect(leaveWords({ state: 'running' }, 8412)).toContain('continues at row 8,412.')
    expect(leaveWords({ state: 'paused' }, 1)).toContain('continues at row 1.')
  })
})

describe('the rows of a file', () => {
  it('add up before a run', () => {
    const lines = rowFigures(detail({ counts, jobs: [] }))
    expect(sum(lines)).toBe(counts.rows.all)
    expect(lines[0]).toEqual({ label: 'To write', count: 5398, strong: true })
  })

  it('add up where rules and people leave rows out or hold them', () => {
    const found = rows(
      { held: 12, leftOut: 100 },
      { toWrite: 5286, verdicts: { accepts: 5200, risky: 12, undeliverable: 86, unknown: 0 } },
    )
    const rules = { ...detail().rules, verify: 'all' as const }
    const lines = rowFigures(detail({ counts: found, rules, jobs: [] }))
    expect(sum(lines)).toBe(found.rows.all)
    expect(lines).toContainEqual({ label: 'Left out: undeliverable', count: 86 })
    expect(lines).toContainEqual({ label: 'Left out by you', count: 14 })
    expect(lines).toContainEqual({ label: 'Held for a decision', count: 12 })
  })

  it('name no class while nothing is verified', () => {
    const found = rows(
      { leftOut: 86 },
      { toWrite: 5312, verdicts: { ...counts.verdicts, undeliverable: 86 } },
    )
    const rules = { ...detail().rules, verify: 'none' as const }
    const lines = rowFigures(detail({ counts: found, rules, jobs: [] }))
    expect(lines).toContainEqual({ label: 'Left out by you', count: 86 })
  })

  it('stay what they were while the run writes them', () => {
    const run = job({ total: 5398, done: 3000, failed: 15 })
    expect(rowsOfRun({ counts, jobs: [run] })).toBe(5398)
    expect(sum(rowFigures(detail({ counts, jobs: [run] })))).toBe(counts.rows.all)
  })

  it('count conflicting ones among those to write where that was asked for', () => {
    const rules = { ...detail().rules, writeConflicting: true }
    const found = rows({}, { toWrite: 5421 })
    const lines = rowFigures(detail({ counts: found, rules, jobs: [] }))
    expect(lines.some(({ label }) => label === 'Left out: conflicting')).toBe(false)
    expect(sum(lines)).toBe(counts.rows.all)
  })
})

describe('the rules of a run', () => {
  it('never resubscribe by default', () => {
    expect(ruleLines(detail().rules)).toContainEqual({
      label: 'Unsubscribed here',
      value: 'never resubscribe',
    })
  })

  it('list the verdicts only where addresses are verified', () => {
    const none = ruleLines({ ...detail().rules, verify: 'none' })
    expect(none[0]).toEqual({ label: 'Verification', value: 'none' })
    const all = ruleLines({ ...detail().rules, verify: 'all' })
    expect(all[0]?.label).toBe('Accepts mail')
  })
})

it('says how many kinds of failure there are', () => {
  expect([kindsWords(0), kindsWords(1), kindsWords(3)]).toEqual(['', 'all alike', 'in 3 kinds'])
})

it('says how long rows take at the share of the budget', () => {
  expect(secondsToWrite(1000, 500)).toBe(120)
  expect(secondsToWrite(1000, 0)).toBeNull()
})

describe('the pace', () => {
  const colours: ChartColours = {
    text: '#000',
    hint: '#111',
    line: '#222',
    line2: '#333',
    card: '#444',
    raised: '#444',
    wax: '#555',
    font: 'Inter',
    series: ['#4063bf'],
  }
  const point = (at: number, requests: number, share: number, refusedForRate = 0) => ({
    at,
    requests,
    share,
    refusedForRate,
    serverErrors: refusedForRate * 2,
    medianMs: at === 0 ? null : 84,
  })
  const points = [point(0, 486, 500), point(5000, 250, 250, 1), point(10_000, 240, 255, 0)]

  it('knows the share as it is now, every 429 and 5xx, and the median answer', () => {
    expect(shareNow(points)).toBe(255)
    expect(shareNow([])).toBeNull()
    expect(paceTotals(points)).toEqual({ refusedForRate: 1, serverErrors: 2, medianMs: 84 })
    expect(paceTotals([])).toEqual({ refusedForRate: 0, serverErrors: 0, medianMs: null })
  })

  it('marks each 429 where it came, and leaves room for the share’s name', () => {
    const chart = paceChart(points, colours)
    expect(chart.series[0]?.markPoint.data).toEqual([{ coord: [5000, 250] }])
    expect(chart.yAxis.max).toBe(600)
  })

  it('is a minute wide at least', () => {
    const { xAxis } = paceChart(points.slice(0, 1), colours)
    expect(xAxis.max - xAxis.min).toBe(60_000)
  })
})
