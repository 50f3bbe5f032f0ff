import { describe, expect, it } from 'vitest'
import { contactName } from '../../../../src-renderer/lists/contact-name'
import { highlight, matches } from '../../../../src-renderer/shell/palette/highlight'

const marked = (text: string, search: string) =>
  highlight(text, search)
    .map((piece) => (piece.hit ? `[${piece.text}]` : piece.text))
    .join('')

describe('what a search found in a text', () => {
  it('is marked without regard to case and accents', () => {
    expect(marked('Anna Nováková', 'NOVA')).toBe('Anna [Nová]ková')
  })

  it('is marked for every word', () => {
    expect(marked('Giulia Casanova', 'nova giu')).toBe('[Giu]lia Casa[nova]')
  })

  it('keeps characters of other scripts whole', () => {
    expect(marked('佐藤 美咲 😀', '美咲')).toBe('佐藤 [美咲] 😀')
  })

  it('is nothing where nothing is searched for', () => {
    expect(marked('Overview', '')).toBe('Overview')
  })

  it('matches a line only if every word is in it', () => {
    expect([matches('Switch to Café', 'cafe switch'), matches('Switch to Café', 'cafe sync')]).toEqual([
      true,
      false,
    ])
  })
})

describe("a contact's name", () => {
  it('is its name, else first and last, else none', () => {
    expect(contactName({ data: { name: ' Anna ' } })).toBe('Anna')
    expect(contactName({ data: { firstName: 'Ida', lastName: 'Berg' } })).toBe('Ida Berg')
    expect(contactName({ data: { name: 4, plan: 'pro' } })).toBeNull()
  })
})
