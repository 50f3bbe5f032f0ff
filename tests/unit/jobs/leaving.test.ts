import type { CallOptions } from '../../../src-main/core/client/call-options'
import { expect, it } from 'vitest'
import { leaving, patienceMs } from '../../../src-main/jobs/leaving'
import { createFakeClock } from '../../fixtures/fake-clock'

/** A call that ends when the test says so, or when it is given up. */
function openCall() {
  const clock = createFakeClock()
  const stop = new AbortController()
  const call: { options: CallOptions | null; end: (value: string) => void } = {
    options: null,
    end: () => undefined,
  }
  const outcome = leaving(
    stop.signal,
    clock,
    (options) =>
      new Promise<string>((resolve, reject) => {
        call.options = options
        call.end = resolve
        options.signal?.addEventListener('abort', () => reject(new Error('given up')), { once: true })
      }),
  )
  return { clock, stop, call, outcome }
}

it('lets no further request leave at once, and gives the one that left its time', async () => {
  const { clock, stop, call, outcome } = openCall()
  stop.abort()
  expect(call.options?.stop?.aborted).toBe(true)
  await clock.advance(patienceMs - 1)
  expect(call.options?.signal?.aborted).toBe(false)
  call.end('the answer')
  expect(await outcome).toBe('the answer')
  await clock.advance(patienceMs)
  expect(call.options?.signal?.aborted).toBe(false)
})

it('gives up on an answer that does not come', async () => {
  const { clock, stop, outcome } = openCall()
  stop.abort()
  const failed = expect(outcome).rejects.toThrow('given up')
  await clock.advance(patienceMs)
  await failed
})
