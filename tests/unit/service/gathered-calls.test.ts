import { expect, it } from 'vitest'
import { gatheredCalls } from '../../../src-service/store/gathered-calls'

/** Calls of texts, and which of them were made together. A text is answered in capitals; one of `refused` fails all of them. */
function gathering({ refused = '', isOfAll = false, most = 50 } = {}) {
  const made: string[][] = []
  const call = gatheredCalls({
    async together(given: readonly string[]) {
      made.push([...given])
      if (given.includes(refused)) throw new Error(`Not ${refused}.`)
      return given.map((text) => text.toUpperCase())
    },
    keyOf: (text) => text.toLowerCase(),
    most,
    isOfAll: () => isOfAll,
  })
  return { call, made }
}

it('makes calls together that come in the same turn, and answers each', async () => {
  const { call, made } = gathering()
  expect(await Promise.all(['a', 'b', 'c'].map(call))).toEqual(['A', 'B', 'C'])
  expect(made).toEqual([['a', 'b', 'c']])
})

it('makes those together that come while others are under way', async () => {
  const { call, made } = gathering()
  const first = call('a').then(() => Promise.all([call('b'), call('c')]))
  expect(await first).toEqual(['B', 'C'])
  expect(made).toEqual([['a'], ['b', 'c']])
})

it('makes one of the same key when the one before has ended', async () => {
  const { call, made } = gathering()
  await Promise.all(['a', 'b', 'A', 'c'].map(call))
  expect(made).toEqual([['a', 'b', 'c'], ['A']])
})

it('makes no more at once than it may', async () => {
  const { call, made } = gathering({ most: 2 })
  await Promise.all(['a', 'b', 'c'].map(call))
  expect(made).toEqual([['a', 'b'], ['c']])
})

it('makes each by itself where one fails, so that the others are answered', async () => {
  const { call } = gathering({ refused: 'b' })
  const answers = await Promise.allSettled(['a', 'b', 'c'].map(call))
  expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : null))).toEqual([
    'A',
    null,
    'C',
  ])
})

it('fails all of them with what is about all of them', async () => {
  const { call, made } = gathering({ refused: 'b', isOfAll: true })
  const answers = await Promise.allSettled(['a', 'b'].map(call))
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(made).toEqual([['a', 'b']])
})
