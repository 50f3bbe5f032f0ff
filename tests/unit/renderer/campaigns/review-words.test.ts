import { describe, expect, it } from 'vitest'
import { addressesOf, isWithin } from '../../../../src-renderer/features/mail/compose/image-addresses'
import {
  audienceLines,
  bounceWords,
  changeWords,
  durationWords,
  otherDomainsWords,
} from '../../../../src-renderer/features/campaigns/review/audience-words'
import {
  checkFigure,
  checkGroups,
  distinctPlaces,
  findings,
  markedParts,
  placeWords,
} from '../../../../src-renderer/features/review/check-groups'
import { signOffWords } from '../../../../src-renderer/features/campaigns/review/sign-off-words'
import { audience, check, checks, unsigned } from './review-samples'

const noon = new Date(2026, 10, 21, 12).getTime()
const hour = 3_600_000

describe('the change since the last review', () => {
  const change = (at: number, added: number, gone: number) => changeWords({ at, added, gone }, noon)

  it('is told with the day that a person knows it by', () => {
    expect(change(noon - 24 * hour, 214, 37)).toBe('+214 −37 since yesterday’s review.')
    expect(change(noon - 2 * hour, 1, 0)).toBe('+1 −0 since the review of 10:00.')
    expect(change(noon - 5 * 24 * hour, 0, 3)).toBe('0 −3 since the review of 16 Nov 2026.')
  })

  it('is none where they are the same, and nothing for the first', () => {
    expect(change(noon - 24 * hour, 0, 0)).toBe('The same people as in yesterday’s review.')
    expect(changeWords(null, noon)).toBeNull()
  })
})

describe('the figures of an audience', () => {
  const sums = (lines: { value: string; total?: boolean }[]) => {
    const figures = lines.map(({ value }) => Number(value.replaceAll(',', '').replace('−', '-')))
    const at = lines.findIndex(({ total }) => total)
    return [figures.slice(0, at).reduce((sum, one) => sum + one, 0), figures[at]]
  }

  it('add up to who will get it', () => {
    const [sum, total] = sums(audienceLines(audience(), 'MARKETING'))
    expect(sum).toBe(total)
  })

  it('leave the unsubscribed out of headless mail as of marketing, and name them among those of transactional mail', () => {
    const labels = (type: 'HEADLESS' | 'TRANSACTIONAL') =>
      audienceLines(audience(), type).map(({ label }) => label)
    expect(labels('HEADLESS')).toContain('Unsubscribed')
    expect(labels('TRANSACTIONAL')).toContain('Unsubscribed among them')
  })

  it('add up also where more are left out', () => {
    const lines = audienceLines(audience({ willGet: 40_000 }), 'MARKETING')
    expect(lines.map(({ label }) => label)).toContain('Left out otherwise')
    const [sum, total] = sums(lines)
    expect(sum).toBe(total)
  })

  it('say how long sending takes, unless nobody gets it', () => {
    expect(durationWords(audience())).toBe('About 48 min at 14 a second.')
    expect(durationWords(audience({ seconds: 20 }))).toBe('Less than a minute at 14 a second.')
    expect(durationWords(audience({ willGet: 0 }))).toBeNull()
  })

  it('name bounces and domains', () => {
    expect(bounceWords(0.009)).toBe('0.9 % projected bounces')
    expect(bounceWords(null)).toBeNull()
    expect(otherDomainsWords({ domains: 1904, count: 9 })).toBe('1,904 more')
  })
})

describe('checks', () => {
  it('keep the order of the rules, in whichever order they were told', () => {
    const order = (of: typeof checks) =>
      checkGroups(of).flatMap((group) => group.checks.map(({ key }) => key))
    expect(order([...checks].reverse())).toEqual(order(checks))
  })

  it('are counted as faults without notes, what passed and what is off', () => {
    expect(findings(checks)).toBe(3)
  })

  it('show a figure instead of a count', () => {
    expect(checkFigure({ figure: '93 KB', count: 2 })).toBe('93 KB')
    expect(checkFigure({ figure: null, count: 1284 })).toBe('1,284')
    expect(checkFigure({ figure: null, count: null })).toBe('')
  })

  it('lead to each line and each part once', () => {
    const at = (part: 'body' | 'subject', line: number) => ({ part, line, column: 1, length: 1 })
    const places = distinctPlaces([at('body', 3), at('body', 3), at('subject', 1), at('subject', 1)])
    expect(places.map(placeWords)).toEqual(['line 3', 'the subject'])
  })

  it('tell what a person wrote from what is said of it', () => {
    expect(markedParts('No `firstName` and no fallback')).toEqual([
      { text: 'No ', mono: false },
      { text: 'firstName', mono: true },
      { text: ' and no fallback', mono: false },
    ])
  })
})

describe('a sign-off in words', () => {
  const facts = { state: unsigned, checks: [], fresh: true, offline: false, closed: false, now: noon }
  const errors = (count: number) =>
    Array.from({ length: count }, () => check({ rule: 'subject', outcome: 'error', title: 'No subject' }))

  it('can be given where nothing hinders it', () => {
    expect(signOffWords(facts)).toMatchObject({ tag: 'Open', hindrance: null })
  })

  it('counts the errors that hinder it', () => {
    expect(signOffWords({ ...facts, checks: errors(2) }).hindrance).toBe('Two errors must go first.')
    expect(signOffWords({ ...facts, checks: errors(14) }).hindrance).toBe('14 errors must go first.')
  })

  it('waits for the review and for the service', () => {
    expect(signOffWords({ ...facts, fresh: false }).hindrance).toBe('The review has to be finished first.')
    expect(signOffWords({ ...facts, offline: true }).hindrance).toMatch(/^Offline\./)
  })

  it('says of a void one that something changed', () => {
    const signOff = { at: noon - hour, hash: 'h', warnings: 0, holds: false }
    const words = signOffWords({ ...facts, state: { ...unsigned, signOff } })
    expect(words.tag).toBe('Void')
    expect(words.text).toMatch(/^Signed at 11:00, changed since\./)
  })

  it('says of one that holds when it was given', () => {
    const signOff = { at: noon - hour, hash: 'h', warnings: 1, holds: true }
    const words = signOffWords({ ...facts, checks: errors(1), state: { ...unsigned, signOff } })
    expect(words).toMatchObject({ tag: 'Signed', hindrance: null })
    expect(words.text).toContain('One warning stood when it was signed.')
  })
})

describe('images that were allowed', () => {
  it('stay so until an address is added', () => {
    const before = addressesOf('<img src="https://a.test/1.png"> url(https://a.test/2.png)')
    expect([...before]).toEqual(['https://a.test/1.png', 'https://a.test/2.png'])
    expect(isWithin(addressesOf('<img src="https://a.test/1.png">'), before)).toBe(true)
    expect(isWithin(addressesOf('<img src="https://b.test/1.png">'), before)).toBe(false)
  })
})
