import { describe, expect, it } from 'vitest'
import { conditionWords, stepWords } from '../../../src-shared/workflows/step-words'
import type { Filter } from '../../../src-shared/interface/filter'
import { stepSchema } from '../../../src-shared/interface/workflow'

const words = (
  type: string,
  config?: unknown,
  template: string | null = null,
  eventName: string | null = 'signup',
) => stepWords(stepSchema.parse({ id: 'a', type, config }), { eventName, template })

describe('a step in words', () => {
  it.each([
    ['TRIGGER', {}, 'Starts with signup'],
    ['DELAY', { amount: 1, unit: 'days' }, 'Waits 1 day'],
    ['DELAY', { amount: 2, unit: 'hours' }, 'Waits 2 hours'],
    ['DELAY', { amount: 1.5, unit: 'days' }, 'Waits 1.5 days'],
    ['DELAY', { amount: 30, unit: 'minutes' }, 'Waits 30 minutes'],
    ['WAIT_FOR_EVENT', { eventName: 'paid' }, 'Waits for paid, as long as it takes'],
    ['WAIT_FOR_EVENT', { eventName: 'paid', timeout: 14 * 86_400 }, 'Waits for paid, 14 days at most'],
    ['WAIT_FOR_EVENT', { eventName: 'paid', timeout: 90 }, 'Waits for paid, 90 seconds at most'],
    ['WEBHOOK', { url: 'https://example.com/hook' }, 'Calls POST https://example.com/hook'],
    ['UPDATE_CONTACT', { subscribed: false }, 'Unsubscribes'],
    ['UPDATE_CONTACT', { data: { plan: 'pro', old: null } }, 'Sets plan to pro, removes old'],
    ['UPDATE_CONTACT', { subscribed: true, data: { seats: 3 } }, 'Subscribes, sets seats to 3'],
    ['UPDATE_CONTACT', { data: {} }, 'Changes nothing'],
    ['EXIT', {}, 'Ends here'],
    ['EXIT', { reason: 'Paid' }, 'Ends: Paid'],
  ])('%s with %j', (type, config, expected) => {
    expect(words(type, config)).toBe(expected)
  })

  it('of a mail names its template where that is known', () => {
    expect(words('SEND_EMAIL', {}, 'Welcome')).toBe('Sends “Welcome”')
    expect(words('SEND_EMAIL', {})).toBe('Sends a mail')
    const crew = { recipient: { type: 'CUSTOM', customEmail: 'crew@harbour.example' } }
    expect(words('SEND_EMAIL', crew, 'Welcome')).toBe('Sends “Welcome” to crew@harbour.example')
  })

  it.each([
    ['CONDITION', { field: 'data.plan', operator: 'equals', value: 'pro' }, 'Asks: plan is pro?'],
    [
      'CONDITION',
      { field: 'contact.subscribed', operator: 'exists', value: null },
      'Asks: subscribed has a value?',
    ],
    [
      'CONDITION',
      {
        mode: 'multi',
        field: 'data.plan',
        branches: [{ id: 'b1', name: 'Pro', operator: 'equals', value: 'pro' }],
      },
      'Asks: what is plan?',
    ],
    [
      'WEBHOOK',
      { url: 'https://{{data.shop}}/hook', method: 'POST' },
      'Calls POST https://{{data.shop}}/hook',
    ],
    ['UPDATE_CONTACT', { updates: { plan: 'pro' } }, 'Sets plan to pro'],
    ['UPDATE_CONTACT', { subscriptionAction: 'SUBSCRIBE' }, 'Subscribes'],
    ['UPDATE_CONTACT', { subscriptionAction: 'UNSUBSCRIBE' }, 'Unsubscribes'],
    [
      'SEND_EMAIL',
      { recipient: { type: 'CUSTOM', customEmail: 'crew@harbour.example' } },
      'Sends a mail to crew@harbour.example',
    ],
    ['SEND_EMAIL', { recipient: { type: 'CONTACT' } }, 'Sends a mail'],
  ])('as deployed services tell it: %s with %j', (type, config, expected) => {
    expect(words(type, config)).toBe(expected)
  })

  it('that starts without an event says only that', () => {
    expect(words('TRIGGER', {}, null, null)).toBe('Starts here')
  })

  it('that cannot be read is named by its kind', () => {
    expect(words('DELAY', { amount: 'long' })).toBe('Waits, in a way Postroom cannot read')
    expect(words('WEBHOOK', null)).toBe('Calls an address, in a way Postroom cannot read')
    expect(words('WAIT_FOR_EVENT', {})).toBe('Waits for an event, in a way Postroom cannot read')
    expect(words('UPDATE_CONTACT', { updates: 3 })).toBe('Changes the contact, in a way Postroom cannot read')
    expect(words('EXIT', { reason: 3 })).toBe('Ends, in a way Postroom cannot read')
    expect(words('CONDITION', { field: 'data.plan', operator: 'rhymes' })).toBe(
      'Asks a question, in a way Postroom cannot read',
    )
  })

  it('of a kind that nobody knows says so', () => {
    expect(words('TELEPORT')).toBe('A step Postroom does not know (TELEPORT)')
  })
})

describe('a question in words', () => {
  const one = (filter: Filter) => conditionWords({ logic: 'AND', groups: [{ filters: [filter] }] })

  it.each<[Filter, string]>([
    [{ field: 'data.plan', operator: 'equals', value: 'pro' }, 'plan is pro'],
    [{ field: 'data.plan', operator: 'notEquals', value: '' }, 'plan is not empty'],
    [{ field: 'data.seats', operator: 'greaterThanOrEqual', value: 5 }, 'seats is at least 5'],
    [{ field: 'data.plan', operator: 'notExists' }, 'plan is empty'],
    [
      { field: 'createdAt', operator: 'within', value: 7, unit: 'days' },
      'createdAt is within the last 7 days',
    ],
    [
      { field: 'createdAt', operator: 'olderThan', value: 1, unit: 'hours' },
      'createdAt is more than 1 hour ago',
    ],
    [{ field: 'note.created', operator: 'triggered' }, 'note.created ever happened'],
    [{ field: 'note.created', operator: 'notTriggered' }, 'note.created never happened'],
    [
      { field: 'login', operator: 'triggeredWithin', value: 90, unit: 'minutes' },
      'login happened in the last 90 minutes',
    ],
    [
      { field: 'login', operator: 'triggeredOlderThan', value: 1, unit: 'days' },
      'login last happened more than 1 day ago',
    ],
    [
      { field: 'login', operator: 'notTriggeredWithin', value: 30, unit: 'days' },
      'login did not happen in the last 30 days',
    ],
    [{ field: 'segment', operator: 'memberOfSegment', value: 'seg_1' }, 'in the segment seg_1'],
    [{ field: 'segment', operator: 'notMemberOfSegment', value: 'seg_1' }, 'not in the segment seg_1'],
  ])('%j', (filter, expected) => {
    expect(one(filter)).toBe(expected)
  })

  const plan: Filter = { field: 'data.plan', operator: 'equals', value: 'pro' }
  const city: Filter = { field: 'data.city', operator: 'exists' }

  it('of several filters joins them as the condition does', () => {
    expect(conditionWords({ logic: 'AND', groups: [{ filters: [plan, city] }] })).toBe(
      'plan is pro and city has a value',
    )
    expect(conditionWords({ logic: 'OR', groups: [{ filters: [plan] }, { filters: [city] }] })).toBe(
      'plan is pro or city has a value',
    )
  })

  it('that few words cannot tell is counted', () => {
    expect(conditionWords({ logic: 'AND', groups: [{ filters: [plan, city, plan, city] }] })).toBe(
      'does a condition of 4 filters hold',
    )
    expect(
      conditionWords({
        logic: 'AND',
        groups: [{ filters: [city], conditions: { logic: 'OR', groups: [{ filters: [plan] }] } }],
      }),
    ).toBe('does a condition of 2 filters hold')
    expect(conditionWords({ logic: 'OR', groups: [{ filters: [plan, city] }, { filters: [city] }] })).toBe(
      'does a condition of 3 filters hold',
    )
  })
})
