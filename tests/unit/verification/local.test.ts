import { saidText } from '../../../src-shared/messages/told'
import { beforeAll, describe, expect, it } from 'vitest'
import { suggestAddress } from '../../../src-main/features/imports/map/suggest-address'
import { classify } from '../../../src-main/features/verification/store/ledger/classes'
import { createLocalCheck, type LocalCheck } from '../../../src-main/features/verification/local'
import { readMailAddress } from '../../../src-shared/address/mail-address'

let check: LocalCheck

beforeAll(async () => {
  check = await createLocalCheck(suggestAddress)
})

describe('what is told without asking', () => {
  it.each<[string, string, string[]]>([
    ['ann@', 'undeliverable', ['syntax']],
    ['ann', 'undeliverable', ['syntax']],
    ['', 'undeliverable', ['syntax']],
    ['a b@example.com', 'undeliverable', ['syntax']],
    ['ann@example', 'undeliverable', ['syntax']],
    ['ann..b@example.com', 'undeliverable', ['syntax']],
    ['ann@[10.0.0.1]', 'undeliverable', ['syntax']],
    ['temp8841@mailinator.com', 'risky', ['disposable']],
    ['temp8841@MAILINATOR.com', 'risky', ['disposable']],
    ['x@inbox.mailinator.com', 'risky', ['disposable']],
    ['info+tag@mailinator.com', 'risky', ['disposable', 'role', 'plus']],
  ])('%s: %s', (email, expected, signs) => {
    const found = check(email)
    expect(found.settled).toBe(true)
    expect(classify(found.observed)).toMatchObject({ class: expected, signs })
  })

  it.each<[string, string[]]>([
    ['ann@example.com', []],
    ['info@example.com', ['role']],
    ['No-Reply@example.com', ['role']],
    ['sales+spring@example.com', ['role', 'plus']],
    ['infos@example.com', []],
    ['ann+tag@example.com', ['plus']],
    ['+ann@example.com', []],
  ])('%s is still to be asked about', (email, signs) => {
    const found = check(email)
    expect(found.settled).toBe(false)
    expect(found.observed.map(({ sign }) => sign)).toEqual(signs)
  })

  it('suggests a spelling, and still asks: a misspelt domain may take mail', () => {
    const found = check('liam.okafor@gmial.com')
    expect(found).toMatchObject({ settled: false, suggestion: 'liam.okafor@gmail.com' })
    // The list of disposable domains has this one: that is no reason not to ask.
    expect(found.observed.map(({ sign }) => sign)).toEqual(['disposable', 'typo'])
    expect(check('liam.okafor@hotnail.com')).toMatchObject({ suggestion: 'liam.okafor@hotmail.com' })
  })

  it('says which rule an address breaks', () => {
    expect(classify(check('ann@@example.com').observed).reasons.map(saidText)).toEqual([
      'This is not an address.',
      'It has more than one @.',
    ])
  })

  it('doubts no domain of a well-known provider', () => {
    for (const domain of [
      'gmail.com',
      'outlook.com',
      'yahoo.com',
      'icloud.com',
      'gmx.de',
      'proton.me',
      'qq.com',
    ]) {
      expect(check(`ann@${domain}`)).toEqual({ observed: [], suggestion: null, settled: false })
    }
  })
})

describe('the rule of addresses', () => {
  it.each([
    'ann@example.com',
    '"ann b"@example.com',
    'ann@müller.de',
    'ann@xn--mller-kva.de',
    'пётр@пример.рф',
    `${'a'.repeat(64)}@example.com`,
  ])('takes %s', (email) => {
    expect(readMailAddress(email).fault).toBeNull()
  })

  it.each([
    ['@example.com', 'There is nothing before the @.'],
    ['ann', 'It has no @.'],
    [`${'a'.repeat(65)}@example.com`, 'The part before the @ is longer than 64 characters.'],
    ['an\u200bn@example.com', 'The part before the @ has a hidden character.'],
    ['ann@exa mple.com', 'It has a space in it.'],
    ['ann@example..com', 'The part after the @ has a dot too many.'],
    ['ann@exa_mple!.com', 'The part after the @ has a character that may not be there.'],
    ['.ann@example.com', 'The part before the @ begins or ends with a dot.'],
  ])('refuses %s', (email, fault) => {
    expect(readMailAddress(email).fault).toBe(fault)
  })
})
