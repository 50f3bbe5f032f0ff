import { domainToASCII } from 'node:url'
import { expect, it } from 'vitest'
import { doubtfulLetters } from '../../../src-main/core/doubtful-letters'

it.each([
  ['pаypal.com', 'mixes Latin and Cyrillic letters in pаypal'],
  ['mail.gοοgle.com', 'mixes Latin and Greek letters in gοοgle'],
  ['аррӏе.com', 'Cyrillic letters that look Latin in аррӏе'],
  ['аpοple.com', 'mixes Latin and Cyrillic and Greek letters in аpοple'],
  ['shօp.example', 'mixes Latin and Armenian letters in shօp'],
])('a label that is not what it looks like is told: %s', (domain, remark) => {
  expect(doubtfulLetters(domainToASCII(domain))).toBe(remark)
})

it.each([
  'münchen.de',
  'почта.example',
  'ブランドabc.example',
  'x.example',
  'xn--mnchen-3ya.de',
  '한국mail.example',
])('an honest name is not doubted: %s', (domain) => {
  expect(doubtfulLetters(domainToASCII(domain))).toBeNull()
})

it('labels of two scripts beside each other are no mixture', () => {
  expect(doubtfulLetters(domainToASCII('почта.shop.example'))).toBeNull()
})
