import { expect, it } from 'vitest'
import { setAction, type SetForm } from '../../../../src-renderer/features/contacts/bulk/set-field'

const form = (changes: Partial<SetForm>): SetForm => ({
  key: 'tags',
  type: 'text',
  text: '',
  list: null,
  ...changes,
})

it('adds to a list and takes from it, entry by entry, and replaces it only where that is chosen', () => {
  expect(setAction(form({ list: 'add', text: 'sailor, crew ' }))).toEqual({
    action: { kind: 'list', how: 'add', key: 'tags', values: ['sailor', 'crew'] },
  })
  expect(setAction(form({ list: 'take', type: 'json', text: '["a", 1]' }))).toEqual({
    action: { kind: 'list', how: 'take', key: 'tags', values: ['a', 1] },
  })
  expect(setAction(form({ list: 'replace', type: 'json', text: '["a"]' }))).toEqual({
    action: { kind: 'set', key: 'tags', value: ['a'] },
  })
})

it('sets a field that is no list to what is typed, commas and all', () => {
  expect(setAction(form({ text: 'Vlissingen, Zeeland' }))).toEqual({
    action: { kind: 'set', key: 'tags', value: 'Vlissingen, Zeeland' },
  })
})

it('says what is wrong with an entry, and nothing while nothing is typed', () => {
  expect(setAction(form({ list: 'add', type: 'number', text: '1, two' }))).toEqual({
    fault: 'This is not a number.',
  })
  expect(setAction(form({ list: 'add' }))).toEqual({ fault: '' })
  expect(setAction(form({ key: ' ', text: 'x' }))).toEqual({ fault: '' })
})
