import { describe, expect, it } from 'vitest'
import {
  batchFigures,
  batchWords,
  meanRate,
  phaseOf,
  tookWords,
  wasWords,
  workWords,
} from '../../../../src-renderer/features/verification/batch-words'
import { costLines, givenLines } from '../../../../src-renderer/features/verification/before-words'
import {
  filterChips,
  notAcceptingFilter,
  toggled,
} from '../../../../src-renderer/features/verification/results/batch-filter'
import {
  breakdown,
  breakdownAside,
  partsWords,
} from '../../../../src-renderer/features/verification/results/breakdown'
import { actOf, classActions } from '../../../../src-renderer/features/verification/results/class-actions'
import { sharesOf } from '../../../../src-renderer/features/verification/results/shares'
import {
  callsOf,
  costLine,
  draftLines,
} from '../../../../src-renderer/features/verification/make/draft-words'
import { addressesIn, sourceOf } from '../../../../src-renderer/features/verification/make/source-form'
import { formOf, mappingOf } from '../../../../src-renderer/features/verification/bought/bought-form'
import { at, batch, job, listed } from './batch-samples'

const problem = {
  code: 'file_unreadable' as const,
  title: 'The file is gone',
  why: '',
  action: '',
  retryable: false,
}

describe('a batch', () => {
  it('is collected, told what it costs, run and looked at', () => {
    const fresh = { waiting: 40, job: null }
    expect(phaseOf(listed({ ...fresh, work: { what: 'collecting', done: 0, total: null } }))).toBe(
      'collecting',
    )
    expect(phaseOf(listed(fresh))).toBe('before')
    expect(phaseOf(listed({ job: job({ state: 'paused' }) }))).toBe('running')
    expect(phaseOf(listed())).toBe('results')
  })

  it('needs no run where everything is known already', () => {
    expect(phaseOf(listed({ job: null, waiting: 0 }))).toBe('results')
  })

  it('is broken where it holds nothing, and shows what it holds otherwise', () => {
    expect(phaseOf(listed({ problem, addresses: 0, job: null }))).toBe('broken')
    expect(phaseOf(listed({ problem, job: null, waiting: 5 }))).toBe('before')
  })

  it('says how it stands in a line', () => {
    expect(batchWords(listed(), at)).toBe('Finished 13:41')
    expect(batchWords(listed({ job: job({ state: 'running', done: 5457 }) }), at)).toBe('Running, 60 %')
    expect(batchWords(listed({ job: job({ state: 'cancelled' }), waiting: 1204 }), at)).toBe(
      'Cancelled 13:41, 1,204 not asked',
    )
    expect(batchWords(listed({ job: null, waiting: 9 }), at)).toBe('Not started, 9 to ask about')
    expect(batchWords(listed({ problem }), at)).toBe('The file is gone')
  })

  it('says how much is collected, also while nobody knows of how many', () => {
    expect(workWords({ what: 'collecting', done: 3000, total: 14_760 })).toBe(
      'Collecting addresses, 3,000 of 14,760',
    )
    expect(workWords({ what: 'collecting', done: 3000, total: null })).toBe(
      'Collecting addresses, 3,000 so far',
    )
    expect(workWords({ what: 'lookingUp', done: 0, total: null })).toBe('Looking up what is known')
  })

  it('has the figures of its picture', () => {
    expect(batchFigures(batch()).map(({ value }) => value)).toEqual([
      '12,640',
      '3,118',
      '427',
      '9,095',
      '18 min 44 s',
      '486 a minute',
      '219',
    ])
  })

  it('tells no rate of what asked nobody', () => {
    expect(meanRate({ calls: 0, ranSeconds: 3 })).toBe('–')
    expect([tookWords(null), tookWords(42), tookWords(120), tookWords(7500)]).toEqual([
      '–',
      '42 s',
      '2 min',
      '2 h 5 min',
    ])
  })

  it('says in one word what an address was', () => {
    expect([wasWords('accepts'), wasWords('risky'), wasWords(null)]).toEqual(['accepts', 'risky', '–'])
  })
})

describe('what a batch would cost', () => {
  const estimate = {
    unique: 12_640,
    known: 3118,
    local: 427,
    calls: 9095,
    seconds: 1140,
    byClass: { accepts: 0, risky: 0, undeliverable: 0, unknown: 0 },
  }

  it('adds up to what was given', () => {
    const numbers = givenLines(batch()).map(({ value }) => Number(value.replace(',', '')))
    expect(numbers[0]).toBe((numbers[1] ?? 0) + (numbers[2] ?? 0) + (numbers[3] ?? 0))
  })

  it('tells calls and time, and none where nothing is asked', () => {
    expect(costLines(batch({ estimate })).map(({ value }) => value)).toEqual([
      '3,118',
      '427',
      '9,095',
      'About 19 min',
    ])
    expect(costLines(batch()).at(-1)?.value).toBe('none')
  })
})

describe('shares', () => {
  it('make exactly 100 %', () => {
    expect(sharesOf([10_934, 964, 417, 325])).toEqual(['86.5 %', '7.6 %', '3.3 %', '2.6 %'])
    const thirds = sharesOf([1, 1, 1]).map((share) => Number.parseFloat(share))
    expect(thirds.reduce((sum, share) => sum + share * 10, 0)).toBe(1000)
  })

  it('are nothing of nothing', () => {
    expect(sharesOf([0, 0])).toEqual(['0.0 %', '0.0 %'])
  })
})

describe('bars', () => {
  it('leave out the reasons of what accepts mail', () => {
    const lines = breakdown(batch(), 'reason')
    expect(lines.map(({ key }) => key)).not.toContain('takesMail')
    expect(lines[0]).toMatchObject({ label: 'Disposable domain', count: 388, length: 1 })
    expect(breakdownAside(batch(), 'reason')).toBe('1,706 not in “accepts mail”')
  })

  it('end with the other domains, which narrow nothing', () => {
    expect(breakdown(batch(), 'domain').at(-1)).toMatchObject({ label: '412 other domains', filter: null })
    expect(breakdownAside(batch(), 'domain')).toBe('414 domains')
  })

  it('say their parts in words', () => {
    const [gmail] = breakdown(batch(), 'domain')
    expect(gmail && partsWords(gmail)).toBe('8,000: 7,800 accepts mail, 200 risky')
  })

  it('tell sources apart', () => {
    expect(breakdown(batch(), 'source').map(({ label }) => label)).toEqual([
      'The service',
      'Settled here, without a call',
    ])
  })
})

describe('a filter', () => {
  const reasons = batch().byReason

  it('says "is not accepts mail" of all the other classes', () => {
    expect(filterChips(notAcceptingFilter, reasons)).toEqual([
      { part: 'classes', field: 'Class', operator: 'is not', value: 'accepts mail' },
    ])
  })

  it('names its values', () => {
    const chips = filterChips(
      { search: '', classes: ['risky', 'unknown'], signs: ['role'], sources: ['local'], only: ['flipped'] },
      reasons,
    )
    expect(chips.map(({ value }) => value)).toEqual([
      'risky or unknown',
      'Role address, such as info@',
      'settled here, without a call',
      'Changed since last time',
    ])
  })

  it('is no condition once its last value is taken off', () => {
    expect(toggled(['a'], 'b')).toEqual(['a', 'b'])
    expect(toggled(['a'], 'a')).toBeUndefined()
  })
})

describe('acting on a class', () => {
  it('offers neither unsubscribing nor deleting who accepts mail', () => {
    const keys = classActions(batch()).map(({ key }) => key)
    expect(keys).toContain('delete undeliverable')
    expect(keys).toContain('change accepts')
    expect(keys).not.toContain('delete accepts')
    expect(keys).not.toContain('unsubscribe accepts')
  })

  it('leaves out classes without addresses', () => {
    const only = batch({ byClass: { accepts: 0, risky: 3, undeliverable: 0, unknown: 0 } })
    expect(new Set(classActions(only).map(({ group }) => group))).toEqual(new Set(['risky']))
  })

  it('reads its own keys', () => {
    expect(actOf('change risky')).toEqual({ kind: 'change', of: 'risky' })
    expect(actOf('anything else')).toBeNull()
  })
})

describe('the source of a new batch', () => {
  const form = {
    kind: 'file' as const,
    lately: 'days' as const,
    days: '90',
    fileId: null,
    column: null,
    view: null,
    segment: null,
  }

  it('is missing until it is whole', () => {
    expect(sourceOf(form)).toBeNull()
    expect(sourceOf({ ...form, fileId: 'f' })).toBeNull()
    expect(sourceOf({ ...form, fileId: 'f', column: 0 })).toMatchObject({ fileId: 'f', column: 0 })
  })

  it('takes whole days alone, or whom list health counts', () => {
    expect(sourceOf({ ...form, kind: 'lately' })).toEqual({ kind: 'notChecked', days: 90 })
    expect(sourceOf({ ...form, kind: 'lately', days: '1.5' })).toBeNull()
    expect(sourceOf({ ...form, kind: 'lately', days: '9999' })).toBeNull()
    expect(sourceOf({ ...form, kind: 'lately', lately: 'expired' })).toEqual({
      kind: 'standing',
      standing: 'expired',
    })
  })

  it('is named as the saved view is', () => {
    const query = { search: '', filters: [], sort: { field: 'email' as const, direction: 'asc' as const } }
    const view = { id: 'v', name: 'VIPs', query, columns: [] }
    expect(sourceOf({ ...form, kind: 'view', view })).toMatchObject({ name: 'VIPs', view: true })
  })

  it('counts addresses while they are typed', () => {
    expect(addressesIn('email\na@x.example\n\nno\nb@y.example,Bo')).toBe(2)
  })
})

describe('what a new batch would ask about', () => {
  const draft = batch({
    ...{ given: 4218, blank: 0, duplicates: 3, addresses: 4215, settledLocally: 118, waiting: 1194 },
    estimate: { unique: 4215, local: 118, known: 2903, calls: 1194, seconds: 170, byClass: batch().byClass },
  })

  it('adds up from what was given to the calls', () => {
    expect(draftLines(draft, 'segment').map(({ label, value }) => `${label} ${value}`)).toEqual([
      'Members 4,218',
      'The same address twice −3',
      'Verdict still counts −2,903',
      'Settled here, without a call −118',
    ])
    expect(callsOf(draft)).toBe(1194)
  })

  it('is told in one line', () => {
    expect(costLine(draft)).toEqual({
      strong: '1,194 calls, about 3 min',
      rest: 'at half the budget. 3,021 of 4,215 addresses cost nothing.',
    })
    expect(costLine({ ...draft, waiting: 0 }).strong).toBe('All 4,215 are known')
    const work = { what: 'collecting' as const, done: 2100, total: 4218 }
    expect(costLine({ ...draft, work }).strong).toBe('Counting, 2,100 of 4,218')
    expect(costLine({ ...draft, share: 300 }).rest).toContain('at 30 % of the budget')
  })
})

describe('bought verdicts', () => {
  const proposal = {
    rows: 2,
    email: 0,
    result: 1,
    reason: null,
    checked: null,
    vendor: 'ZeroBounce',
    results: [
      { text: 'valid', count: 1, class: 'accepts' as const },
      { text: 'odd', count: 1, class: null },
    ],
  }

  it('are read as proposed, all of today where the file has no dates', () => {
    expect(mappingOf(formOf(proposal, '2026-11-21'))).toMatchObject({
      email: 0,
      result: 1,
      vendor: 'ZeroBounce',
      checked: { kind: 'day', at: new Date(2026, 10, 21).getTime() },
      classes: [{ text: 'valid', class: 'accepts' }],
    })
  })

  it('need a vendor, a day and at least one class', () => {
    const form = formOf(proposal, '2026-11-21')
    expect(mappingOf({ ...form, vendor: ' ' })).toBeNull()
    expect(mappingOf({ ...form, day: '' })).toBeNull()
    expect(mappingOf({ ...form, classes: { valid: null } })).toBeNull()
    expect(mappingOf({ ...form, dates: 'column' })).toBeNull()
  })
})
