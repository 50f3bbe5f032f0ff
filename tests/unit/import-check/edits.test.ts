import { expect, test } from 'vitest'
import { Edits, type Edit } from '../../../src-main/features/imports/check/edits'

const cell = (row: number, before: string, after: string): Omit<Edit, 'seq'> => ({
  kind: 'cell',
  row,
  col: 1,
  before,
  after,
})
const alike = (before: string, after: string): Omit<Edit, 'seq'> => ({
  kind: 'alike',
  row: null,
  col: 1,
  before,
  after,
})
const domain = (before: string, after: string): Omit<Edit, 'seq'> => ({
  kind: 'domain',
  row: null,
  col: 1,
  before,
  after,
})

function edits(...made: Omit<Edit, 'seq'>[]): Edits {
  const found = new Edits()
  found.prepare(made)
  return found
}

test('edits apply in the order in which they were made', () => {
  expect(edits(alike('a', 'b'), alike('b', 'c')).apply(1, 1, 'a').text).toBe('c')
  expect(edits(alike('b', 'c'), alike('a', 'b')).apply(1, 1, 'a').text).toBe('b')
})

test('a domain that is kept is meant as it is written, in every address at it', () => {
  const found = edits(domain('gmial.com', 'gmial.com'))
  expect(found.apply(1, 1, ' ann@gmial.com ')).toEqual({
    text: ' ann@gmial.com ',
    edited: false,
    accepted: true,
  })
  expect(found.apply(2, 1, 'bo@gmail.com').accepted).toBe(false)
})

test('an edit of all alike leaves a cell alone that was repaired to that text later', () => {
  const found = edits(alike('a', 'b'), cell(1, 'b', 'a'))
  expect(found.apply(1, 1, 'a')).toEqual({ text: 'a', edited: false, accepted: false })
  expect(found.apply(2, 1, 'a').text).toBe('b')
})

test('a circle of edits ends', () => {
  expect(edits(alike('a', 'b'), alike('b', 'a'), alike('a', 'b')).apply(1, 1, 'a').text).toBe('b')
})

test('another column and another row stay as they are', () => {
  const found = edits(cell(1, 'a', 'b'), alike('x', 'y'))
  expect(found.apply(1, 2, 'a').text).toBe('a')
  expect(found.apply(2, 1, 'a').text).toBe('a')
  expect(found.apply(2, 2, 'x').text).toBe('x')
})

test('a domain is corrected in addresses that have something around them', () => {
  const found = edits(domain('gmial.com', 'gmail.com'))
  expect(found.apply(1, 1, ' Anna@GMIAL.com ').text).toBe('Anna@gmail.com')
  expect(found.apply(1, 1, 'Anna <anna@gmial.com>').text).toBe('anna@gmail.com')
})

test('writing the same again accepts what stands there', () => {
  expect(edits(cell(1, ' Anna@gmial.com', 'anna@gmial.com')).apply(1, 1, ' Anna@gmial.com').accepted).toBe(
    true,
  )
  expect(edits(cell(1, 'a@gmial.com', 'b@gmial.com')).apply(1, 1, 'a@gmial.com').accepted).toBe(false)
})
