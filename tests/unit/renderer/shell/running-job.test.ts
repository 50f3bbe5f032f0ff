import { afterEach, expect, it } from 'vitest'
import type { Job } from '../../../../src-shared/bridge/jobs'
import RunningJob from '../../../../src-renderer/shell/RunningJob.vue'
import { jobLink, leadJob } from '../../../../src-renderer/jobs/job-words'
import { Page } from '../fixtures/page'

const running: Job = {
  id: 4,
  kind: 'import',
  state: 'running',
  title: 'Import spring-fair.csv',
  importId: 9,
  total: 5312,
  done: 3188,
  failed: 15,
  createdAt: 0,
  startedAt: 0,
  endedAt: null,
  rate: null,
  secondsLeft: null,
  problem: null,
}
const problem = {
  code: 'key_refused',
  title: 'The key was refused',
  why: '',
  action: '',
  retryable: false,
} as const

let page: Page | null = null
afterEach(() => {
  page?.close()
  page = null
})

async function shown(...jobs: Job[]) {
  page = await Page.open({ root: RunningJob, told: [{ topic: 'jobs', state: { jobs } }] })
  return page.body
}

it('names the job that runs, with how far it is, and leads to it', async () => {
  const wrapper = await shown({ ...running, id: 5, state: 'queued' }, running)
  expect(wrapper.findAll('span').map((span) => span.text())).toEqual(['Import +1', '', '', '60 %'])
  expect(wrapper.get('a').attributes('href')).toBe('#/import?open=9&step=run')
  expect(wrapper.get('a').attributes('title')).toBe('Import spring-fair.csv')
})

it('says that a job is paused, and why', async () => {
  const wrapper = await shown({ ...running, state: 'paused', problem })
  expect(wrapper.text()).toContain('paused')
  expect(wrapper.get('a').attributes('title')).toBe('Import spring-fair.csv. The key was refused.')
})

it('is not there while no job is under way', async () => {
  const wrapper = await shown({ ...running, state: 'finished', endedAt: 1 })
  expect(wrapper.find('a').exists()).toBe(false)
})

it('shows the first in line where none runs', () => {
  const waiting: Job = { ...running, state: 'queued' }
  expect(
    leadJob([
      { ...waiting, id: 7 },
      { ...waiting, id: 6 },
    ])?.id,
  ).toBe(6)
})

it('leads a change of many to the contacts', () => {
  expect(jobLink({ ...running, kind: 'bulk', importId: null })).toEqual({
    name: 'contacts',
    query: { job: running.id },
  })
})

it('leads to the activity log where a job belongs to no import', () => {
  expect(jobLink({ ...running, importId: null })).toEqual({ name: 'activity' })
})
