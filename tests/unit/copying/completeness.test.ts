import { expect, it } from 'vitest'
import { nounOf } from '../../../src-main/copying/words'
import { saidText } from '../../../src-shared/messages/told'
import { asideNote, doubtsAbout, shortfall } from '../../../src-main/copying/completeness'

const contacts = nounOf('contacts')
const run = (expected: number | null) => ({ expected })

it.each([
  ['nothing is missing', null, 0, 100],
  ['the only one is gone', 0, 1, 1],
  ['one is left of three', 1, 2, 3],
  ['exactly half is missing', 50, 50, 100],
  ['the service says so itself', 90, 10, 100],
  ['nobody knows how long it should be', null, 40, 100],
])('believes a list where %s', (_, expected, unseen, total) => {
  expect(doubtsAbout(run(expected), contacts, { unseen, total })).toBeNull()
})

it.each([
  [51, 100],
  [10, 12],
  [3, 4],
  [2, 2],
])('doubts a list that lost %i of %i', (unseen, total) => {
  const problem = doubtsAbout(run(total - unseen), contacts, { unseen, total })
  expect(problem?.code).toBe('list_shrank')
})

it('doubts a list that ends well before what it announced', () => {
  const problem = doubtsAbout(run(100), contacts, { unseen: 20, total: 100 })
  expect(problem?.title).toBe('The list ended early')
})

it('says what did not come, however few', () => {
  expect(saidText(shortfall(contacts, { seen: 2999, promised: 3000 }) ?? '')).toBe(
    'The service said that there are 3,000 contacts and listed 2,999: 1 did not come. Nothing was removed.',
  )
  expect(shortfall(contacts, { seen: 3000, promised: 3000 })).toBeNull()
  expect(shortfall(contacts, { seen: 3001, promised: 3000 })).toBeNull()
  expect(shortfall(contacts, { seen: 1, promised: null })).toBeNull()
})

it('says what was set aside', () => {
  expect(saidText(asideNote(nounOf('templates'), 2))).toBe(
    '2 of the templates could not be read and were set aside as they came. Nothing was removed.',
  )
})
