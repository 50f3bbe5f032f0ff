import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { createDecoder } from '../../../src-main/features/imports/read/decoder'
import { readableEncodings } from '../../../src-main/features/imports/read/encodings'
import { randomNumbers } from '../../fixtures/seeded'

function decode(bytes: Uint8Array, encoding: string, size = bytes.length + 1): string {
  const decoder = createDecoder(encoding)
  let text = ''
  // One memory for all pieces, as a file is read.
  const memory = Buffer.alloc(size)
  for (let at = 0; at < bytes.length; at += size) {
    const piece = bytes.subarray(at, at + size)
    memory.set(piece)
    text += decoder.write(memory.subarray(0, piece.length)).text
  }
  return text + decoder.end().text
}

describe.each(readableEncodings)('%s', (encoding) => {
  it('reads any bytes alike however they are cut', () => {
    const random = randomNumbers(encoding.length)
    for (let time = 0; time < 60; time += 1) {
      const bytes = Uint8Array.from({ length: 61 }, () => random(256))
      const whole = decode(bytes, encoding)
      for (const size of [1, 2, 3, 7]) expect(decode(bytes, encoding, size)).toBe(whole)
    }
  })

  it('reads plain English', () => {
    const text = 'email,name\nann@x.example,"Ann, of Cork"\n'
    expect(decode(iconv.encode(text, encoding), encoding, 5)).toBe(text)
  })
})

it('never cuts a character of UTF-8 in two', () => {
  const text = '👩‍👩‍👧 é ß 漢 \u{10ffff}'
  for (const size of [1, 2, 3, 4, 5]) expect(decode(Buffer.from(text), 'utf-8', size)).toBe(text)
})

it('leaves a byte order mark out at the beginning, and only there', () => {
  expect(decode(Buffer.from('\ufeffa\ufeffb'), 'utf-8', 1)).toBe('a\ufeffb')
  expect(decode(Buffer.from('\ufeffa', 'utf16le'), 'utf-16le', 1)).toBe('a')
})

it('counts NUL characters and takes them out', () => {
  const { text, nuls } = createDecoder('utf-8').write(Buffer.from('ab\0c\0\0d'))
  expect({ text, nuls }).toEqual({ text: 'ab\0c\0d', nuls: { count: 3, at: 2 } })
})

it('counts what cannot be read', () => {
  const { text, lost } = createDecoder('utf-8').write(Buffer.from([0x61, 0xff, 0x62, 0xfe, 0x0a]))
  expect({ text, lost }).toEqual({ text: 'a\ufffdb\ufffd\n', lost: { count: 2, at: 1 } })
})

it('refuses an encoding that it does not know', () => {
  expect(() => createDecoder('utf-7')).toThrow(
    expect.objectContaining({ problem: expect.objectContaining({ code: 'input_invalid' }) }),
  )
})
