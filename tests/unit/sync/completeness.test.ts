import { expect, it } from 'vitest'
import { doubtsAbout } from '../../../src-main/sync/completeness'
import type { Run } from '../../../src-shared/bridge/sync'

const run = (expected: number | null): Run => ({
  id: 1,
  resource: 'contacts',
  mode: 'full',
  state: 'running',
  cause: 'person',
  startedAt: 0,
  endedAt: null,
  pages: 1,
  received: 0,
  added: 0,
  changed: 0,
  unchanged: 0,
  removed: 0,
  expected,
  rate: null,
  secondsLeft: null,
  note: null,
  problem: null,
})

it.each([
  ['nothing is missing', null, 0, 100],
  ['a tiny list is emptied', 0, 19, 19],
  ['exactly half is missing', 50, 50, 100],
  ['the service says so itself', 90, 10, 100],
  ['nobody knows how long it should be', null, 40, 100],
])('believes a list where %s', (_, expected, unseen, total) => {
  expect(doubtsAbout(run(expected), { unseen, total })).toBeNull()
})

it('doubts a list of less than half', () => {
  expect(doubtsAbout(run(49), { unseen: 51, total: 100 })?.code).toBe('list_shrank')
})

it('doubts a list that ends well before what it announced', () => {
  const problem = doubtsAbout(run(100), { unseen: 20, total: 100 })
  expect(problem?.title).toBe('The list ended early')
})
