import { expect, it } from 'vitest'
import type { DomainSign } from '../../../../src-shared/bridge/domains'
import { signsWords } from '../../../../src-renderer/features/overview/sending-words'

type State = DomainSign['state']
const signs = (spf: State, dkim: State, dmarc: State): DomainSign[] => [
  { what: 'spf', state: spf },
  { what: 'dkim', state: dkim },
  { what: 'dmarc', state: dmarc },
]

it('a domain that may send names its records, and what is wrong with each', () => {
  expect(signsWords(true, signs('published', 'published', 'published'))).toBe('SPF, DKIM, DMARC')
  expect(signsWords(true, signs('published', 'published', 'missing'))).toBe('SPF, DKIM, DMARC none')
  expect(signsWords(true, signs('other', 'unknown', 'published'))).toBe('SPF differs, DKIM unanswered, DMARC')
})

it('a domain that waits counts the records that were found', () => {
  expect(signsWords(false, signs('published', 'missing', 'published'))).toBe('2 of 3 records found')
})

it('records that nobody knows are not told', () => {
  expect(signsWords(true, signs('published', 'unasked', 'missing'))).toBe('SPF, DMARC none')
  expect(signsWords(false, [])).toBe('')
})

it('a name server that answers nothing is one sentence', () => {
  expect(signsWords(false, signs('unknown', 'unknown', 'unknown'))).toBe('DNS did not answer')
})
