import { describe, expect, it } from 'vitest'
import { brakeMeasures, stopsFor } from '../../../src-shared/campaign-brake'

const funnel = {
  recipients: 5000,
  sent: 1000,
  delivered: 900,
  opened: 0,
  clicked: 0,
  bounced: 0,
  complained: 0,
  unsubscribed: 0,
}
const stateOf = (change: object, seconds = 120) =>
  brakeMeasures({ ...funnel, ...change }, seconds).map(({ state }) => state)

describe('the brake', () => {
  it('warns, then stops, for bounces and complaints of what was sent', () => {
    expect(stateOf({ bounced: 19 })).toEqual(['fine', 'fine', 'fine'])
    expect(stateOf({ bounced: 20, complained: 1 })).toEqual(['warns', 'warns', 'fine'])
    expect(stopsFor({ ...funnel, bounced: 50 }, 120)?.key).toBe('bounced')
    expect(stopsFor({ ...funnel, complained: 3 }, 120)?.key).toBe('complained')
  })

  it('never stops for people who unsubscribe', () => {
    expect(stateOf({ unsubscribed: 500 })).toEqual(['fine', 'fine', 'warns'])
    expect(stopsFor({ ...funnel, unsubscribed: 500 }, 120)).toBeNull()
  })

  it('judges nothing before 500 mails, complaints before 1,000, or in the first minute', () => {
    expect(stateOf({ sent: 499, bounced: 499, complained: 499 })).toEqual(['early', 'early', 'early'])
    expect(stateOf({ sent: 999, bounced: 999, complained: 999 })).toEqual(['stops', 'early', 'fine'])
    expect(stopsFor({ ...funnel, bounced: 1000 }, 59)).toBeNull()
  })
})
