import { describe, expect, it } from 'vitest'
import { formatClock } from '../../../../src-renderer/format'
import { readingWords } from '../../../../src-renderer/features/records/record-words'
import { then } from '../campaigns/review-samples'
import { connection, refusedToken, run } from './record-samples'

const said = (sync: Parameters<typeof connection>[0]) => readingWords(connection(sync), then)

describe('how the reading of a list stands', () => {
  it('is told with what can be done: a run under way pauses or stops', () => {
    expect(said({ run: run({ state: 'running', received: 5, expected: null }) })).toMatchObject({
      title: 'Reading, 5 read.',
      acts: ['pause', 'cancel'],
    })
  })

  it('goes on where it was paused', () => {
    expect(said({ run: run({ state: 'paused', received: 5 }) }).acts).toEqual(['resume', 'cancel'])
  })

  it('offers a locked keychain to be asked again, beside another token', () => {
    const blocked = { ...refusedToken, code: 'keychain_locked' as const }
    expect(said({ blocked }).acts).toEqual(['token', 'read'])
    expect(said({ blocked, run: run({ state: 'paused' }) }).acts).toEqual(['token', 'resume', 'cancel'])
  })

  it('says that a service is away while a run waits for it', () => {
    const waiting = said({ online: false, run: run({ state: 'running' }) })
    expect(waiting).toMatchObject({ tone: 'warning', acts: ['pause', 'cancel'] })
    expect(waiting.text).toContain('Reading continues when it answers.')
  })

  it('says until when a service that is asked too often holds a run back', () => {
    const held = said({ heldUntil: then, run: run({ state: 'running', received: 5 }) })
    expect(held.text).toBe(`Held until ${formatClock(then)}.`)
  })

  it('says why a run waits that goes on by itself', () => {
    const problem = {
      ...refusedToken,
      code: 'service_failed' as const,
      title: 'The service failed',
      why: 'So.',
    }
    const waiting = said({ run: run({ state: 'queued', problem }) })
    expect(waiting).toMatchObject({ title: 'The service failed.', text: 'So. It will be tried again.' })
  })

  it('says why the last run failed', () => {
    const last = run({
      state: 'failed',
      problem: { ...refusedToken, code: 'list_loops', title: 'It repeats' },
    })
    expect(said({ last })).toMatchObject({ tone: 'danger', acts: ['read'] })
    expect(said({ last }).text).toContain('It repeats.')
  })

  it('says that a list is read only when asked', () => {
    const manual = connection({}, { everyHours: null })
    expect(readingWords(manual, then).text).toContain('Read only when asked.')
  })
})
