import { expect, test } from 'vitest'
import { hashOf } from '../../../src-main/core/database/hash'
import { Lanes } from '../../../src-main/features/imports/check/lanes'

const lanes = new Lanes(12345)
const pair = (act: () => void): [number, number] => {
  act()
  return [lanes.a, lanes.b]
}

test('an address hashes in its first lane as the key tables of the copy have it', () => {
  for (const email of ['anna@example.com', 'ANNA@Example.com', 'åsa@köln.example', 'İ@x.example', '']) {
    lanes.address(email)
    expect(lanes.a >>> 0).toBe(hashOf(email.toLowerCase()))
  }
})

test('addresses that differ in case alone hash the same', () => {
  expect(pair(() => lanes.address('Anna@EXAMPLE.com'))).toEqual(pair(() => lanes.address('anna@example.com')))
  expect(pair(() => lanes.address('ÅSA@x.example'))).toEqual(pair(() => lanes.address('åsa@x.example')))
})

test('a text hashes the same alone and as a part of another', () => {
  const alone = pair(() => lanes.value('pro', 7))
  expect(pair(() => lanes.textValue('a,pro,b', 2, 5, 7))).toEqual(alone)
})

test('values of different types, and the same value of two columns, differ', () => {
  const values: [unknown, number][] = [
    ['1', 7],
    [1, 7],
    [true, 7],
    ['y', 7],
    ['1', 8],
    [1, 8],
    [['1'], 7],
    ['', 7],
  ]
  const seen = new Set(values.map(([value, salt]) => pair(() => lanes.value(value, salt)).join()))
  expect(seen.size).toBe(values.length)
})

test('nothing, null and undefined are the same, and so are the two zeros', () => {
  expect(pair(() => lanes.value(null, 7))).toEqual(pair(() => lanes.value(undefined, 7)))
  expect(pair(() => lanes.value(-0, 7))).toEqual(pair(() => lanes.value(0, 7)))
})
