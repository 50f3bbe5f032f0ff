import { describe, expect, it } from 'vitest'
import { funnelLines } from '../../../src-renderer/features/campaigns/after/funnel'
import { rateWords } from '../../../src-renderer/features/campaigns/campaign-words'
import { rateOf, ratesOf, sumOf } from '../../../src-shared/campaign-rates'

const funnel = {
  recipients: 1000,
  sent: 800,
  delivered: 780,
  opened: 390,
  clicked: 78,
  bounced: 16,
  complained: 1,
  unsubscribed: 4,
}

describe('the shares of a campaign', () => {
  it('are of what was sent for what arrived and what came back, of what arrived for the rest', () => {
    expect(rateOf('delivered', funnel)).toBe(0.975)
    expect(rateOf('bounced', funnel)).toBe(0.02)
    expect(rateOf('opened', funnel)).toBe(0.5)
  })

  it('are none where there is nothing to be a share of', () => {
    expect(ratesOf({ ...funnel, delivered: 0 })).toMatchObject({ opened: null, bounced: 0.02 })
  })

  it('read the same in the list as in the funnel', () => {
    const line = funnelLines(funnel).find(({ key }) => key === 'opened')
    expect(rateWords('opened', funnel)).toBe(line?.share)
  })

  it('are summed before they are divided', () => {
    expect(rateOf('opened', sumOf([funnel, { ...funnel, delivered: 0, opened: 0 }]))).toBe(0.5)
  })
})
