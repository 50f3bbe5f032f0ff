import { describe, expect, it } from 'vitest'
import { fileNameOf } from '../../../src-main/hosts/browser/loopback/downloads'

describe('the name of an exported file', () => {
  it('is the suggested one', () => {
    expect(fileNameOf('contacts 2026-08-01.csv')).toBe('contacts 2026-08-01.csv')
  })

  it.each([
    ['../../etc/passwd', '-..-etc-passwd'],
    ['a/b\\c.csv', 'a-b-c.csv'],
    ['.bashrc', 'bashrc'],
    ['a\u202egpj.csv', 'a-gpj.csv'],
    ['a\r\nSet-Cookie: x.csv', 'a--Set-Cookie- x.csv'],
    ['', 'export'],
    ['...', 'export'],
  ])('is made harmless: %j', (suggested, name) => {
    expect(fileNameOf(suggested)).toBe(name)
  })

  it('is not endless', () => {
    expect(fileNameOf('x'.repeat(500))).toHaveLength(120)
  })
})
