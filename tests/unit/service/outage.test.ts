import { describe, expect, it } from 'vitest'
import { Outage } from '../../../src-service/mail/outage'

describe('an outage of the way out', () => {
  it('waits twice as long after each failure, from a second to five minutes', () => {
    const outage = new Outage()
    let now = 0
    const waits = Array.from({ length: 11 }, () => {
      outage.failed(now)
      const wait = outage.wait(now)
      now += wait
      return wait / 1000
    })
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300])
  })

  it('takes messages that fail together for one failure, and says which was the first', () => {
    const outage = new Outage()
    expect([outage.failed(0), outage.failed(1), outage.failed(2)]).toEqual([true, false, false])
    expect(outage.wait(2)).toBe(998)
    expect(outage.failed(1000)).toBe(false)
    expect(outage.wait(1000)).toBe(2000)
  })

  it('is over when a message arrives', () => {
    const outage = new Outage()
    outage.failed(0)
    expect(outage.lasting).toBe(true)
    outage.over()
    expect([outage.lasting, outage.wait(0), outage.failed(0)]).toEqual([false, 0, true])
  })

  it('waits no longer than it would have when the clock is set back', () => {
    const outage = new Outage()
    outage.failed(1_000_000_000)
    expect(outage.wait(0)).toBeLessThanOrEqual(300_000)
  })
})
