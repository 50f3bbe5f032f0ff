import { expect, it } from 'vitest'
import {
  digitsOf,
  exactNumber,
  jsonText,
  parseJson,
  plainText,
} from '../../../src-shared/interface/exact-number'
import { seeded } from '../../fixtures/seeded'

it.each([
  '12345678901234567890',
  '-12345678901234567890',
  '9007199254740993',
  '0.1000000000000000055511151231257827',
  '1e400',
  '-1E-400',
  '123456789.12345678901',
])('%s is written as it came', (digits) => {
  const text = `{"a":${digits},"list":[${digits},1],"in":{"b":${digits}}}`
  expect(jsonText(parseJson(text))).toBe(text)
  expect(digitsOf(exactNumber(digits))).toBe(digits)
})

it.each([
  '0',
  '-0.0',
  '1.50',
  '1e3',
  '123456789012345',
  '9007199254740992',
  '0.1',
  '1.7976931348623157e308',
  '5e-324',
])('%s is a number like any other', (literal) => expect(exactNumber(literal)).toBe(Number(literal)))

it.each(['\uFDD0', '\uFDD012345678901234567890', '\uFDD0\uFDD01', 'a \uFDD01', '\uFDD0-'])(
  'a text of the service’s own that looks like one of ours stays the text that it is: %j',
  (text) => {
    const read = parseJson(JSON.stringify({ text, list: [text] }))
    expect(JSON.parse(jsonText(read))).toEqual({ text, list: [text] })
    expect(plainText(Object(read).text)).toBe(text)
  },
)

it('is null where there is nothing to write', () => {
  expect(jsonText(undefined)).toBe('null')
})

it('says what it is in one line', () => {
  expect(plainText(exactNumber('12345678901234567890'))).toBe('12345678901234567890')
  expect(plainText({ a: exactNumber('12345678901234567890') })).toBe('{"a":12345678901234567890}')
  expect(plainText(['x', 2])).toBe('["x",2]')
})

it('reads whatever JSON.parse reads, and writes it again (seeded)', () => {
  const random = seeded(77)
  const pick = (most: number) => Math.floor(random() * most)
  const literal = () => {
    const digits = Array.from({ length: 1 + pick(24) }, () => pick(10))
      .join('')
      .replace(/^0+(?=\d)/, '')
    const fraction = pick(2) ? `.${Array.from({ length: 1 + pick(20) }, () => pick(10)).join('')}` : ''
    // JavaScript writes its negative zero without the sign.
    const sign = /[1-9]/.test(digits + fraction) && pick(2) ? '-' : ''
    return `${sign}${digits}${fraction}${pick(4) ? '' : `e${pick(700) - 350}`}`
  }
  for (let round = 0; round < 2000; round++) {
    const literals = Array.from({ length: 3 }, literal)
    const spaces = pick(2) ? ' ' : ''
    const read = parseJson(`{"a":${spaces}${literals[0]},"b":[${spaces}${literals[1]},${literals[2]}]}`)
    const again = parseJson(jsonText(read, pick(3)))
    expect(again).toEqual(read)
    const values = Object.values(Object(read)).flat()
    values.forEach((value, at) => {
      const text = plainText(value)
      // Held, it is the number that JavaScript reads; else digit for digit what came.
      expect(digitsOf(value) === null ? Number(text) : text).toBe(
        digitsOf(value) === null ? Number(literals[at]) + 0 : literals[at],
      )
    })
  }
})

it('throws where a text is no JSON, as JSON.parse does', () => {
  expect(() => parseJson('{"a":12345678901234567890')).toThrow(SyntaxError)
})
