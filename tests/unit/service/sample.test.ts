import { describe, expect, it } from 'vitest'
import { TakenAddresses } from '../../../src-service/sample/addresses'
import { mailings } from '../../../src-service/sample/calendar'
import { companyAt } from '../../../src-service/sample/companies'
import { asciiOf, cultureOf } from '../../../src-service/sample/culture'
import { joinedAt, span } from '../../../src-service/sample/growth'
import { latinNames } from '../../../src-service/sample/names-latin'
import { scriptNames } from '../../../src-service/sample/names-scripts'
import { inventPerson } from '../../../src-service/sample/person'
import { Random, Weighted } from '../../../src-service/sample/random'

const cultures = [...latinNames, ...scriptNames].map(cultureOf)

describe('chance', () => {
  it('is the same from the same seed, and another from another', () => {
    const draw = (seed: number) => {
      const random = new Random(seed)
      return Array.from({ length: 5 }, () => random.next())
    }
    expect(draw(1)).toEqual(draw(1))
    expect(draw(1)).not.toEqual(draw(2))
  })

  it('is spread evenly', () => {
    const random = new Random(7)
    const tenths = new Array<number>(10).fill(0)
    for (let at = 0; at < 100_000; at++) tenths[random.whole(0, 9)]!++
    expect(Math.min(...tenths)).toBeGreaterThan(9500)
    expect(Math.max(...tenths)).toBeLessThan(10_500)
  })

  it('picks by weight', () => {
    const random = new Random(7)
    const weighted = new Weighted([
      ['rare', 1],
      ['never', 0],
      ['often', 9],
    ])
    const picked = Array.from({ length: 10_000 }, () => weighted.pick(random))
    expect(picked.filter((thing) => thing === 'rare').length / 10_000).toBeCloseTo(0.1, 1)
    expect(picked).not.toContain('never')
  })
})

describe('names', () => {
  it.each([
    ['Łukasz', 'lukasz'],
    ['Sigríður', 'sigridur'],
    ['Þórðarson', 'thordarson'],
    ['Großmann', 'grossmann'],
    ['O’Brien', 'obrien'],
    ['Işıl', 'isil'],
    ['Đặng', 'dang'],
    ['Adéyẹmí', 'adeyemi'],
  ])('%s goes into an address as %s', (name, ascii) => {
    expect(asciiOf(name)).toBe(ascii)
  })

  it.each(cultures)('of $locale all have a form for addresses', ({ given, family }) => {
    for (const name of [...given, ...family]) {
      expect(name.ascii, name.written).toMatch(/^[a-z]+$/)
      if (name.withFeminine) expect(name.withFeminine.ascii, name.written).toMatch(/^[a-z]+$/)
    }
  })

  it('come in at least ten scripts', () => {
    const scripts =
      'Latin,Cyrillic,Greek,Arabic,Hebrew,Devanagari,Tamil,Bengali,Thai,Han,Hiragana,Katakana,Hangul,Georgian,Armenian'
    const written = cultures.flatMap(({ given, family }) => [...given, ...family]).map((name) => name.written)
    for (const script of scripts.split(',')) {
      const pattern = new RegExp(`\\p{Script=${script}}`, 'u')
      expect(
        written.some((name) => pattern.test(name)),
        script,
      ).toBe(true)
    }
  })

  it('take the form that goes with the given name', () => {
    const random = new Random(3)
    const taken = new TakenAddresses(20_000)
    const people = Array.from({ length: 20_000 }, () => inventPerson(random, taken))
    const polish = people.filter(({ culture, name }) => culture.locale === 'pl-PL' && name)
    for (const { name } of polish) {
      const feminine = /a$/.test(name?.first ?? '')
      if (/sk[ai]$/.test(name?.full ?? '')) expect(name?.full).toMatch(feminine ? /ska$/ : /ski$/)
    }
    expect(polish.length).toBeGreaterThan(200)
  })
})

describe('addresses', () => {
  it('are never given twice', () => {
    const taken = new TakenAddresses(3)
    expect([taken.take('a@example.com'), taken.take('b@example.com'), taken.take('a@example.com')]).toEqual([
      true,
      true,
      false,
    ])
  })

  it('of a culture’s companies have domains of their own', () => {
    for (const culture of cultures) {
      const domains = Array.from({ length: 3000 }, (_, rank) => companyAt(culture, rank).domain)
      for (const domain of domains) expect(domain).toMatch(/^[a-z]+(-[a-z]+)*(\.[a-z]+){1,2}$/)
      expect(new Set(domains).size, culture.locale).toBe(domains.length)
    }
  })
})

describe('growth', () => {
  it('spans the two years and never steps back', () => {
    expect(joinedAt(0)).toBe(0)
    expect(joinedAt(1)).toBeCloseTo(1)
    for (let at = 1; at <= 100; at++) expect(joinedAt(at / 100)).toBeGreaterThan(joinedAt((at - 1) / 100))
  })

  it('gathers pace: the second year brings twice as many as the first, and more', () => {
    // The share that had joined by the middle of the two years.
    let half = 0
    while (joinedAt(half) < 0.5) half += 0.001
    expect(half).toBeLessThan(1 / 3)
  })
})

describe('mailings', () => {
  it('are as many whatever the date, in order, within the two years', () => {
    for (const from of [0, Date.UTC(2024, 1, 29), Date.UTC(2024, 10, 21, 5)]) {
      const all = mailings(from)
      expect(all).toHaveLength(36)
      expect(all.map(({ at }) => at)).toEqual([...all.map(({ at }) => at)].sort((a, b) => a - b))
      expect(all[0]!.at).toBeGreaterThan(0)
      expect(all.at(-1)!.at).toBeLessThan(span)
    }
  })
})
