import { describe, expect, it } from 'vitest'
import { searchWords } from '../../../../src-shared/fold'
import {
  cutAround,
  fitted,
  hasWords,
  markedPieces,
  phraseOf,
  type Piece,
} from '../../../../src-renderer/lists/matched/marks'

const written = (pieces: readonly Piece[]) =>
  pieces.map(({ text, isHit }) => (isHit ? `[${text}]` : text)).join('')
const pieces = (text: string, search: string) => markedPieces(text, searchWords(search))
const marked = (text: string, search: string) => written(pieces(text, search))

describe('what a search found in a text', () => {
  it.each([
    ['case and accents', 'Anna Nováková', 'NOVA', 'Anna [Nová]ková'],
    ['accents that are typed alone', 'Gdansk Sails', 'Gdańsk', '[Gdansk] Sails'],
    ['accents that are written apart', 'Gdan\u0301sk', 'gdansk', '[Gdan\u0301sk]'],
    ['letters that no decomposition takes apart', 'Żaneta Łuczak', 'luczak', 'Żaneta [Łuczak]'],
    ['one letter that is searched as two', 'Hauptstraße', 'ss', 'Hauptstra[ß]e'],
    ['a ligature', 'ﬁne', 'fi', '[ﬁ]ne'],
    ['Greek, its final letter too', 'ΣΊΣΥΦΟΣ', 'σισυφοσ', '[ΣΊΣΥΦΟΣ]'],
    ['Cyrillic', 'Дмитрий Соколов', 'СОКОЛ', 'Дмитрий [Сокол]ов'],
    ['Turkish', 'İstanbul', 'ist', '[İst]anbul'],
    ['Arabic', 'مريم علي', 'علي', 'مريم [علي]'],
    ['Devanagari, whose vowel signs are letters', 'राम कुमार', 'कु', 'राम [कु]मार'],
    ['half-width Japanese, its voicing marks with it', 'ﾔﾏﾀﾞ', 'ダ', 'ﾔﾏ[ﾀﾞ]'],
    ['Chinese and what stands outside of the first plane', '佐藤 美咲 😀', '美咲', '佐藤 [美咲] 😀'],
    ['Korean', '한국어', '국', '한[국]어'],
  ])('is marked in the letters as they are written: %s', (_, text, search, expected) => {
    expect(marked(text, search)).toBe(expected)
  })

  it('is marked for every word, wherever it stands', () => {
    expect(marked('Giulia Casanova', 'nova giu')).toBe('[Giu]lia Casa[nova]')
  })

  it('is one mark where words overlap or a word overlaps itself', () => {
    expect(marked('Gdansk', 'gdan ansk')).toBe('[Gdansk]')
    expect(marked('banana', 'ana')).toBe('b[anana]')
  })

  it('is nothing where nothing is searched for, or where it is not', () => {
    expect(marked('Overview', '')).toBe('Overview')
    expect(marked('Overview', 'xyz')).toBe('Overview')
  })

  it('is all that was typed, where a list is searched for that', () => {
    expect(written(markedPieces('Price notice, 11 Nov', phraseOf(' notice, 11 ')))).toBe(
      'Price [notice, 11] Nov',
    )
    expect(phraseOf(' ')).toEqual([])
  })

  it('has every word, or is none', () => {
    expect(hasWords('Switch to Café', searchWords('cafe switch'))).toBe(true)
    expect(hasWords('Switch to Café', searchWords('cafe sync'))).toBe(false)
  })
})

describe('a text that is cut', () => {
  const notes = 'told us in spring that he picks up the boat in Gdańsk each April'

  it('begins at a word shortly before what was found', () => {
    expect(written(cutAround(pieces(notes, 'gdansk')))).toBe('… picks up the boat in [Gdańsk] each April')
  })

  it('begins within a word that is too long', () => {
    expect(written(cutAround(pieces(`${'x'.repeat(40)}gdansk`, 'gdansk')))).toBe(`…${'x'.repeat(24)}[gdansk]`)
  })

  it('is whole where what was found stands near its beginning', () => {
    expect(written(cutAround(pieces('moved from Gdańsk', 'gdansk')))).toBe('moved from [Gdańsk]')
  })

  it('ends some way after what was found, at a word', () => {
    const long = `Gdańsk ${'and more '.repeat(100)}`
    const cut = written(cutAround(pieces(long, 'gdansk')))
    expect(cut.length).toBeLessThan(180)
    expect(cut).toMatch(/^\[Gdańsk\] and more .* (and|more) …$/)
  })

  it('is cut only where what was found would not be seen', () => {
    expect(written(fitted(pieces(notes, 'told'), 20))).toBe(`[told]${notes.slice(4)}`)
    expect(written(fitted(pieces(notes, 'gdansk'), 20))).toBe('… in [Gdańsk] each April')
  })
})
