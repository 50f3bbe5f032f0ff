import { describe, expect, it } from 'vitest'
import { dataSummary } from '../../../../src-renderer/kit/json/data-summary'
import { histogramBars } from '../../../../src-renderer/features/events/histogram-bars'
import { spanInstants } from '../../../../src-renderer/features/events/time-span'
import { parseEventData } from '../../../../src-renderer/features/events/track-form'

const day = 86_400_000

describe('the data of an event in one line', () => {
  it('shows texts bare and gives numbers and booleans their key', () => {
    expect(dataSummary({ invoice: '#HN-20418', amount: 4800, paid: true })).toBe(
      '#HN-20418, amount 4800, paid true',
    )
  })

  it('names the keys of nested values and counts lists', () => {
    expect(dataSummary({ vessel: { name: 'Tern', length: 9 }, tags: ['a', 'b'] })).toBe(
      '{ name, length }, [2]',
    )
  })

  it('leaves out what has no value, and is empty without data', () => {
    expect(dataSummary({ note: null, plan: 'pro' })).toBe('pro')
    expect(dataSummary(undefined)).toBe('')
  })
})

describe('a span of time', () => {
  it('reaches back from now and stays open at the end', () => {
    expect(spanInstants('week', null, 10 * day)).toEqual({ from: 3 * day, to: null })
  })

  it('includes the last day that was chosen', () => {
    expect(spanInstants('custom', [day, 2 * day], 10 * day)).toEqual({ from: day, to: 3 * day })
  })

  it('limits nothing while no days are chosen', () => {
    expect(spanInstants('custom', null, 10 * day)).toEqual({ from: null, to: null })
  })
})

describe('the histogram', () => {
  it('measures every bar against the highest and says what it stands for', () => {
    const bars = histogramBars({ start: Date.UTC(2026, 0, 1, 12), bucketMs: day, counts: [1, 0, 4] })
    expect(bars.map(({ share }) => share)).toEqual([0.25, 0, 1])
    expect(bars[0]?.title).toBe('1 Jan 2026 to 2 Jan 2026: 1 event')
    expect(bars[2]?.title).toBe('3 Jan 2026 to 4 Jan 2026: 4 events')
  })
})

describe('the data of an event to be tracked', () => {
  it('may be left out', () => {
    expect(parseEventData('  ')).toEqual({})
  })

  it('is an object', () => {
    expect(parseEventData('{"plan": "pro"}')).toEqual({ data: { plan: 'pro' } })
    expect(parseEventData('[1]')).toEqual({ fault: 'Data must be an object, such as {"plan": "pro"}.' })
  })

  it('says why it is not JSON', () => {
    expect(parseEventData('{plan}')).toMatchObject({ fault: expect.stringContaining('This is not JSON') })
  })
})
