import { describe, expect, test } from 'vitest'
import { tidyAddress } from '../../../src-main/core/client/address'
import { isProblem } from '../../../src-main/core/problems'

const refusedWith = (input: string): string => {
  try {
    tidyAddress(input)
  } catch (error) {
    if (isProblem(error, 'address_invalid')) return error.problem.why
    throw error
  }
  return ''
}

describe('an address is tidied', () => {
  test.each([
    ['api.example.com', 'https://api.example.com'],
    ['  https://api.example.com/  ', 'https://api.example.com'],
    ['HTTPS://API.Example.com', 'https://api.example.com'],
    ['https://example.com/mail/api//', 'https://example.com/mail/api'],
    ['example.com:8443/api', 'https://example.com:8443/api'],
    ['https://example.com:443', 'https://example.com'],
    ['localhost:3000', 'http://localhost:3000'],
    ['127.0.0.1:3000/', 'http://127.0.0.1:3000'],
    ['[::1]:3000', 'http://[::1]:3000'],
    ['https://localhost:3000', 'https://localhost:3000'],
  ])('%s becomes %s', (input, address) => {
    expect(tidyAddress(input)).toEqual({ address, notes: [] })
  })

  test('plain http to another machine is noted', () => {
    const { address, notes } = tidyAddress('http://mail.example.com')
    expect(address).toBe('http://mail.example.com')
    expect(notes).toEqual([expect.stringContaining('unencrypted')])
  })

  test('a host in other letters is shown in its exact form (C35)', () => {
    const { notes } = tidyAddress('https://pаypal.com')
    expect(notes).toEqual([expect.stringContaining('xn--pypal-4ve.com')])
  })
})

describe('an address is refused', () => {
  test.each([
    ['', 'no address'],
    ['   ', 'no address'],
    ['ftp://example.com', 'not ftp'],
    ['javascript:alert(1)', 'not the address'],
    ['mailto:me@example.com', 'not the address'],
    ['file:///etc/passwd', 'not file'],
    ['https://', 'no host name'],
    ['not an address', 'no host name'],
    ['https://me:secret@example.com', 'user name or a password'],
    ['me@example.com', 'user name or a password'],
    ['https://good.test@evil.test', 'user name or a password'],
    ['https://example.com?key=1', 'query or a fragment'],
    ['https://example.com#top', 'query or a fragment'],
  ])('%j: %s', (input, why) => {
    expect(refusedWith(input)).toContain(why)
  })

  test('without repeating what may be a password', () => {
    expect(refusedWith('https://me:hunter2@example.com')).not.toContain('hunter2')
  })
})
