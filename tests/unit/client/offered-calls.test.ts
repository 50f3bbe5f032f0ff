import { expect, it } from 'vitest'
import { createOfferedCalls, whereOffered } from '../../../src-main/core/client/offered-calls'
import { problem } from '../../../src-main/core/problems'

const fails = (error: unknown) => () => Promise.reject(error)

it('knows nothing of a call before it was tried', () => {
  expect(createOfferedCalls().offers('lookup')).toBeNull()
})

it('remembers that a call was answered, and says nothing of others by it', async () => {
  const calls = createOfferedCalls()
  expect(await whereOffered(calls, 'lookup', () => Promise.resolve(7))).toBe(7)
  expect([calls.offers('lookup'), calls.offers('bulk')]).toEqual([true, null])
})

it.each([problem('not_found'), problem('invalid_request', { status: 405 })])(
  'takes a path or a method that is unknown for a call that is not offered, and does not try it again: %s',
  async (error) => {
    const calls = createOfferedCalls()
    expect(await whereOffered(calls, 'bulk', fails(error))).toBeNull()
    expect(calls.offers('bulk')).toBe(false)
    expect(await whereOffered(calls, 'bulk', fails(new Error('asked again')))).toBeNull()
  },
)

it.each([problem('invalid_request', { status: 400 }), problem('service_failed'), problem('outcome_unknown')])(
  'learns nothing from another failure, and hands it on: %s',
  async (error) => {
    const calls = createOfferedCalls()
    await expect(whereOffered(calls, 'bulk', fails(error))).rejects.toBe(error)
    expect(calls.offers('bulk')).toBeNull()
  },
)

it('goes by what is remembered, by what a call told since, and by whatever is remembered after that', async () => {
  let remembered: boolean | null = true
  const calls = createOfferedCalls(() => remembered)
  expect(calls.offers('bulk')).toBe(true)
  expect(await whereOffered(calls, 'bulk', fails(problem('not_found')))).toBeNull()
  expect(calls.offers('bulk')).toBe(false)
  remembered = false
  expect(calls.offers('bulk')).toBe(false)
  remembered = true
  calls.note('bulk', true)
  expect(calls.offers('bulk')).toBe(true)
})

it('does not try a call that is remembered as missing', async () => {
  const calls = createOfferedCalls(() => false)
  expect(await whereOffered(calls, 'lookup', fails(new Error('asked')))).toBeNull()
})
