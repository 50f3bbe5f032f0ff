import { describe, expect, it } from 'vitest'
import {
  allText,
  branchWord,
  kindOf,
  listedText,
  newestTitle,
  newestWords,
  statusCounts,
  switchWords,
  triggerWords,
} from '../../../../src-renderer/features/workflows/workflow-words'
import { workflow } from './workflow-core'

describe('what enabling means', () => {
  it('names the event, and whether it starts once or each time', () => {
    const once = switchWords(workflow({ enabled: false }))
    expect(once).toMatchObject({ title: 'Enable the workflow', verb: 'Enable' })
    expect(once.sentences[0]).toBe('From now on everybody with the event signup starts it, once each.')
    const again = switchWords(workflow({ enabled: false, allowReentry: true }))
    expect(again.sentences[0]).toContain('each time anew')
  })

  it('without an event leaves it to the trigger', () => {
    expect(switchWords(workflow({ enabled: false, eventName: null })).sentences[0]).toContain(
      'as its trigger says',
    )
  })
})

describe('what disabling means', () => {
  it('counts who is on the way', () => {
    expect(switchWords(workflow()).sentences[1]).toContain('12 contacts are on the way through it')
    expect(switchWords(workflow({ executions: { RUNNING: 1 } })).sentences[1]).toContain(
      '1 contact is on the way',
    )
    expect(switchWords(workflow({ executions: {} })).sentences[1]).toBe(
      'Nobody is on the way through it in the copy.',
    )
  })
})

describe('a workflow of which the newest executions alone are copied', () => {
  const much = workflow({ executions: { WAITING: 1200, COMPLETED: 3800 }, newestAlone: 5000 })

  it('says so beside every figure', () => {
    expect(allText(much)).toBe('5,000+')
    expect(newestWords(much)).toBe('of the newest 5,000 executions')
    expect(newestTitle(much)).toBe('Counts the newest 5,000 executions alone')
    expect(listedText(5000, much)).toBe('The newest 5,000 executions')
    expect(listedText(1200, much)).toBe('1,200 of the newest 5,000 executions')
    expect(switchWords(much).sentences.at(-1)).toBe(
      'That is of the newest 5,000 executions; of older ones the copy knows nothing.',
    )
  })

  it('is another than one that is copied whole, of which nothing is said', () => {
    const whole = workflow()
    expect(allText(whole)).toBe('46')
    expect([newestWords(whole), newestTitle(whole)]).toEqual(['', undefined])
    expect(listedText(46, whole)).toBe('46 executions')
    expect(switchWords(whole).sentences).toHaveLength(2)
  })
})

describe('words of what the service says', () => {
  it('names statuses in their order, and those it does not know as they are', () => {
    expect(statusCounts({ PARKED: 1, COMPLETED: 2, RUNNING: 3, FAILED: 0 })).toEqual([
      { status: 'RUNNING', word: 'Running', count: 3 },
      { status: 'COMPLETED', word: 'Completed', count: 2 },
      { status: 'PARKED', word: 'PARKED', count: 1 },
    ])
  })

  it('names triggers, branches and kinds, and passes on what it does not know', () => {
    expect(triggerWords({ triggerType: 'EVENT', eventName: 'signup' })).toBe('On signup')
    expect(triggerWords({ triggerType: 'SCHEDULE', eventName: null })).toBe('By a schedule')
    expect(triggerWords({ triggerType: null, eventName: null })).toBe('Not known')
    expect([branchWord('timeout'), branchWord('maybe'), branchWord('')]).toEqual([
      'Time ran out',
      'maybe',
      '',
    ])
    expect([kindOf('EXIT').word, kindOf('TELEPORT').word]).toEqual(['End', 'TELEPORT'])
  })
})
