import { describe, expect, it } from 'vitest'
import { searchWords } from '../../../../src-shared/fold'
import { searchedFields } from '../../../../src-renderer/lists/matched/sought'
import { seenWords, whyFound } from '../../../../src-renderer/lists/matched/why-found'
import type { ListField } from '../../../../src-renderer/lists/grid/list-field'

const shown: ListField[] = ['email', 'data.name', 'data.seats']

function why(search: string, data: Record<string, unknown>, email = 'zaneta@wp.example') {
  const found = whyFound(searchedFields({ own: 'email', name: email, data }, shown), searchWords(search))
  return found && [found.name, found.pieces.map(({ text }) => text).join(''), found.more]
}

describe('why a row was found', () => {
  it('is the first field that no column shows', () => {
    expect(why('gdansk', { name: 'Żaneta', city: 'Gdańsk' })).toEqual(['city', 'Gdańsk', 0])
  })

  it('counts the other fields', () => {
    const data = { city: 'Gdańsk', notes: 'from Gdańsk', company: 'Gdańsk Sails' }
    expect(why('gdansk', data)).toEqual(['city', 'Gdańsk', 2])
  })

  it('names what lies within a value by the keys that lead there', () => {
    expect(why('gdansk', { vessel: { port: 'Gdańsk' } })).toEqual(['vessel.port', 'Gdańsk', 0])
    expect(why('gdansk', { tags: ['vip', 'gdansk-day', 'gdansk-eve'] })).toEqual(['tags', 'gdansk-day', 0])
  })

  it('is nothing where the columns show it', () => {
    expect(why('zaneta', { name: 'Żaneta', city: 'Gdynia' })).toBeNull()
  })

  it('is nothing where a field says no more than a column does', () => {
    expect(why('zaneta', { name: 'Żaneta Łuczak', firstName: 'Żaneta' })).toBeNull()
  })

  it('is told besides where a field says more than the column', () => {
    expect(why('gdansk', { company: 'Gdańsk Sails' }, 'biuro@gdansk-sails.pl')).toEqual([
      'company',
      'Gdańsk Sails',
      0,
    ])
  })

  it('is first of all what explains a word that no column does', () => {
    expect(why('zaneta gdansk', { firstName: 'Żaneta', city: 'Gdańsk' })).toEqual(['city', 'Gdańsk', 0])
  })

  it('is the value as it is searched where its column writes it otherwise', () => {
    expect(why('1234', { seats: 1234 })).toEqual(['seats', '1234', 0])
  })

  it('writes out what hides in a text', () => {
    expect(why('gdansk', { notes: 'Gdansk\u202eknas' })).toEqual(['notes', 'Gdansk⟨U+202E⟩knas', 0])
  })

  it('is nothing without a search', () => {
    expect(why('', { city: 'Gdańsk' })).toBeNull()
  })
})

describe('the words that a cell shows', () => {
  it('are none of an object, which is shown by keys that nobody searches', () => {
    expect(seenWords({ port: 'a port' }, ['port'])).toEqual([])
  })

  it('are none that stand only in how a value is written', () => {
    expect(seenWords(true, ['yes'])).toEqual([])
    expect(seenWords('2026-11-22', ['nov'])).toEqual([])
  })

  it('are those of the elements of a list', () => {
    expect(seenWords(['beta', 'vip'], ['vip', 'gamma'])).toEqual(['vip'])
  })
})
