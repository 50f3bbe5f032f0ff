import { describe, expect, it } from 'vitest'
import { detailAsItStands, headAsItStands } from '../../../src-main/features/activity/under-way'
import type { ActivityDetail } from '../../../src-shared/bridge/activity'
import { job } from '../renderer/import/import-samples'
import { at, head } from './activity-samples'

const begun = { job: 4, total: 0, done: 0, failed: 0 }
const entry = head({
  kind: 'run',
  outcome: 'running',
  durationMs: null,
  requests: 41,
  parts: 41,
  work: begun,
})
const detail: ActivityDetail = { ...entry, sent: begun, problem: null, job: 4 }
const now = at + 240_000
const running = job({ id: 4, total: 3214, done: 2010, failed: 3, requests: 1969, startedAt: at })

describe('the entry of a job under way', () => {
  it('tells how far the job is, what it asked and wrote, and how long it takes', () => {
    expect(headAsItStands(entry, [running], now)).toMatchObject({
      outcome: 'running',
      work: { job: 4, total: 3214, done: 2010, failed: 3 },
      requests: 2010,
      durationMs: 240_000,
    })
    expect(detailAsItStands(detail, [running], now)).toMatchObject({
      outcome: 'running',
      sent: { job: 4, total: 3214, done: 2010, failed: 3, requests: 1969 },
      durationMs: 240_000,
    })
  })

  it('says that the job is paused, and not how long it took: part of that was rest', () => {
    const paused = [{ ...running, state: 'paused' as const }]
    const said = { outcome: 'paused', durationMs: null }
    expect(headAsItStands(entry, paused, now)).toMatchObject({ ...said, work: { done: 2010 } })
    expect(detailAsItStands(detail, paused, now)).toMatchObject(said)
  })

  it('takes no time before the job has begun', () => {
    const waiting = [{ ...running, state: 'queued' as const, startedAt: null }]
    expect(headAsItStands(entry, waiting, now)).toMatchObject({ outcome: 'running', durationMs: null })
  })

  it.each([
    ['a job that has ended', { ...entry, outcome: 'done' as const }, { ...detail, outcome: 'done' as const }],
    ['another job', { ...entry, work: { ...begun, job: 5 } }, { ...detail, job: 5 }],
    ['a run', { ...entry, work: null }, { ...detail, job: null }],
  ])('stays as it was written where it is of %s', (_, one, itsDetail) => {
    expect(headAsItStands(one, [running], now)).toBe(one)
    expect(detailAsItStands(itsDetail, [running], now)).toBe(itsDetail)
  })

  it('leaves the writes of the job as they are', () => {
    const write: ActivityDetail = { ...detail, kind: 'write', sent: { email: 'anna@example.com' } }
    expect(detailAsItStands(write, [running], now)).toBe(write)
  })
})
