import { describe, expect, it } from 'vitest'
import { asciiDomain } from '../../../src-shared/address/domain-name'
import { readMailAddress } from '../../../src-shared/address/mail-address'
import { domainOf, localOf } from '../../../src-shared/address/parts'

describe('an address', () => {
  it.each([
    ['ann@example.com', 'ann', 'example.com'],
    ['Åse.Ø@Bücher.example', 'Åse.Ø', 'xn--bcher-kva.example'],
    ['"a b"@example.com', '"a b"', 'example.com'],
    ['a@b@example.com', 'a@b', 'example.com'],
  ])('%s is taken apart at its last @', (text, local, domain) => {
    expect(readMailAddress(text)).toMatchObject({ local, domain })
  })

  it('is no longer than 254 octets, however short its parts are', () => {
    const domain = (length: number) => `${`${'d'.repeat(49)}.`.repeat(4)}${'e'.repeat(length - 200)}`
    expect(readMailAddress(`${'a'.repeat(50)}@${domain(203)}`).fault).toBeNull()
    expect(readMailAddress(`${'a'.repeat(51)}@${domain(203)}`).fault).toBe(
      'It is longer than 254 characters.',
    )
  })

  it.each([
    ['ann', 'It has no @.'],
    ['@example.com', 'There is nothing before the @.'],
    ['ann..b@example.com', 'The part before the @ has two dots in a row.'],
    ['ann@example', 'The part after the @ has no ending such as .com.'],
  ])('%s breaks a rule: %s', (text, fault) => {
    expect(readMailAddress(text).fault).toBe(fault)
  })
})

it('what has no @ has a local part alone', () => {
  expect([localOf('ann'), domainOf('ann')]).toEqual(['ann', ''])
  expect([localOf('a@b@Example.com'), domainOf('a@b@Example.com')]).toEqual(['a@b', 'example.com'])
})

it.each(['', 'a b.example', 'x.example:80', 'a/b', '[::1]', 'a\u202eb.example'])(
  '%j is no domain',
  (text) => {
    expect(asciiDomain(text)).toBeNull()
  },
)
