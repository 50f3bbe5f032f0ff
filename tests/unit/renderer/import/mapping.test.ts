import { describe, expect, it } from 'vitest'
import { firstFault, mapFaults, mappingWords } from '../../../../src-renderer/features/imports/map/map-faults'
import {
  consentWords,
  orderOf,
  parseTarget,
  sameTarget,
  typeInOrder,
  typeOf,
} from '../../../../src-renderer/features/imports/map/map-words'
import { targetOptions } from '../../../../src-renderer/features/imports/map/target-options'
import { useConsent } from '../../../../src-renderer/features/imports/map/use-consent'
import { column, columns } from './import-samples'

describe('a mapping', () => {
  it('has no fault where one column is the address and no two go to one place', () => {
    expect(mapFaults(columns)).toEqual({ at: new Map(), whole: null })
  })

  it('needs an address', () => {
    expect(mapFaults(columns.slice(1)).whole).toBe(
      'No column goes to email. Choose the one that holds the addresses.',
    )
  })

  it('names at each of two columns the other that goes to the same place', () => {
    const twice = [...columns, column(4, 'tariff', { target: { kind: 'data', key: 'plan' } })]
    const faults = mapFaults(twice)
    expect([...faults.at]).toEqual([
      [2, 'tariff goes there too.'],
      [4, 'plan goes there too.'],
    ])
    expect(faults.whole).toBe('2 columns to settle before the rows can be checked.')
    expect(firstFault(faults)).toBe(2)
  })

  it('tells the field subscribed from a key of that name', () => {
    const own = column(4, 'a', { target: { kind: 'subscribed' } })
    const key = column(5, 'b', { target: { kind: 'data', key: 'subscribed' } })
    expect(mapFaults([...columns, own, key]).at.size).toBe(0)
    expect(sameTarget(own.target, key.target)).toBe(false)
  })

  it('asks for the format of a date', () => {
    const dated = column(4, 'since', { as: { type: 'date', format: ' ' } })
    expect(mapFaults([...columns, dated]).at.get(4)).toBe('A date needs its format, such as DD.MM.YYYY.')
  })

  it('asks which comes first in dates that do not tell it', () => {
    const orders = { dayFirst: 'DD/MM/YYYY', monthFirst: 'MM/DD/YYYY' }
    const dated = column(4, 'since', { as: typeOf('date', { type: 'text' }, orders), orders })
    expect(mapFaults([...columns, dated]).at.get(4)).toBe('Choose whether the day or the month comes first.')
    const all = (['unsaid', 'dayFirst', 'monthFirst'] as const).map((order) => typeInOrder(order, orders))
    expect(all).toEqual([
      { type: 'text' },
      { type: 'date', format: 'DD/MM/YYYY' },
      { type: 'date', format: 'MM/DD/YYYY' },
    ])
    expect([...all, dated.as].map((as) => orderOf(as, orders))).toEqual([
      'unsaid',
      'dayFirst',
      'monthFirst',
      'unsaid',
    ])
    expect(orderOf({ type: 'date', format: 'YYYY' }, orders)).toBeNull()
  })

  it('leaves any number of columns out', () => {
    const left = column(4, 'other', { target: { kind: 'leaveOut' } })
    expect(mapFaults([...columns, left]).whole).toBeNull()
    expect(mappingWords([...columns, left])).toBe('5 columns, 2 left out')
  })
})

describe('what is typed as a place', () => {
  it('is one of our fields, nowhere, or a key', () => {
    const typed = ['email', ' subscribed ', 'unsubscribed', 'Leave Out', 'vessel.name', 'data.plan']
    expect(typed.map(parseTarget)).toEqual([
      { kind: 'email' },
      { kind: 'subscribed' },
      { kind: 'subscribed', turned: true },
      { kind: 'leaveOut' },
      { kind: 'data', key: 'vessel.name' },
      { kind: 'data', key: 'plan' },
    ])
  })

  it('is nothing where it is empty or longer than a key can be', () => {
    expect([parseTarget('  '), parseTarget('k'.repeat(257))]).toEqual([null, null])
  })
})

describe('the places that are offered', () => {
  const labels = (text: string, keys: string[]) => targetOptions(text, keys).map(({ label }) => label)

  it('are our fields, then the keys that contacts have', () => {
    expect(labels('', ['plan', 'city'])).toEqual([
      'email',
      'subscribed',
      'unsubscribed',
      'Leave out',
      'plan',
      'city',
    ])
  })

  it('are narrowed by what is typed, which itself comes last as a new key', () => {
    expect(labels('la', ['plan', 'city'])).toEqual(['plan', 'la'])
    expect(targetOptions('la', ['plan']).at(-1)).toMatchObject({ hint: 'New key', parted: true })
  })

  it('do not hold a key twice that is there already', () => {
    expect(labels('plan', ['plan'])).toEqual(['plan'])
  })

  it('are a hundred keys at most', () => {
    expect(
      labels(
        '',
        Array.from({ length: 5000 }, (_, at) => `k${at}`),
      ),
    ).toHaveLength(104)
  })
})

describe('another type', () => {
  it('begins with the usual format or decimal sign, and keeps what was chosen before', () => {
    expect(typeOf('date', { type: 'text' })).toEqual({ type: 'date', format: 'YYYY-MM-DD' })
    expect(typeOf('number', { type: 'number', decimal: ',' })).toEqual({ type: 'number', decimal: ',' })
  })
})

describe('a column that looks like consent', () => {
  const optIn = column(4, 'Opt-in', { target: { kind: 'subscribed' }, consent: 'subscribed' })
  const second = column(5, 'newsletter', { target: { kind: 'leaveOut' }, consent: 'subscribed' })
  const text = { target: { kind: 'data', key: 'optin' } } as const

  /** What was done and what is asked, step by step. */
  function consentOf(shown = [...columns, optIn]) {
    const done: string[] = []
    const consent = useConsent(() => shown)
    return { consent, done, go: (what: string) => () => void done.push(what) }
  }

  it('is asked about before it goes elsewhere, and goes there where that is meant', () => {
    const { consent, done, go } = consentOf()
    consent.choosing(4, text, go('text'))
    expect([consent.names.value, done]).toEqual([['Opt-in'], []])
    consent.refuse()
    expect([consent.names.value, done]).toEqual([null, []])
    consent.choosing(4, text, go('text'))
    consent.agree()
    expect([consent.names.value, done]).toEqual([null, ['text']])
  })

  it('is not asked about where it goes to the flag, and neither are other columns', () => {
    const { consent, done, go } = consentOf()
    consent.choosing(4, { target: { kind: 'subscribed', turned: true } }, go('turned'))
    consent.choosing(4, { rule: 'never' }, go('rule'))
    consent.choosing(2, text, go('plan'))
    consent.checking(go('check'))
    expect([consent.names.value, done]).toEqual([null, ['turned', 'rule', 'plan', 'check']])
  })

  it('is asked about at the check where the file itself had it go elsewhere, and once only', () => {
    const { consent, done, go } = consentOf([...columns, optIn, second])
    consent.checking(go('check'))
    expect([consent.names.value, done]).toEqual([['newsletter'], []])
    consent.agree()
    consent.checking(go('again'))
    expect(done).toEqual(['check', 'again'])
  })

  it('has said what its empty cells do, and which way round it is read', () => {
    expect(consentWords(columns)).toBeNull()
    expect(consentWords([optIn])).toBe(
      'Only a yes in Opt-in subscribes. Where it is empty, new people are not subscribed, and others stay as they are.',
    )
    expect(consentWords([{ ...optIn, target: { kind: 'subscribed', turned: true } }])).toMatch(
      /^Only a no in/,
    )
  })
})
