import { describe, expect, it } from 'vitest'
import { ScrollMap, spacerHeight } from '../../../../src-renderer/lists/list/scroll-map'

const million = { count: 1_000_000, rowHeight: 32, viewHeight: 600 }
const short = { count: 1_000, rowHeight: 32, viewHeight: 600 }

/** A map whose element has taken the position it asked for, as browsers do: rounded. */
function settled(map: ScrollMap): ScrollMap {
  map.asked(Math.round(map.scrollTop))
  return map
}

describe('a list that an element can be as high as', () => {
  it('has a spacer of its own height', () => {
    expect(spacerHeight(short)).toBe(32_000)
  })

  it('stands where the element stands', () => {
    const map = new ScrollMap(short)
    expect(map.scrolled(1234.5)).toBe(true)
    expect(map.top).toBe(1234.5)
  })

  it('takes no notice of the event that reports its own movement', () => {
    const map = new ScrollMap(short)
    map.moveTo(640)
    map.asked(640)
    expect(map.scrolled(640)).toBe(false)
  })
})

describe('a list of a million rows', () => {
  it('stays below the ceiling', () => {
    expect(spacerHeight(million)).toBe(8_000_000)
  })

  it('moves by exactly the pixels of the wheel', () => {
    const map = settled(new ScrollMap(million))
    for (let turn = 0; turn < 1000; turn++) {
      map.moveBy(100)
      settled(map)
      map.scrolled(Math.round(map.scrollTop))
    }
    expect(map.top).toBe(100_000)
  })

  it('maps a drag of the bar proportionally', () => {
    const map = settled(new ScrollMap(million))
    map.scrolled(map.scrollMax / 2)
    expect(map.top).toBe(Math.round(map.max / 2))
  })

  it('reaches the last row exactly by dragging', () => {
    const map = settled(new ScrollMap(million))
    map.scrolled(4_000_000)
    map.scrolled(map.scrollMax - 0.4)
    expect(map.top).toBe(map.max)
    expect(map.max).toBe(1_000_000 * 32 - 600)
  })

  it('reaches the first row exactly by dragging', () => {
    const map = settled(new ScrollMap(million))
    map.scrolled(4_000_000)
    map.scrolled(0)
    expect(map.top).toBe(0)
  })

  it('keeps mapping a drag proportionally when it slows down', () => {
    const map = settled(new ScrollMap(million))
    map.scrolled(4_000_000)
    map.scrolled(4_000_100)
    expect(map.top).toBe(Math.round((4_000_100 / map.scrollMax) * map.max))
  })

  it('takes a small movement of a finger as list pixels', () => {
    const map = settled(new ScrollMap(million))
    map.moveTo(1_000_000)
    settled(map)
    const from = Math.round(map.scrollTop)
    map.scrolled(from + 40)
    map.scrolled(from + 90)
    expect(map.top).toBe(1_000_090)
  })

  it('asks for the bar to be set right after such a movement', () => {
    const map = settled(new ScrollMap(million))
    map.scrolled(90)
    expect(map.ended()).toBe(true)
    settled(map)
    expect(map.ended()).toBe(false)
  })

  it('does not move when the bar is set right', () => {
    const map = settled(new ScrollMap(million))
    map.scrolled(90)
    map.ended()
    settled(map)
    expect(map.scrolled(Math.round(map.scrollTop))).toBe(false)
    expect(map.top).toBe(90)
  })

  it('does not jump past the end of the bar', () => {
    const map = new ScrollMap(million)
    map.moveBy(1e12)
    expect(map.top).toBe(map.max)
    expect(map.scrollTop).toBeCloseTo(map.scrollMax)
  })
})

describe('showing a row', () => {
  it('does not move for a row that is seen whole', () => {
    const map = new ScrollMap(short)
    map.moveTo(320)
    map.reveal(10)
    expect(map.top).toBe(320)
  })

  it('moves as little as needed downwards', () => {
    const map = new ScrollMap(short)
    map.reveal(20)
    expect(map.top).toBe(21 * 32 - 600)
  })

  it('shows the last of a million rows at the lower edge', () => {
    const map = new ScrollMap(million)
    map.reveal(999_999)
    expect(map.top).toBe(map.max)
  })
})

it('stays where it is when rows are added, and within the list when rows go', () => {
  const map = new ScrollMap(short)
  map.moveTo(20_000)
  map.resize({ ...short, count: 2_000 })
  expect(map.top).toBe(20_000)
  map.resize({ ...short, count: 100 })
  expect(map.top).toBe(100 * 32 - 600)
})
