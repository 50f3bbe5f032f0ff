import { expect, it } from 'vitest'
import { distinctiveProviders, lookalikes, plainProviders } from '../../../src-shared/address/providers'
import { meantDomain, suggestAddress } from '../../../src-main/features/imports/map/suggest-address'
import { tidyAddress } from '../../../src-main/features/imports/map/tidy-address'

it.each([
  ['liam.okafor@gmial.com', 'liam.okafor@gmail.com'],
  ['ann@gmai.com', 'ann@gmail.com'],
  ['ann@gmaill.com', 'ann@gmail.com'],
  ['ann@gnail.com', 'ann@gmail.com'],
  ['ann@gmail.con', 'ann@gmail.com'],
  ['ann@gmail.co', 'ann@gmail.com'],
  ['ann@gmail.cm', 'ann@gmail.com'],
  ['ann@hotnail.com', 'ann@hotmail.com'],
  ['ann@yaho.co.jp', 'ann@yahoo.co.jp'],
  ['ann@outlok.com', 'ann@outlook.com'],
  ['ann@gmx.dee', 'ann@gmx.de'],
  ['ann@web.dee', 'ann@web.de'],
  ['ann@icloud.co', 'ann@icloud.com'],
  ['ann@firma.con', 'ann@firma.com'],
  ['ann@firma.ner', 'ann@firma.net'],
])('takes a slip in a domain for one: %s', (email, suggestion) => {
  expect(suggestAddress(email)).toBe(suggestion)
})

it.each([
  ['jan@@post.cz', 'jan@post.cz'],
  ['ann@gmail,com', 'ann@gmail.com'],
  ['ann@gmail;com', 'ann@gmail.com'],
  ['ann@gmail..com', 'ann@gmail.com'],
  ['ann.@gmail.com', 'ann@gmail.com'],
  ['ann @ gmail.com', 'ann@gmail.com'],
  ['ann@gmail .com', 'ann@gmail.com'],
  ['ann@gmailcom', 'ann@gmail.com'],
  ['ann at gmail.com', 'ann@gmail.com'],
  ['ann(at)gmail.com', 'ann@gmail.com'],
  ['ann [at] gmail [dot] com', 'ann@gmail.com'],
  ['ann@@gmial.com', 'ann@gmail.com'],
])('mends what is no address but for a slip: %j', (text, suggestion) => {
  expect(suggestAddress(text)).toBe(suggestion)
})

it.each([
  'ann@gmail.com',
  'ann@mail.com',
  'ann@email.com',
  'ann@cloud.com',
  'ann@ymail.com',
  'ann@live.co',
  'ann@yahoo.cz',
  'ann@hotmail.ch',
  'ann@acme.example',
  'ann@mail.acme.com',
  'ann@harbournotes.app',
  'ann@gmx.com',
  'ann@fmail.com',
  'björn åkesson',
  'ann bell@gmail.com',
  'a@gmial.com, b@gmial.com',
  '',
  '@',
  'x'.repeat(10_000),
])('does not guess: %j', (text) => {
  expect(suggestAddress(text)).toBeNull()
})

it.each(['ann@gmail.com at home', 'ann@firma.de work', 'ann@yahoo.com (old)'])(
  'makes no domain of the words behind an address: %s',
  (text) => {
    expect(suggestAddress(text)).toBeNull()
  },
)

it('never doubts a domain that is known', () => {
  for (const domain of [...distinctiveProviders, ...plainProviders, ...lookalikes]) {
    expect(meantDomain(domain), domain).toBeNull()
  }
})

it('suggests only what it would not doubt again', () => {
  const letters = 'abcdefghijklmnopqrstuvwxyz.'
  for (const provider of ['gmail.com', 'outlook.com', 'gmx.de', 'yahoo.co.uk']) {
    for (let at = 0; at <= provider.length; at += 1) {
      for (const letter of letters) {
        const written = `ann@${provider.slice(0, at)}${letter}${provider.slice(at)}`
        const suggestion = suggestAddress(written)
        if (suggestion === null) continue
        expect(tidyAddress(suggestion), written).toEqual({
          email: suggestion,
          trimmed: false,
          lowered: false,
        })
        expect(suggestAddress(suggestion), written).toBeNull()
      }
    }
  }
})

it('remembers no more domains than it may', () => {
  for (let time = 0; time < 60_000; time += 1) expect(suggestAddress(`ann@firm${time}.example`)).toBeNull()
  expect(suggestAddress('ann@gmial.com')).toBe('ann@gmail.com')
})
