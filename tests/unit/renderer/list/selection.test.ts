import { describe, expect, it } from 'vitest'
import {
  isPicked,
  nothing,
  pickedCount,
  pickLimit,
  useSelection,
  withPicked,
  type Picked,
} from '../../../../src-renderer/lists/list/selection'

const frozen: Picked = { kind: 'frozen', selectionId: 's', count: 8204, except: new Set() }

describe('rows picked one by one', () => {
  it('are counted', () => {
    expect(pickedCount(withPicked(nothing, ['a', 'b'], true) ?? nothing)).toBe(2)
  })

  it('can be put back', () => {
    const two = withPicked(nothing, ['a', 'b'], true) ?? nothing
    expect(isPicked(withPicked(two, ['a'], false) ?? nothing, 'a')).toBe(false)
  })

  it('are refused beyond what one call can name', () => {
    const many = Array.from({ length: pickLimit + 1 }, (_, n) => String(n))
    expect(withPicked(nothing, many, true)).toBeNull()
  })
})

describe('all that match', () => {
  it('counts what was frozen, minus exceptions', () => {
    expect(pickedCount(withPicked(frozen, ['a', 'b'], false) ?? nothing)).toBe(8202)
  })

  it('takes an exception back', () => {
    const without = withPicked(frozen, ['a'], false) ?? nothing
    expect(isPicked(without, 'a')).toBe(false)
    expect(isPicked(withPicked(without, ['a'], true) ?? nothing, 'a')).toBe(true)
  })
})

describe('the selection of a list', () => {
  it('keeps what it has when a range is too long, and says so', () => {
    const selection = useSelection(async () => null)
    selection.set(['a'], true)
    selection.set(
      Array.from({ length: pickLimit + 1 }, (_, n) => String(n)),
      true,
    )
    expect(selection.refused.value).toBe(true)
    expect(selection.count.value).toBe(1)
  })

  it('keeps what it has when all could not be frozen', async () => {
    const selection = useSelection(async () => null)
    selection.set(['a'], true)
    await selection.all()
    expect(selection.count.value).toBe(1)
  })

  it('is all that match once they are frozen', async () => {
    const selection = useSelection(async () => ({ selectionId: 's', count: 8204 }))
    await selection.all()
    expect(selection.count.value).toBe(8204)
    selection.clear()
    expect(selection.count.value).toBe(0)
  })
})
