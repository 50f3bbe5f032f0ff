import { describe, expect, it } from 'vitest'
import { firstCopySeconds } from '../../../src-main/features/profiles/connection-test'
import { classOf, markerOf, noteOn, refuseWrongClass } from '../../../src-main/features/profiles/key-facts'

const lastFourOf = (key: string): string => markerOf(key, 'keychain').lastFour

describe('what is remembered of a key', () => {
  it('is its class, its last four characters and a name that does not give it away', () => {
    const marker = markerOf('sk_live_0123456789', 'keychain')
    expect(marker).toMatchObject({ class: 'secret', lastFour: '6789', kept: 'keychain' })
    expect(marker.fingerprint).toMatch(/^[0-9a-f]{16}$/)
  })

  it('is not the end of a key so short that four characters are most of it', () => {
    expect(lastFourOf('sk_1234')).toBe('')
  })

  it.each([
    ['sk_x', 'secret'],
    ['pk_x', 'public'],
    ['SK_x', 'unknown'],
    ['', 'unknown'],
  ])('%s is %s', (key, known) => {
    expect(classOf(key)).toBe(known)
  })
})

it('refuses keys in each other’s place', () => {
  expect(() => refuseWrongClass({ secretKey: 'pk_1' })).toThrow('key_wrong_class')
  expect(() => refuseWrongClass({ publicKey: 'sk_1' })).toThrow('key_wrong_class')
  expect(() => refuseWrongClass({ secretKey: 'other', publicKey: 'pk_1' })).not.toThrow()
})

it('says something only of keys without a known prefix', () => {
  expect(noteOn('sk_1')).toBeNull()
  expect(noteOn('abc')).toContain('neither')
})

describe('how long a first copy takes', () => {
  it('is the time of the requests while the minute’s share lasts', () => {
    expect(firstCopySeconds(20_000, 10)).toBe(2)
  })

  it('is what the budget allows beyond that', () => {
    // 10,000 pages, 500 of them at once, the others 500 a minute.
    expect(firstCopySeconds(1_000_000, 10)).toBe(1140)
  })
})
