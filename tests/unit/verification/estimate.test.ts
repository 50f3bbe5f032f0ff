import { describe, expect, it } from 'vitest'
import { noAnswerTimes } from '../../../src-main/core/client/answer-times'
import { secondsFor } from '../../../src-main/features/verification/estimate'

const budget = {
  spent: 0,
  spentInBackground: 0,
  slowed: false,
  ceiling: 1000,
  share: 500,
  refusedForRate: 0,
  holds: 0,
  serverErrors: 0,
  answerTimes: noAnswerTimes(),
  heldUntil: null,
  latencyMs: null,
  unreachable: null,
}

describe('how long calls take', () => {
  it.each([
    [0, 0],
    [500, 0],
    [1000, 60],
    [9095, 1031],
    [1_000_000, 119_940],
  ])('%i calls take %i s at 500 a minute: the first 500 go at once', (calls, seconds) => {
    expect(secondsFor(calls, budget)).toBe(seconds)
  })

  it('counts what this minute has spent already', () => {
    expect(secondsFor(500, { ...budget, spent: 400 })).toBe(48)
    expect(secondsFor(500, { ...budget, spent: 900 })).toBe(60)
  })

  it('is never faster than answers come, four at a time', () => {
    expect(secondsFor(400, { ...budget, latencyMs: 2000 })).toBe(200)
    expect(secondsFor(1000, { ...budget, latencyMs: 20 })).toBe(60)
  })
})
