import { describe, expect, it } from 'vitest'
import { placeWindow, smallest } from '../../../src-main/hosts/desktop/window/state'

const laptop = { x: 0, y: 0, width: 1920, height: 1050 }
const second = { x: 1920, y: 0, width: 2560, height: 1400 }
const left = { maximised: false, bounds: { x: 2100, y: 80, width: 1400, height: 900 } }

describe('where the window opens', () => {
  it('is where it was left', () => {
    expect(placeWindow(left, [laptop, second])).toEqual(left)
  })

  it('is the middle of the main display at the first start', () => {
    expect(placeWindow(null, [laptop])).toEqual({
      maximised: false,
      bounds: { x: 280, y: 95, width: 1360, height: 860 },
    })
  })

  it('is the main display when the one it was on is gone', () => {
    expect(placeWindow(left, [laptop]).bounds).toMatchObject({ x: 280, y: 95 })
  })

  it('stays maximised when its display is gone', () => {
    expect(placeWindow({ ...left, maximised: true }, [laptop]).maximised).toBe(true)
  })

  it('is the main display when its title bar lies above every display', () => {
    const above = { maximised: false, bounds: { x: 100, y: -300, width: 1200, height: 800 } }
    expect(placeWindow(above, [laptop]).bounds.y).toBeGreaterThanOrEqual(0)
  })

  it('never falls below the smallest size', () => {
    const tiny = { maximised: false, bounds: { x: 10, y: 10, width: 300, height: 200 } }
    expect(placeWindow(tiny, [laptop]).bounds).toMatchObject(smallest)
    expect(placeWindow(null, [{ x: 0, y: 0, width: 800, height: 600 }]).bounds).toMatchObject(smallest)
  })

  it('is found without any display', () => {
    expect(placeWindow(null, []).bounds).toMatchObject({ width: 1360, height: 860 })
  })
})
