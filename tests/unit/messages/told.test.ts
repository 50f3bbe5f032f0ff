import { expect, it } from 'vitest'
import { said, saidText, tell, toldOf, toldText } from '../../../src-shared/messages/told'

it('a sentence that is kept is said when it is shown, and so are those within it', () => {
  const kept = toldText(tell('format.about', { time: tell('format.minutes', { count: 4 }) }))
  expect(saidText(kept)).toBe('About 4 min')
})

it('a sentence of a newer Postroom is said in the words that it was kept with', () => {
  expect(said({ say: 'told.ofTomorrow', values: { name: 'spring.csv' }, words: 'Read spring.csv' })).toBe(
    'Read spring.csv',
  )
})

it('a sentence of a newer Postroom that was kept without words is said by its values', () => {
  expect(said({ say: 'told.ofTomorrow', values: { name: 'spring.csv', rows: 3 } })).toBe('spring.csv 3')
})

it.each(['Read spring.csv', '{"say":"told.importFile"', '{"say":"told.importFile","values":3}'])(
  '%s is no sentence that was kept, and is shown as it is',
  (text) => {
    expect(toldOf(text)).toBe(text)
    expect(saidText(text)).toBe(text)
  },
)
