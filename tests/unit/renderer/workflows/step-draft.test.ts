import { describe, expect, it } from 'vitest'
import { changesOf } from '../../../../src-renderer/features/workflows/edit/draft-changes'
import {
  changeStep,
  goesAlong,
  insertStep,
  leadTo,
  removeStep,
} from '../../../../src-renderer/features/workflows/edit/draft-edits'
import {
  faultsOf,
  type FaultSurroundings,
} from '../../../../src-renderer/features/workflows/edit/draft-faults'
import { useDraftHistory } from '../../../../src-renderer/features/workflows/edit/use-step-draft'
import { exitsOf } from '../../../../src-renderer/features/workflows/edit/exits'
import { afterSaving } from '../../../../src-renderer/features/workflows/edit/people-words'
import {
  contactChanges,
  withContactChanges,
} from '../../../../src-renderer/features/workflows/edit/contact-changes'
import { freeId, newStep } from '../../../../src-renderer/features/workflows/edit/step-kinds'
import { typedValue } from '../../../../src-renderer/features/workflows/edit/values'
import type { DraftStep, StepsDraft } from '../../../../src-shared/bridge/workflow-steps'

const step = (id: string, type: string, config: DraftStep['config'] = {}): DraftStep => ({
  ...{ id, type, config, name: id, position: null, template: null },
})
const way = (from: string, to: string, branch = '') => ({ from, to, branch })
const question = {
  mode: 'multi',
  field: 'data.plan',
  branches: [
    { id: 'b1', name: 'Pro', operator: 'equals', value: 'pro' },
    { id: 'b2', name: '', operator: 'exists' },
  ],
}
/** A start, a wait, and a question of two answers, one of which ends there. */
const draft: StepsDraft = {
  steps: [
    step('start', 'TRIGGER'),
    step('wait', 'DELAY', { amount: 2, unit: 'days' }),
    step('ask', 'CONDITION', question),
    step('pro', 'EXIT'),
    step('some', 'EXIT'),
    step('rest', 'EXIT'),
  ],
  ways: [
    way('start', 'wait'),
    way('wait', 'ask'),
    way('ask', 'pro', 'b1'),
    way('ask', 'some', 'b2'),
    way('ask', 'rest', 'default'),
  ],
}
const ids = ({ steps }: StepsDraft) => steps.map(({ id }) => id)
const links = ({ ways }: StepsDraft) => ways.map(({ from, to, branch }) => `${from} ${branch}> ${to}`).sort()

describe('the ways out of a step', () => {
  it('are those of its kind and settings', () => {
    expect(exitsOf(step('a', 'EXIT'))).toEqual([])
    expect(exitsOf(step('a', 'DELAY')).map(({ branch }) => branch)).toEqual([''])
    expect(exitsOf(step('a', 'CONDITION')).map(({ branch }) => branch)).toEqual(['yes', 'no'])
    expect(exitsOf(step('a', 'WAIT_FOR_EVENT', { timeout: 9 })).map(({ branch }) => branch)).toEqual([
      'event',
      'timeout',
    ])
  })

  it('are called what their answers compare', () => {
    expect(exitsOf(step('a', 'CONDITION', question)).map(({ label }) => label)).toEqual([
      'is pro',
      'has a value',
      'Otherwise',
    ])
  })
})

describe('a step that is put in', () => {
  it('stands between, and what followed follows its first way', () => {
    const put = insertStep(
      draft,
      { from: 'start', branch: '' },
      step('new', 'WAIT_FOR_EVENT', { timeout: 9 }),
    )
    expect(ids(put)).toEqual(['start', 'new', 'wait', 'ask', 'pro', 'some', 'rest'])
    expect(links(put)).toEqual(expect.arrayContaining(['start > new', 'new event> wait']))
    expect(links(put)).not.toContain('start > wait')
  })

  it('has an id that is not taken, and begins as its service takes it', () => {
    expect(freeId([step('new-1', 'EXIT'), step('new-3', 'EXIT')])).toBe('new-2')
    expect(newStep('UPDATE_CONTACT', 'oneAtATime', 'a', null).config).toEqual({ updates: {} })
    expect(newStep('UPDATE_CONTACT', 'together', 'a', null).config).toEqual({ data: {} })
    expect(newStep('SEND_EMAIL', 'together', 'a', { id: 't', name: 'Hello' })).toMatchObject({
      name: 'Hello',
      template: 't',
    })
  })
})

describe('a step that is taken out', () => {
  it('joins its ends', () => {
    expect(links(removeStep(draft, 'wait', ''))).toContain('start > ask')
  })

  it('keeps what follows the way that stays, and lets the rest go along', () => {
    const left = removeStep(draft, 'ask', 'b2')
    expect(ids(left)).toEqual(['start', 'wait', 'some'])
    expect(links(left)).toEqual(['start > wait', 'wait > some'])
    expect(goesAlong(draft, 'ask', 'b2').map(({ id }) => id)).toEqual(['pro', 'rest'])
  })
})

it('lets go of a way that a step has no more', () => {
  const branches = question.branches.slice(0, 1)
  const changed = changeStep(draft, 'ask', { config: { ...question, branches } })
  expect(links(changed)).not.toContain('ask b2> some')
  expect(links(changed)).toContain('ask default> rest')
})

describe('what is wrong', () => {
  const around: FaultSurroundings = {
    form: 'oneAtATime',
    senderOf: (id) => (id === 'bare' ? '' : 'notes@lamp-room.example'),
    fields: new Set(['plan']),
  }
  const found = (of: StepsDraft, more: Partial<FaultSurroundings> = {}) =>
    faultsOf(of, { ...around, ...more }).map(
      ({ step: at, field, warns }) => `${at} ${field}${warns ? '?' : ''}`,
    )
  const only = (one: DraftStep) =>
    found({ steps: [step('start', 'TRIGGER'), one], ways: [way('start', one.id)] })

  it('is nothing in a whole draft', () => expect(found(draft)).toEqual([]))

  it('is a branch, and a wait, that nothing follows', () => {
    expect(found(leadTo(draft, { from: 'ask', branch: 'default' }, null))).toEqual([
      'ask way default',
      'rest step',
    ])
    expect(only(step('wait', 'DELAY', { amount: 1, unit: 'days' }))).toEqual(['wait way '])
  })

  it('is a mail without a template, or whose template is from nobody', () => {
    expect(only(step('mail', 'SEND_EMAIL'))).toEqual(['mail template'])
    expect(only({ ...step('mail', 'SEND_EMAIL'), template: 'bare' })).toEqual(['mail template'])
    expect(only({ ...step('mail', 'SEND_EMAIL'), template: 'fine' })).toEqual([])
  })

  it('is a wait above 365 days, or of no time', () => {
    expect(only(step('a', 'DELAY', { amount: 366, unit: 'days' }))).toContain('a amount')
    expect(only(step('a', 'DELAY', { amount: '', unit: 'days' }))).toContain('a amount')
  })

  it('is a question with too many branches, with nothing to compare, or about a field that nobody has', () => {
    const many = Array.from({ length: 21 }, (_, at) => ({ id: `b${at}`, operator: 'equals', value: at }))
    expect(only(step('a', 'CONDITION', { ...question, branches: many }))).toContain('a branches')
    const empty = [{ id: 'b1', operator: 'equals', value: '' }]
    expect(only(step('a', 'CONDITION', { ...question, branches: empty }))).toContain('a answer b1')
    expect(only(step('a', 'CONDITION', { ...question, field: 'data.nothing' }))).toContain('a field?')
  })

  it('is a loop; where the service takes steps together, one without a pause', () => {
    const round = leadTo(draft, { from: 'ask', branch: 'default' }, 'wait')
    expect(found(round)).toContain('ask way default')
    const asked = {
      ...round,
      steps: round.steps.map((one) => (one.id === 'ask' ? step('ask', 'CONDITION') : one)),
    }
    const ways = [
      way('start', 'wait'),
      way('wait', 'ask'),
      way('ask', 'wait', 'yes'),
      way('ask', 'rest', 'no'),
    ]
    const held = { steps: asked.steps, ways }
    expect(found(held, { form: 'together' }).some((each) => each.startsWith('ask way'))).toBe(false)
  })

  it('is an address that is none, and a change of nothing', () => {
    expect(only(step('a', 'WEBHOOK', { url: 'ftp://x' }))).toEqual(['a url'])
    expect(only(step('a', 'WEBHOOK', { url: 'https://x.example' }))).toEqual([])
    expect(only(step('a', 'UPDATE_CONTACT', { updates: {} }))).toEqual(['a changes'])
    expect(only(step('a', 'UPDATE_CONTACT', { subscriptionAction: 'SUBSCRIBE' }))).toEqual([])
  })
})

describe('what is changed', () => {
  const words = ({ config }: DraftStep) => JSON.stringify(config)
  const after = (now: StepsDraft) => changesOf(draft, now, words)

  it('is what was put in, said once and taken back by itself', () => {
    const put = insertStep(
      draft,
      { from: 'start', branch: '' },
      step('new', 'DELAY', { amount: 1, unit: 'days' }),
    )
    const [change, ...others] = after(put)
    expect(others).toEqual([])
    expect(change).toMatchObject({ verb: 'Added', name: 'new' })
    expect(links(change?.undo(put) ?? draft)).toEqual(links(draft))
  })

  it('is what was taken out, which comes back between what it stood between', () => {
    const gone = removeStep(draft, 'wait', '')
    const [change] = after(gone)
    expect(change).toMatchObject({ verb: 'Removed', name: 'wait' })
    expect(links(change?.undo(gone) ?? draft)).toEqual(links(draft))
  })

  it('is what was written otherwise, with what it was', () => {
    const changed = changeStep(draft, 'wait', { config: { amount: 3, unit: 'days' } })
    const [change] = after(changed)
    expect(change?.parts).toEqual([{ was: '{"amount":2,"unit":"days"}', is: '{"amount":3,"unit":"days"}' }])
    expect(after(change?.undo(changed) ?? changed)).toEqual([])
  })

  it('is a way that leads elsewhere', () => {
    const [change] = after(leadTo(draft, { from: 'ask', branch: 'b1' }, 'some'))
    expect(change?.parts).toEqual([{ was: 'is pro: then “pro”', is: '“some”' }])
  })
})

describe('people on the way', () => {
  const changes = (now: StepsDraft) => changesOf(draft, now, () => '')
  const longer = changes(changeStep(draft, 'wait', { name: 'longer' }))

  it('finish as it was where one step is changed at a time', () => {
    const saved = { base: draft, changes: longer, form: 'oneAtATime' as const }
    expect(afterSaving('wait', saved)).toBe('As it was, without the change of “wait”')
    expect(afterSaving('rest', saved)).toBe('The same, nothing changed behind them')
  })

  it('go on by the new steps where steps are taken together, and are cancelled with theirs', () => {
    const gone = changes(removeStep(draft, 'wait', ''))
    expect(afterSaving('wait', { base: draft, changes: gone, form: 'together' })).toContain('Cancelled')
    expect(afterSaving('start', { base: draft, changes: gone, form: 'together' })).toContain('new steps')
  })
})

it('goes back and forth through what was written, a word that is typed at once', () => {
  const history = useDraftHistory()
  history.begin(draft)
  for (const name of ['L', 'Lo', 'Lon']) history.write(changeStep(draft, 'wait', { name }), 'wait name')
  history.write(removeStep(draft, 'some', null))
  history.undo()
  expect(history.draft.value?.steps[1]?.name).toBe('Lon')
  history.undo()
  expect(history.draft.value).toEqual(draft)
  expect(history.canUndo.value).toBe(false)
  history.redo()
  expect(history.draft.value?.steps[1]?.name).toBe('Lon')
})

it('writes changes of a contact as the service takes them', () => {
  const deployed = withContactChanges(
    {},
    { subscription: 'unsubscribe', data: { plan: 'pro' } },
    'oneAtATime',
  )
  expect(deployed).toEqual({ updates: { plan: 'pro' }, subscriptionAction: 'UNSUBSCRIBE' })
  const specified = withContactChanges({}, { subscription: 'subscribe', data: {} }, 'together')
  expect(specified).toEqual({ data: {}, subscribed: true })
  expect(contactChanges(deployed)).toEqual({ subscription: 'unsubscribe', data: { plan: 'pro' } })
  expect(contactChanges(specified).subscription).toBe('subscribe')
})

it('types a value as its field holds it', () => {
  expect(typedValue('5', ['number'])).toBe(5)
  expect(typedValue('5', ['text'])).toBe('5')
  expect(typedValue('true', ['boolean'])).toBe(true)
  expect(typedValue('maybe', ['boolean'])).toBe('maybe')
})
