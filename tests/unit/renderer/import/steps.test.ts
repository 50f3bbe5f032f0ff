import { describe, expect, it } from 'vitest'
import { canShow, landing, shownStep, steps } from '../../../../src-renderer/features/imports/steps'
import { detail, job } from './import-samples'

const shown = (change: Parameters<typeof detail>[0]) =>
  steps.map(({ step }) => step).filter((step) => canShow(detail(change), step))

describe('the steps that can be looked at', () => {
  it('begin with reading alone while the file is read', () => {
    expect(shown({ work: { what: 'reading', done: 1, total: 2 }, counts: null, step: 'read' })).toEqual([
      'read',
    ])
    expect(shown({ reading: null, columns: [], counts: null, step: 'read' })).toEqual(['read'])
  })

  it('go on to the map once the columns are known, and to verification once the rows are counted', () => {
    expect(shown({ counts: null, step: 'map' })).toEqual(['read', 'map'])
    expect(shown({})).toEqual(['read', 'map', 'check', 'verify', 'run'])
  })

  it('show the check while it is under way, and verification only after it', () => {
    const work = { what: 'checking' as const, done: 1, total: 9 }
    expect(shown({ counts: null, work })).toEqual(['read', 'map', 'check'])
  })

  it('are the run and what came of it once rows were sent', () => {
    expect(shown({ jobs: [job()] })).toEqual(['run'])
    expect(shown({ jobs: [job({ state: 'cancelled' })] })).toEqual(['run', 'after'])
  })
})

describe('where an import is taken up again', () => {
  it('is as far as it has come', () => {
    expect(landing(detail({ step: 'map', counts: null }))).toBe('map')
    expect(landing(detail())).toBe('check')
    expect(landing(detail({ jobs: [job({ state: 'finished' })] }))).toBe('after')
  })

  it('is where a person left it, while that can be shown', () => {
    expect(landing(detail({ leftAt: 'map' }))).toBe('map')
    expect(landing(detail({ leftAt: 'verify' }))).toBe('verify')
    expect(landing(detail({ leftAt: 'verify', counts: null, step: 'map' }))).toBe('map')
    expect(landing(detail({ leftAt: 'check', jobs: [job()] }))).toBe('run')
  })

  it('is reading where the file cannot be read', () => {
    expect(landing(detail({ step: 'check', reading: null, columns: [], counts: null }))).toBe('read')
  })

  it('is asked for by the address, unless that cannot be shown', () => {
    expect(shownStep(detail(), 'map')).toBe('map')
    expect(shownStep(detail(), 'after')).toBe('check')
    expect(shownStep(detail(), 'nonsense')).toBe('check')
  })
})
