import { expect, it } from 'vitest'
import { doubtsAbout } from '../../../src-main/sync/completeness'

const run = (expected: number | null) => ({ expected })

it.each([
  ['nothing is missing', null, 0, 100],
  ['a tiny list is emptied', 0, 19, 19],
  ['exactly half is missing', 50, 50, 100],
  ['the service says so itself', 90, 10, 100],
  ['nobody knows how long it should be', null, 40, 100],
])('believes a list where %s', (_, expected, unseen, total) => {
  expect(doubtsAbout(run(expected), 'contacts', { unseen, total })).toBeNull()
})

it('doubts a list of less than half', () => {
  expect(doubtsAbout(run(49), 'contacts', { unseen: 51, total: 100 })?.code).toBe('list_shrank')
})

it('doubts a list that ends well before what it announced', () => {
  const problem = doubtsAbout(run(100), 'contacts', { unseen: 20, total: 100 })
  expect(problem?.title).toBe('The list ended early')
})
