import { describe, expect, it } from 'vitest'
import { createRunMeter, secondsLeft } from '../../../src-main/copying/rate'

describe('the rate', () => {
  it('is not told before 20 seconds were watched', () => {
    let now = 0
    const meter = createRunMeter(() => now)
    now = 19_000
    meter.note(1900)
    expect(meter.rate()).toBeNull()
    now = 20_000
    meter.note(2000)
    expect(meter.rate()).toBe(100)
  })

  it('is that of the last half minute', () => {
    let now = 0
    let received = 0
    const meter = createRunMeter(() => now)
    const pass = (seconds: number, perSecond: number) => {
      for (let second = 0; second < seconds; second++) {
        now += 1000
        received += perSecond
        meter.note(received)
      }
    }
    pass(60, 1000)
    pass(30, 10)
    expect(meter.rate()).toBe(10)
  })

  it('falls to nothing while nothing comes', () => {
    let now = 0
    const meter = createRunMeter(() => now)
    now = 1000
    meter.note(5000)
    now = 120_000
    expect(meter.rate()).toBeLessThan(50)
  })

  it('counts only what comes after a run was taken up again', () => {
    let now = 0
    const meter = createRunMeter(() => now, 50_000)
    now = 25_000
    meter.note(52_500)
    expect(meter.rate()).toBe(100)
  })
})

describe('the time left', () => {
  const plenty = { perMinute: 500, left: 500 }

  it('follows the rate', () => {
    expect(secondsLeft({ received: 1000, expected: 3000 }, 100, 100, plenty)).toBe(20)
  })

  it('is not told while the rate or the length is unknown', () => {
    expect(secondsLeft({ received: 1, expected: null }, 100, 100, plenty)).toBeNull()
    expect(secondsLeft({ received: 1, expected: 100 }, null, 100, plenty)).toBeNull()
    expect(secondsLeft({ received: 1, expected: 100 }, 0, 100, plenty)).toBeNull()
  })

  it('is never shorter than the budget allows, however fast the first burst was', () => {
    // 10,000 pages, 500 a minute, none left of this one: 20 minutes, though the burst brought 5,000 a second.
    const left = secondsLeft({ received: 0, expected: 1_000_000 }, 5000, 100, { perMinute: 500, left: 0 })
    expect(left).toBe(1200)
  })

  it('is none when more came than was announced', () => {
    expect(secondsLeft({ received: 120, expected: 100 }, 10, 100, plenty)).toBe(0)
  })
})
