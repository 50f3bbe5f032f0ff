import { describe, expect, it } from 'vitest'
import { tidyAddress } from '../../../src-main/features/imports/map/tidy-address'
import { upsertContactRequestSchema } from '../../../src-shared/interface/contact'
import { randomNumbers } from '../../fixtures/seeded'

const taken = (email: string) => upsertContactRequestSchema.safeParse({ email }).success

describe('an address', () => {
  it.each([
    'ann@x.example',
    'ann.bell+news@mail.x.example',
    "o'neil@x.example",
    "d'or.l'or@x.example",
    'ANN_Bell-7@x.example',
    'a@b.co',
    `${'a'.repeat(64)}@x.example`,
    'ann@xn--mnchen-3ya.de',
    'ann@a--b.example',
    '1@2.example',
  ])('stays as it is: %s', (email) => {
    expect(tidyAddress(email)).toEqual({ email, trimmed: false, lowered: false })
  })

  it.each([
    [' ann@x.example ', 'ann@x.example'],
    ['\u00a0ann@x.example\u2003', 'ann@x.example'],
    ['\ufeffann@x.example', 'ann@x.example'],
    ['ann@x.example,', 'ann@x.example'],
    ['ann@x.example;', 'ann@x.example'],
    ['ann@x.example.', 'ann@x.example'],
    ['ann@x.example:', 'ann@x.example'],
    ['<ann@x.example>', 'ann@x.example'],
    ['Ann Bell <ann@x.example>', 'ann@x.example'],
    ['"Bell, Ann" <ann@x.example>, ', 'ann@x.example'],
    ['mailto:ann@x.example', 'ann@x.example'],
    ['MAILTO:ann@x.example?subject=hi@you', 'ann@x.example'],
    ['<mailto:ann@x.example>', 'ann@x.example'],
    ['"ann@x.example"', 'ann@x.example'],
    ["'ann@x.example'", 'ann@x.example'],
    ['“ann@x.example”', 'ann@x.example'],
    ['(ann@x.example)', 'ann@x.example'],
    ['ａｎｎ＠ｘ．ｅｘａｍｐｌｅ', 'ann@x.example'],
    ['ann@x.example\r\n', 'ann@x.example'],
  ])('loses what stands around it: %j', (text, email) => {
    expect(tidyAddress(text)).toEqual({ email, trimmed: true, lowered: false })
  })

  it.each([
    ['Ann@X.Example', 'Ann@x.example'],
    ['ann@MÜNCHEN.de', 'ann@xn--mnchen-3ya.de'],
    ['ann@bücher.example', 'ann@xn--bcher-kva.example'],
  ])('has its domain written in lower case and ASCII: %s', (text, email) => {
    expect(tidyAddress(text)).toEqual({ email, trimmed: false, lowered: true })
  })
})

describe('what is no address', () => {
  it.each([
    ['', 'There is no address.'],
    [' \u00a0', 'There is no address.'],
    ['ann\u202e@x.example', 'It has U+202E (right-to-left override) in it.'],
    ['\u202aann@x.example\u202c', 'It has U+202A (left-to-right embedding) in it.'],
    ['ann@x.exa\u00admple', 'It has U+00AD (soft hyphen) in it.'],
    ['a\u0001nn@x.example', 'It has U+0001 (a control character) in it.'],
    ['ann@x.example\u0000', 'It has U+0000 (null) in it.'],
    ['ann@x.example\u007f', 'It has U+007F (delete) in it.'],
    ['a\u200bnn@x.example', 'It has U+200B (zero width space) in it.'],
    ['\u200bann@x.example', 'It has U+200B (zero width space) in it.'],
    ['Ann <a\u200dnn@x.example>', 'It has U+200D (zero width joiner) in it.'],
    ['mailto:ann@\u2066x.example', 'It has U+2066 (left-to-right isolate) in it.'],
    ['ann@x\ufeff.example', 'It has U+FEFF (byte order mark) in it.'],
    ['ann\u{e0041}@x.example', 'It has U+E0041 (a character that nobody sees) in it.'],
    ['ann@x\ufe0f.example', 'It has U+FE0F (a character that nobody sees) in it.'],
    ['ann@x.example\u3164', 'It has U+3164 (a character that nobody sees) in it.'],
    ['ann@x\u034f.example', 'It has U+034F (a character that nobody sees) in it.'],
    ['a\u{e0100}nn@x.example', 'It has U+E0100 (a character that nobody sees) in it.'],
    ['ann@x\u2060.example', 'It has U+2060 (word joiner) in it.'],
    ['ann\t@x.example', 'It has a space in it.'],
    ['björn åkesson', 'It has no @.'],
    ['@x.example', 'Nothing stands before the @.'],
    ['ann@', 'Nothing stands after the @.'],
    ['ann@@x.example', 'It has more than one @.'],
    ['a@x.example, b@y.example', 'It holds more than one address.'],
    ['a@x.example;b@y.example', 'It holds more than one address.'],
    ['a@x.example b@y.example', 'It holds more than one address.'],
    ['ann bell@x.example', 'It has a space in it.'],
    ['ann@x example', 'It has a space in it.'],
    ['ann@x', 'The part after the @ has no ending such as .com.'],
    ['ann@x..example', 'The part after the @ has a dot too many.'],
    ['ann@.x.example', 'The part after the @ has a dot too many.'],
    ['ann.@x.example', 'The part before the @ begins or ends with a dot.'],
    ['.ann@x.example', 'The part before the @ begins or ends with a dot.'],
    ['ann..bell@x.example', 'The part before the @ has two dots in a row.'],
    [`${'a'.repeat(65)}@x.example`, 'The part before the @ is longer than 64 characters.'],
    [`ann@${'a'.repeat(64)}.example`, 'The part after the @ is longer than a domain may be.'],
    [`ann@${'a.'.repeat(126)}example`, 'The part after the @ is longer than a domain may be.'],
    [
      `${'a'.repeat(60)}@${`${'a'.repeat(60)}.`.repeat(3)}${'b'.repeat(20)}.example`,
      'It is longer than 254 characters.',
    ],
    ['x'.repeat(100_000), 'It is longer than 254 characters.'],
    ['björn@x.example', 'The service takes no "ö" before the @.'],
    ['"ann bell"@x.example', 'It has a space in it.'],
    ['"ann"@x.example', `The service takes no '"' before the @.`],
    ['ann!@x.example', 'The service takes no "!" before the @.'],
    ["ann'@x.example", 'The part before the @ ends with an apostrophe.'],
    ['ann@x_y.example', 'A domain cannot have "_" in it.'],
    ['ann@-x.example', 'A part of the domain begins or ends with a hyphen.'],
    ['ann@x-.example', 'A part of the domain begins or ends with a hyphen.'],
    ['ann@[192.0.2.1]', 'The part after the @ is a numeric address instead of a domain.'],
    ['ann@192.0.2.1', 'The part after the @ is a numeric address instead of a domain.'],
    ['ann@x.c0m', 'No domain ends with ".c0m".'],
    ['ann@x.e', 'No domain ends with ".e".'],
    ['ann@почта.рф', 'The service takes no domains whose ending is not in Latin letters.'],
    ['ann@x/y.example', 'The part after the @ is not a domain.'],
  ])('is told why: %j', (text, fault) => {
    expect(tidyAddress(text)).toEqual({ fault })
  })
})

it('lets nothing pass that the service would refuse', () => {
  const random = randomNumbers(8)
  const some = (parts: string[], most: number) =>
    Array.from({ length: random(most) }, () => parts[random(parts.length)] ?? '').join('')
  const around = ['', '', '', ' ', '<', '>', ',', '"', '\u200b']
  const local = ['a', 'B', '9', '.', '-', '_', '+', "'", 'ö', '!', '@', ' ']
  const domain = ['a.', 'B', '9', '-', '.', 'x.example', 'COM', 'ü', '_', '@']
  let passed = 0
  for (let time = 0; time < 20_000; time += 1) {
    const text = `${some(around, 2)}${some(local, 5)}@${some(domain, 4)}.example${some(around, 2)}`
    const tidy = tidyAddress(text)
    if ('fault' in tidy) expect(tidy.fault).toMatch(/^[A-Z].*\.$/)
    else {
      passed += 1
      expect(taken(tidy.email), text).toBe(true)
      expect(tidyAddress(tidy.email)).toEqual({ email: tidy.email, trimmed: false, lowered: false })
    }
  }
  expect(passed).toBeGreaterThan(200)
})

it.each([
  ['a'.repeat(1_000_000)],
  [`${'a.'.repeat(50_000)}@${'b-'.repeat(50_000)}`],
  [`${'.'.repeat(1000)}@${'.'.repeat(900)}`],
  [`${'<'.repeat(1000)}${' '.repeat(900)}`],
  [`${"a'".repeat(900)}@`],
  [`a@${'b-'.repeat(900)}`],
])('comes to an end soon, whatever the text', (text) => {
  expect(tidyAddress(text)).toHaveProperty('fault')
})
