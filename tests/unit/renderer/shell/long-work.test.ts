import { describe, expect, it } from 'vitest'
import type { Job } from '../../../../src-shared/bridge/jobs'
import type { Run } from '../../../../src-shared/bridge/sync'
import { longWork, windowTitle } from '../../../../src-renderer/jobs/long-work'

const sending = { campaignId: 'c', name: 'Tide tables', sent: 41, recipients: 100 }
const job: Job = {
  id: 1,
  kind: 'import',
  state: 'running',
  title: 'Import people.csv',
  importId: null,
  total: 10,
  done: 6,
  failed: 0,
  createdAt: 0,
  startedAt: 0,
  endedAt: null,
  rate: null,
  secondsLeft: null,
  problem: null,
}
const run: Run = {
  id: 1,
  resource: 'contacts',
  mode: 'full',
  state: 'running',
  cause: 'first',
  startedAt: 0,
  endedAt: null,
  pages: 1,
  received: 30,
  added: 30,
  changed: 0,
  unchanged: 0,
  removed: 0,
  expected: 100,
  rate: null,
  secondsLeft: null,
  note: null,
  problem: null,
}
const nothing = { sendings: [], jobs: [], runs: [] }

describe('long work', () => {
  it('is a sending, before a job, before a list that is read whole', () => {
    expect(longWork({ sendings: [sending], jobs: [job], runs: [run] })).toEqual({
      kind: 'sending',
      share: 0.41,
    })
    expect(longWork({ ...nothing, jobs: [job], runs: [run] })).toEqual({ kind: 'job', share: 0.6 })
    expect(longWork({ ...nothing, runs: [run] })).toEqual({ kind: 'run', share: 0.3 })
  })

  it('is none where nothing runs, or nobody knows how far it is', () => {
    expect(longWork(nothing)).toBeNull()
    expect(longWork({ ...nothing, jobs: [{ ...job, state: 'paused' }] })).toBeNull()
    expect(longWork({ ...nothing, runs: [{ ...run, expected: null }] })).toBeNull()
    expect(longWork({ ...nothing, runs: [{ ...run, mode: 'quick' }] })).toBeNull()
  })
})

describe('the title of the window', () => {
  it('begins with how far long work is', () => {
    expect(windowTitle('Overview', 'Harbour Notes', 0.416)).toBe('41 %, Overview, Harbour Notes, Postroom')
    expect(windowTitle('', 'Harbour Notes', null)).toBe('Harbour Notes, Postroom')
    expect(windowTitle('Welcome', null, 0.4)).toBe('Postroom')
  })
})
