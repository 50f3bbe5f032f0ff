import { describe, expect, it } from 'vitest'
import { nextStep } from '../../../src-main/features/plans/next-step'
import type { KeptPlan, KeptSlice } from '../../../src-main/features/plans/store'
import { warmUp } from './settings'

const hour = 3_600_000
const nine = new Date(2026, 10, 23, 9).getTime()

const slice = (number: number, more: Partial<KeptSlice> = {}): KeptSlice => ({
  number,
  at: nine + (number - 1) * 24 * hour,
  state: 'waits',
  segment: `s${number}`,
  campaign: null,
  leftAt: null,
  judgement: null,
  judgedAt: null,
  funnel: null,
  ...more,
})
const left = (number: number, more: Partial<KeptSlice> = {}) =>
  slice(number, { state: 'left', campaign: `c${number}`, leftAt: nine + (number - 1) * 24 * hour, ...more })

/** What is next of a plan of these slices at an hour after nine of the first day. */
function next(slices: KeptSlice[], hours: number, more: Partial<KeptPlan> = {}): string {
  const plan: KeptPlan = {
    id: 1,
    campaign: 'c',
    name: 'Tides',
    mail: { subject: '', body: '', from: '', fromName: '', replyTo: '', type: 'MARKETING' },
    hash: 'h',
    settings: warmUp(),
    people: 3000,
    parts: [null],
    state: 'running',
    held: null,
    startedAt: 0,
    slices,
    ...more,
  }
  const step = nextStep(plan, nine + hours * hour)
  if ('slice' in step) return `${step.kind} ${step.slice.number}`
  if (step.kind === 'end') return 'end'
  return step.until === null ? 'wait' : `wait ${(step.until - nine) / hour}`
}

describe('the next step of a plan', () => {
  it('makes the segments of all slices before anything leaves', () => {
    expect(next([slice(1), slice(2, { segment: null })], -20)).toBe('gather 2')
  })

  it('makes a slice five minutes before its time, and lets it leave at its time', () => {
    expect(next([slice(1), slice(2)], -1)).toBe(`wait ${-5 / 60}`)
    expect(next([slice(1), slice(2)], -4 / 60)).toBe('make 1')
    expect(next([slice(1, { state: 'ready' }), slice(2)], -4 / 60)).toBe('wait 0')
    expect(next([slice(1, { state: 'ready' }), slice(2)], 0)).toBe('release 1')
  })

  it('judges what is due before anything else may leave', () => {
    const ready = slice(2, { state: 'ready' })
    expect(next([left(1), ready], 24)).toBe('judge 1')
    expect(next([left(1, { judgement: 'fine' }), ready], 24)).toBe('release 2')
    expect(next([left(1), slice(2)], 1)).toBe('wait 2')
  })

  it('asks about a slice whose time has passed, and lets none after it leave', () => {
    expect(next([slice(1), slice(2)], 0.26)).toBe('miss 1')
    expect(next([slice(1, { state: 'missed' }), slice(2)], 24)).toBe('wait')
  })

  it('lets nothing leave while it is held, or while one may have left', () => {
    const ready = slice(2, { state: 'ready' })
    expect(next([left(1, { judgement: 'stops' }), ready], 24, { state: 'held' })).toBe('wait')
    expect(next([left(1, { state: 'unknown', judgement: null }), ready], 24)).toBe('wait')
  })

  it('still judges what has left while it is held', () => {
    expect(next([left(1), slice(2)], 2, { state: 'held' })).toBe('judge 1')
  })

  it('ends once everything has left and was judged', () => {
    expect(next([left(1, { judgement: 'fine' }), slice(2, { state: 'calledOff' })], 30)).toBe('end')
    expect(next([left(1, { judgement: 'fine' }), left(2)], 25)).toBe('wait 26')
  })
})
