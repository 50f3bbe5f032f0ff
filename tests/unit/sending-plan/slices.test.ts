import { describe, expect, it } from 'vitest'
import { mostSlices } from '../../../src-shared/sending-plan/settings'
import { limitOf, planSlices, type DomainPeople } from '../../../src-shared/sending-plan/slices'
import { seeded } from '../../fixtures/seeded'
import { even, warmUp } from './settings'

const harbour: DomainPeople[] = [
  { domain: 'gmail.com', people: 12_690 },
  { domain: 'outlook.com', people: 5634 },
  { domain: 'yahoo.co.jp', people: 4000 },
  { domain: null, people: 17_788 },
]

describe('an audience is cut into slices', () => {
  it('doubles day by day up to the most, and the last has who is left', () => {
    const slices = planSlices(warmUp(), harbour)
    expect(slices.map(({ people }) => people)).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 8612])
  })

  it('shares each slice among domains as they share what is left', () => {
    const [first] = planSlices(warmUp(), harbour)
    expect(first?.byDomain).toEqual([158, 70, 50, 222])
  })

  it('moves what a limit holds back on to the next slice', () => {
    const slices = planSlices(warmUp({ limits: { 'gmail.com': 4000, 'yahoo.co.jp': 1300 } }), harbour)
    expect(slices[5]?.byDomain[0]).toBe(4000)
    expect(slices[5]?.byDomain[2]).toBe(1300)
    expect(slices[5]?.people).toBe(16_000)
    expect(slices.reduce((sum, { people }) => sum + people, 0)).toBe(40_112)
  })

  it('makes slices of its own of what is left over', () => {
    const slices = planSlices(even({ limits: { 'gmail.com': 700 } }), harbour)
    expect(slices.at(-1)?.byDomain.slice(1)).toEqual([0, 0, 0])
    expect(slices.reduce((sum, { byDomain }) => sum + (byDomain[0] ?? 0), 0)).toBe(12_690)
  })

  it('is as large as a share of everybody, where a share is meant', () => {
    expect(planSlices(even(), harbour)[0]?.people).toBe(4813)
    expect(planSlices(even(), harbour).at(-1)?.people).toBe(1608)
    expect(planSlices(even(), harbour)).toHaveLength(9)
  })

  it('has nobody else in a slice until the domain that comes first is through', () => {
    const settings = even({ order: { kind: 'domain', domain: 'gmail.com', othersWait: true } })
    const slices = planSlices(settings, harbour)
    expect(slices.filter(({ isFirstDomain }) => isFirstDomain).map(({ byDomain }) => byDomain[0])).toEqual([
      4813, 4813, 3064,
    ])
    expect(slices[3]?.byDomain[0]).toBe(0)
  })

  it('has everybody in one slice, none above a limit and none below the least, whatever the settings', () => {
    const random = seeded(17)
    for (let run = 0; run < 400; run++) {
      const domains = Array.from({ length: 1 + Math.floor(random() * 6) }, (_, at) => ({
        domain: at === 0 ? null : `d${at}.com`,
        people: Math.floor(random() * 20_000),
      }))
      const limits = Object.fromEntries(
        domains.flatMap(({ domain }) =>
          domain !== null && random() < 0.5 ? [[domain, 400 + Math.floor(random() * 4000)]] : [],
        ),
      )
      const settings = random() < 0.5 ? warmUp({ limits }) : even({ limits })
      const slices = planSlices(settings, domains)
      expect(slices.length).toBeLessThanOrEqual(mostSlices)
      domains.forEach(({ domain, people }, at) => {
        const given = slices.map(({ byDomain }) => byDomain[at] ?? 0)
        expect(Math.max(0, ...given)).toBeLessThanOrEqual(limitOf(settings, domain))
        if (slices.length < mostSlices) expect(given.reduce((sum, count) => sum + count, 0)).toBe(people)
      })
      for (const { people, byDomain } of slices)
        expect(byDomain.reduce((sum, count) => sum + count, 0)).toBe(people)
    }
  })
})
