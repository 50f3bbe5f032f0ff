import { expect, it } from 'vitest'
import { createOfferedCalls, whereOffered } from '../../../src-main/client/offered-calls'
import { problem } from '../../../src-main/problems'

const fails = (error: unknown) => () => Promise.reject(error)

it('knows nothing of a call before it was tried', () => {
  expect(createOfferedCalls().offers('lookUp')).toBeNull()
})

it('remembers that a call was answered, and says nothing of others by it', async () => {
  const calls = createOfferedCalls()
  expect(await whereOffered(calls, 'lookUp', () => Promise.resolve(7))).toBe(7)
  expect([calls.offers('lookUp'), calls.offers('changeMany')]).toEqual([true, null])
})

it.each([problem('not_found'), problem('invalid_request', { status: 405 })])(
  'takes a path or a method that is unknown for a call that is not offered, and does not try it again: %s',
  async (error) => {
    const calls = createOfferedCalls()
    expect(await whereOffered(calls, 'changeMany', fails(error))).toBeNull()
    expect(calls.offers('changeMany')).toBe(false)
    expect(await whereOffered(calls, 'changeMany', fails(new Error('asked again')))).toBeNull()
  },
)

it.each([problem('invalid_request', { status: 400 }), problem('service_failed'), problem('outcome_unknown')])(
  'learns nothing from another failure, and hands it on: %s',
  async (error) => {
    const calls = createOfferedCalls()
    await expect(whereOffered(calls, 'changeMany', fails(error))).rejects.toBe(error)
    expect(calls.offers('changeMany')).toBeNull()
  },
)
