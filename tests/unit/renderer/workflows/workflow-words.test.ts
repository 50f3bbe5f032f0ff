import { describe, expect, it } from 'vitest'
import {
  allText,
  branchWord,
  captionOf,
  dueWords,
  kindOf,
  newestTitle,
  newestWords,
  sinceWords,
  statusCounts,
  switchWords,
  triggerWords,
} from '../../../../src-renderer/features/workflows/workflow-words'
import { workflow } from './workflow-core'

describe('what enabling means', () => {
  it('names the event, and whether it starts once or each time', () => {
    const once = switchWords(workflow({ enabled: false }))
    expect(once).toMatchObject({ title: 'Enable “Welcome aboard”?', verb: 'Enable' })
    expect(once.sentences[0]).toBe('From now on signup starts it, once for each contact.')
    const again = switchWords(workflow({ enabled: false, allowReentry: true }))
    expect(again.sentences[0]).toContain('every time')
  })

  it('without an event leaves it to the trigger', () => {
    expect(switchWords(workflow({ enabled: false, eventName: null })).sentences[0]).toContain(
      'its trigger starts it',
    )
  })
})

describe('what disabling means', () => {
  it('counts who is on the way', () => {
    expect(switchWords(workflow()).sentences[1]).toContain('12 people are on the way')
    expect(switchWords(workflow({ executions: { RUNNING: 1 } })).sentences[1]).toContain(
      '1 person is on the way',
    )
    expect(switchWords(workflow({ executions: {} })).sentences[1]).toBe('Nobody is on the way.')
  })
})

describe('a workflow of which the newest executions alone are copied', () => {
  const much = workflow({ executions: { WAITING: 1200, COMPLETED: 3800 }, newestAlone: 5000 })

  it('says so beside every figure', () => {
    expect(allText(much)).toBe('5,000+')
    expect(newestWords(much)).toBe('of the newest 5,000 executions')
    expect(newestTitle(much)).toBe('Only the newest 5,000 executions are counted')
    expect(switchWords(much).sentences.at(-1)).toBe(
      'That is of the newest 5,000 executions. Older ones are not in the copy.',
    )
  })

  it('is another than one that is copied whole, of which nothing is said', () => {
    const whole = workflow()
    expect(allText(whole)).toBe('46')
    expect([newestWords(whole), newestTitle(whole)]).toEqual(['', undefined])
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
    expect(triggerWords({ triggerType: 'SCHEDULE', eventName: null })).toBe('On a schedule')
    expect(triggerWords({ triggerType: null, eventName: null })).toBe('Not known')
    expect([branchWord('timeout'), branchWord('maybe'), branchWord('')]).toEqual([
      'Time ran out',
      'maybe',
      '',
    ])
    expect([kindOf('EXIT').word, kindOf('TELEPORT').word]).toEqual(['End', 'TELEPORT'])
  })
})

describe('what stands above a step', () => {
  const { steps } = workflow()
  const [start, , , done] = steps ?? []
  const plain = { fresh: false, more: false }

  it('is the way that leads there, and how many came', () => {
    expect(start && captionOf(start, steps ?? [], plain)).toBe('46 in all')
    expect(done && captionOf(done, steps ?? [], plain)).toBe('Yes, 4')
  })

  it('says where more may have come', () => {
    const unsure = done && { ...done, came: { sure: 4, unsure: 2 } }
    expect(unsure && captionOf(unsure, steps ?? [], plain)).toBe('Yes, 4+')
    expect(done && captionOf(done, steps ?? [], { fresh: false, more: true })).toBe('Yes, 4+')
  })

  it('says of a step that is not saved yet that it is new', () => {
    expect(done && captionOf(done, steps ?? [], { fresh: true, more: false })).toBe('Yes, new')
  })
})

describe('times that were worked out', () => {
  const now = new Date(2026, 10, 21, 14, 0).getTime()
  const in_ = (hours: number, about = false) => ({ at: now + hours * 3_600_000, about })

  it('are said as spans, with “about” where they are not certain', () => {
    expect(sinceWords({ since: in_(-52) }, now)).toBe('2 d 4 h')
    expect(sinceWords({ since: in_(-9 * 24 - 5, true) }, now)).toBe('about 9 d')
    expect(sinceWords({ since: null }, now)).toBe('–')
  })

  it('are near by their span, tomorrow by the clock, later by the day', () => {
    expect(dueWords({ due: in_(41 / 60) }, now)).toBe('in 41 min')
    expect(dueWords({ due: in_(19) }, now)).toBe('tomorrow, 09:00')
    expect(dueWords({ due: in_(52, true) }, now)).toBe('about 23 Nov, 18:00')
    expect(dueWords({ due: in_(-1) }, now)).toBe('any moment')
    expect(dueWords({ due: null }, now)).toBe('–')
  })
})
