import { expect, it } from 'vitest'
import { joinSignals } from '../../../src-shared/signals'

const why = new Error('Enough')

it('aborts for the reason of whichever aborts first', () => {
  const [first, second] = [new AbortController(), new AbortController()]
  const { signal } = joinSignals(first.signal, undefined, second.signal)
  second.abort(why)
  first.abort(new Error('Too late'))
  expect(signal.reason).toBe(why)
})

it('has aborted where one of them had before', () => {
  expect(joinSignals(new AbortController().signal, AbortSignal.abort(why)).signal.reason).toBe(why)
})

it('aborts by itself without aborting what it follows', () => {
  const followed = new AbortController()
  const joined = joinSignals(followed.signal)
  joined.abort(why)
  expect(joined.signal.reason).toBe(why)
  expect(followed.signal.aborted).toBe(false)
})

it('hears of nothing once it has let go', () => {
  const followed = new AbortController()
  const joined = joinSignals(followed.signal)
  joined.release()
  followed.abort(why)
  expect(joined.signal.aborted).toBe(false)
})
