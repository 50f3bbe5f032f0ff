import { expect, it } from 'vitest'
import { readAddress } from '../../../src-service/verification/address'
import { readMailAddress } from '../../../src-shared/interface/mail-address'

const locals = [
  'ann',
  'a.b',
  '.a',
  'a.',
  'a..b',
  '"a b"',
  'a b',
  'a@b',
  'пётр',
  'a\u200bb',
  "o'neil",
  'a!b',
  'a,b',
  'a(b',
  'a'.repeat(64),
  'a'.repeat(65),
  'é'.repeat(33),
]
const domains = [
  'example.com',
  'EXAMPLE.com',
  'example',
  'exa mple.com',
  'exam_ple.com',
  'example..com',
  'example.com.',
  '-example.com',
  'müller.de',
  '[10.0.0.1]',
  '10.0.0.1',
  'a/b.com',
  `${'a'.repeat(64)}.com`,
  `${'a.'.repeat(130)}com`,
  'example.c',
  'example.123',
  '',
]

it('is the one by which the embedded service reads addresses', () => {
  for (const local of locals) {
    for (const domain of domains) {
      const email = `${local}@${domain}`
      expect(readMailAddress(email), email).toEqual(readAddress(email))
    }
  }
})
