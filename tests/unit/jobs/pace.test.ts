import { describe, expect, it } from 'vitest'
import { noAnswerTimes, noteAnswerTime } from '../../../src-main/core/client/answer-times'
import { createJobMeter, PaceRecorder, secondsLeft } from '../../../src-main/jobs/pace'
import { createFakeClock } from '../../fixtures/fake-clock'

describe('the rate', () => {
  function meter(done = 0) {
    let now = 0
    const rate = createJobMeter(() => now, done)
    return { rate, at: (seconds: number, total: number) => ((now = seconds * 1000), rate.note(total)) }
  }

  it('is not known for the first five seconds', () => {
    const { rate, at } = meter()
    at(4, 40)
    expect(rate.rate()).toBeNull()
    at(5, 50)
    expect(rate.rate()).toBe(600)
  })

  it('looks back one minute', () => {
    const { rate, at } = meter()
    for (let second = 1; second <= 60; second++) at(second, second * 10)
    for (let second = 61; second <= 120; second++) at(second, 600 + (second - 60))
    expect(rate.rate()).toBeCloseTo(60, 0)
  })

  it('does not count what was done before it began', () => {
    const { rate, at } = meter(1000)
    at(10, 1010)
    expect(rate.rate()).toBe(60)
  })
})

describe('the time left', () => {
  it('follows the rate, but is never sooner than the share allows', () => {
    expect(secondsLeft(100, 60, 500)).toBe(100)
    expect(secondsLeft(1000, 3000, 500)).toBe(120)
  })
  it('is not known without a rate, and nothing when nothing is left', () => {
    expect(secondsLeft(100, null, 500)).toBeNull()
    expect(secondsLeft(100, 0, 500)).toBeNull()
    expect(secondsLeft(0, null, 500)).toBe(0)
  })
})

describe('the chart of a job', () => {
  const budget = {
    spent: 10,
    spentInBackground: 0,
    slowed: false,
    share: 500,
    ceiling: 1000,
    refusedForRate: 0,
    holds: 0,
    serverErrors: 0,
    answerTimes: noAnswerTimes(),
    heldUntil: null,
    latencyMs: 1,
    unreachable: null,
  }

  it('has a point every five seconds, with the 429s since the one before', async () => {
    const clock = createFakeClock()
    const recorder = new PaceRecorder(clock)
    recorder.note({ ...budget, refusedForRate: 3 })
    await clock.advance(4999)
    recorder.note(budget)
    expect(recorder.points).toHaveLength(1)
    await clock.advance(1)
    recorder.note({ ...budget, spent: 20, share: 250, refusedForRate: 5 })
    expect(
      recorder.points.map(({ requests, share, refusedForRate }) => [requests, share, refusedForRate]),
    ).toEqual([
      [10, 500, 0],
      [20, 250, 2],
    ])
  })

  it('tells answers of 500 and above since the point before, and the median of all answers since the first', async () => {
    const clock = createFakeClock()
    const recorder = new PaceRecorder(clock)
    const answerTimes = noAnswerTimes()
    for (const ms of [4000, 4000, 4000]) noteAnswerTime(answerTimes, ms)
    recorder.note({ ...budget, serverErrors: 7, answerTimes: answerTimes.slice() })
    for (const ms of [70, 84, 90]) noteAnswerTime(answerTimes, ms)
    await clock.advance(5000)
    recorder.note({ ...budget, serverErrors: 9, answerTimes: answerTimes.slice() })
    expect(recorder.points.map(({ serverErrors, medianMs }) => [serverErrors, medianMs])).toEqual([
      [0, null],
      [2, 84],
    ])
  })

  it('has a point where the job rests, however short it was, so that its answers have a median', () => {
    const recorder = new PaceRecorder(createFakeClock())
    const answerTimes = noAnswerTimes()
    recorder.note({ ...budget, answerTimes: answerTimes.slice() })
    for (const ms of [70, 84, 90]) noteAnswerTime(answerTimes, ms)
    recorder.rest({ ...budget, answerTimes })
    expect(recorder.points.map(({ medianMs }) => medianMs)).toEqual([null, 84])
  })

  it('goes on counting where another client begins at nothing', async () => {
    const clock = createFakeClock()
    const recorder = new PaceRecorder(clock)
    const first = noAnswerTimes()
    for (const ms of [10, 10, 10, 10]) noteAnswerTime(first, ms)
    recorder.note({ ...budget, serverErrors: 3, answerTimes: first })
    const second = noAnswerTimes()
    for (const ms of [20, 30, 40]) noteAnswerTime(second, ms)
    await clock.advance(5000)
    recorder.note({ ...budget, serverErrors: 1, answerTimes: second })
    expect(recorder.points.at(-1)).toMatchObject({ serverErrors: 1, medianMs: 30 })
  })

  it('stays bounded, and forgets no 429, however long it takes', async () => {
    const clock = createFakeClock()
    const recorder = new PaceRecorder(clock)
    for (let refusedForRate = 0; refusedForRate < 5000; refusedForRate++) {
      recorder.note({ ...budget, refusedForRate })
      await clock.advance(5000)
    }
    expect(recorder.points.length).toBeLessThan(480)
    const sum = recorder.points.reduce((total, point) => total + point.refusedForRate, 0)
    expect(sum).toBeGreaterThan(4950)
  })
})
