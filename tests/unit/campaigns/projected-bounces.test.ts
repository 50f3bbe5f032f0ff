import { describe, expect, it } from 'vitest'
import {
  ageSpan,
  type BounceCell,
  bounceModel,
  bounceRate,
  brierScore,
  heldOut,
  ruleRates,
  summedCells,
} from '../../../src-shared/projected-bounces'
import { seeded } from '../../fixtures/seeded'

const cell = (of: Partial<BounceCell>): BounceCell => ({
  domain: '',
  of: 'accepts',
  age: 0,
  sent: 0,
  bounced: 0,
  ...of,
})

describe('rates that are learnt', () => {
  it('are the rule where nothing was sent', () => {
    const model = bounceModel([])
    for (const of of ['accepts', 'risky', 'unknown', 'notChecked', 'undeliverable'] as const)
      expect(bounceRate(model, { of, age: 2, domain: 'x.example' })).toBeCloseTo(ruleRates[of])
  })

  it('move away from the rule the more was sent', () => {
    const rate = (sent: number) => {
      const cells = [cell({ of: 'risky', sent, bounced: sent * 0.2 })]
      return bounceModel(cells).rates.risky[0] ?? 0
    }
    expect(rate(10)).toBeLessThan(0.08)
    expect(rate(100)).toBeLessThan(rate(1000))
    expect(rate(100_000)).toBeCloseTo(0.2, 2)
  })

  it('grow with the age of a verdict where the bounces do', () => {
    const model = bounceModel([
      cell({ age: 0, sent: 20_000, bounced: 40 }),
      cell({ age: 3, sent: 20_000, bounced: 800 }),
    ])
    expect(bounceRate(model, { of: 'accepts', age: 0, domain: '' })).toBeLessThan(0.005)
    expect(bounceRate(model, { of: 'accepts', age: 3, domain: '' })).toBeGreaterThan(0.03)
  })

  it('are higher at a domain that bounces more than its addresses let expect, hardly so after one bounce', () => {
    const model = bounceModel([
      cell({ domain: 'good.example', sent: 10_000, bounced: 30 }),
      cell({ domain: 'bad.example', sent: 1000, bounced: 200 }),
      cell({ domain: 'new.example', sent: 25, bounced: 1 }),
    ])
    const at = (domain: string) => bounceRate(model, { of: 'accepts', age: 0, domain })
    expect(at('bad.example')).toBeGreaterThan(0.1)
    expect(at('good.example')).toBeLessThan(at('new.example'))
    expect(at('new.example')).toBeLessThan(0.04)
  })

  it('are never more than all', () => {
    const model = bounceModel([
      cell({ of: 'undeliverable', domain: 'gone.example', sent: 500, bounced: 500 }),
    ])
    expect(bounceRate(model, { of: 'undeliverable', age: 0, domain: 'gone.example' })).toBeLessThanOrEqual(1)
  })
})

describe('the score of what was projected', () => {
  it('is the mean square of how far it was off', () => {
    expect(brierScore([cell({ sent: 4, bounced: 1 })], () => 0.25)).toBeCloseTo(
      (0.75 ** 2 + 3 * 0.25 ** 2) / 4,
    )
    expect(brierScore([cell({ sent: 4, bounced: 4 })], () => 1)).toBe(0)
    expect(brierScore([], () => 1)).toBe(0)
  })

  it('is better than that of the rule where a project is not as the rule says, and no campaign sees itself', () => {
    const draw = seeded(5)
    const truth = { 'good.example': 0.002, 'bad.example': 0.12 } as const
    const campaigns = Array.from({ length: 6 }, () =>
      Object.entries(truth).map(([domain, rate]) => {
        const sent = 2000
        return cell({
          domain,
          sent,
          bounced: Array.from({ length: sent }, draw).filter((one) => one < rate).length,
        })
      }),
    )
    const scores = heldOut(campaigns)
    expect(scores.learnt).toBeLessThan(scores.rule)
    const alone = heldOut(campaigns.slice(0, 1))
    expect(alone.learnt).toBeCloseTo(alone.rule)
  })

  it('is 0 where nothing was sent', () => {
    expect(heldOut([])).toEqual({ learnt: 0, rule: 0 })
    expect(heldOut([[], [cell({ sent: 0, bounced: 0 })]])).toEqual({ learnt: 0, rule: 0 })
  })

  it('is no better where every campaign is another world', () => {
    const scores = heldOut([
      [cell({ of: 'risky', sent: 2000, bounced: 1000 })],
      [cell({ of: 'risky', sent: 2000, bounced: 100 })],
      [cell({ of: 'risky', sent: 2000, bounced: 100 })],
    ])
    expect(scores.learnt).toBeGreaterThan(
      brierScore([cell({ of: 'risky', sent: 6000, bounced: 1200 })], () => 0.2),
    )
  })
})

it('verdicts are of the same age until a span ends', () => {
  expect([0, 29.9, 30, 89, 90, 180, 4000].map(ageSpan)).toEqual([0, 0, 1, 1, 2, 3, 3])
})

it('what is alike in several campaigns is added up', () => {
  const some = [cell({ sent: 3, bounced: 1 }), cell({ sent: 4, bounced: 2 }), cell({ of: 'risky', sent: 5 })]
  expect(summedCells(some)).toEqual([cell({ sent: 7, bounced: 3 }), cell({ of: 'risky', sent: 5 })])
})
