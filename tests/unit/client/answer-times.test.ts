import { describe, expect, it } from 'vitest'
import {
  addAnswerTimes,
  medianAnswerTime,
  noAnswerTimes,
  noteAnswerTime,
} from '../../../src-main/core/client/answer-times'

function timesOf(...all: number[]) {
  const times = noAnswerTimes()
  for (const ms of all) noteAnswerTime(times, ms)
  return times
}

describe('how long answers take', () => {
  it('has no median where nothing answered', () => {
    expect(medianAnswerTime(noAnswerTimes())).toBeNull()
  })

  it('has the answer in the middle as its median', () => {
    expect(medianAnswerTime(timesOf(12, 84, 90))).toBe(84)
    expect(medianAnswerTime(timesOf(0.4))).toBe(0)
  })

  it.each([127, 128, 129, 255, 256, 1000, 4321, 59_999, 600_000])('tells %i ms to 1 %%', (ms) => {
    const found = medianAnswerTime(timesOf(ms)) ?? 0
    expect(Math.abs(found - ms)).toBeLessThanOrEqual(Math.max(1, ms * 0.01))
  })

  it('takes what is longer than anything for the longest, and a clock that went back for nothing', () => {
    expect(medianAnswerTime(timesOf(1e12))).toBeGreaterThan(1_000_000)
    expect(medianAnswerTime(timesOf(-5))).toBe(0)
  })

  it('adds what came between two looks', () => {
    const sum = noAnswerTimes()
    addAnswerTimes(sum, timesOf(10, 20, 30), timesOf(10))
    expect(medianAnswerTime(sum)).toBe(20)
  })

  it('adds all of a later look that began anew', () => {
    const sum = noAnswerTimes()
    addAnswerTimes(sum, timesOf(10), timesOf(10, 20, 30))
    expect(medianAnswerTime(sum)).toBe(10)
  })
})
