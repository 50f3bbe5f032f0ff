import { expect, it } from 'vitest'
import { LatestOnly } from '../../../src-main/catalogue/latest-only'

/** Work that ends when it is told to. */
function held<T>(answer: T) {
  let end = () => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  return { end, work: () => ended.then(() => answer) }
}

const cancelled = (call: Promise<unknown>) =>
  expect(call).rejects.toMatchObject({ problem: { code: 'cancelled' } })

it('ends an earlier question of the same asker, and answers the later one', async () => {
  const latest = new LatestOnly()
  const first = held(1)
  const one = cancelled(latest.run('a', first.work))
  const two = latest.run('a', () => Promise.resolve(2))
  first.end()
  await one
  expect(await two).toBe(2)
})

it('passes over what waited and is not the latest any more', async () => {
  const latest = new LatestOnly()
  const first = held(1)
  const done: number[] = []
  const one = cancelled(latest.run('a', first.work))
  const two = cancelled(latest.run('a', () => Promise.resolve(done.push(2))))
  const three = latest.run('a', () => Promise.resolve(done.push(3)))
  first.end()
  await Promise.all([one, two, three])
  expect(done).toEqual([3])
})

it('answers askers beside each other', async () => {
  const latest = new LatestOnly()
  const first = held('a')
  const one = latest.run('a', first.work)
  expect(await latest.run('b', () => Promise.resolve('b'))).toBe('b')
  first.end()
  expect(await one).toBe('a')
})

it('works on after a failure', async () => {
  const latest = new LatestOnly()
  await expect(latest.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await latest.run('a', () => Promise.resolve(1))).toBe(1)
})
