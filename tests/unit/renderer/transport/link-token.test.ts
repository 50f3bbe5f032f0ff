import { afterEach, expect, test } from 'vitest'
import { takeLinkToken } from '../../../../src-renderer/transport/link-token'

afterEach(() => window.history.replaceState(null, '', '/'))

const opened = (hash: string) => {
  window.history.replaceState(null, '', `/${hash}`)
  return takeLinkToken()
}

test.each([
  ['#token=abc', '#/'],
  ['#/token=abc', '#/'],
  ['#/?token=abc', '#/'],
  ['#/contacts?token=abc', '#/contacts'],
  ['#/segments/of/7?token=abc', '#/segments/of/7'],
])('the token of %s is taken out of the address, and its screen stays', (hash, left) => {
  expect(opened(hash)).toBe('abc')
  expect(window.location.hash).toBe(left)
})

test.each(['', '#/contacts', '#/contacts?search=token'])(
  'an address without a token, "%s", stays as it is',
  (hash) => {
    expect(opened(hash)).toBeNull()
    expect(window.location.hash).toBe(hash)
  },
)
