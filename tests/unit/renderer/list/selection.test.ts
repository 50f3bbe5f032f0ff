import { describe, expect, it } from 'vitest'
import { soon } from '../../../fixtures/soon'
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

describe('a frozen selection under another filter', () => {
  const kept = { selectionId: 's', count: 10 }
  const grown = { selectionId: 'more', count: 11 }
  const asked: { ids: string[]; except: string[] }[] = []

  async function frozenWith(outside: string[]) {
    asked.length = 0
    const selection = useSelection(
      async () => kept,
      undefined,
      async (ids, before) => {
        asked.push({ ids, except: before.kind === 'frozen' ? [...before.except] : [] })
        return grown
      },
    )
    await selection.all()
    selection.learn('s', ['in', ...outside], outside)
    return selection
  }

  it('does not hold rows that came to be shown', async () => {
    const selection = await frozenWith(['out'])
    expect([selection.has('in'), selection.has('out')]).toEqual([true, false])
  })

  it('is not made smaller by rows that it does not hold', async () => {
    const selection = await frozenWith(['out'])
    selection.set(['in', 'out'], false)
    expect(selection.count.value).toBe(9)
  })

  it('grows by a row that it does not hold, and its exceptions stay out', async () => {
    const selection = await frozenWith(['out', 'far'])
    selection.set(['in'], false)
    selection.set(['out'], true)
    await soon(() => expect(selection.count.value).toBe(11))
    expect(asked).toEqual([{ ids: ['out'], except: ['in'] }])
    expect(['in', 'out', 'far'].map((id) => selection.has(id))).toEqual([false, true, false])
  })

  it('loses nothing that is left out while it grows', async () => {
    const selection = await frozenWith(['out'])
    selection.set(['out'], true)
    selection.set(['in'], false)
    await soon(() => expect(selection.has('out')).toBe(true))
    expect(selection.has('in')).toBe(false)
    expect(asked.at(-1)).toEqual({ ids: ['out'], except: ['in'] })
  })

  it('forgets with its rows which were no part of it', async () => {
    const selection = await frozenWith(['out'])
    selection.clear()
    selection.set(['out'], true)
    expect([selection.has('out'), selection.count.value]).toEqual([true, 1])
  })

  it('keeps only what is shown, without the exceptions', async () => {
    const selection = await frozenWith(['out'])
    selection.set(['in'], false)
    selection.narrow({ selectionId: 'less', count: 4 })
    expect(selection.count.value).toBe(4)
    expect(['in', 'out', 'other'].map((id) => selection.has(id))).toEqual([false, false, true])
  })

  it('is not known any more among rows that were read while it was put away', async () => {
    const selection = await frozenWith(['out'])
    const before = selection.picked.value
    selection.clear()
    selection.learn(undefined, ['far'], [])
    expect(selection.isKnown.value).toBe(true)
    selection.picked.value = before
    expect(selection.isKnown.value).toBe(false)
    selection.learn('s', ['far'], ['far'])
    expect([selection.isKnown.value, selection.has('far')]).toEqual([true, false])
  })

  it('hides as many as before when rows that are shown are ticked', async () => {
    const selection = await frozenWith([])
    selection.hidden.value = 6
    selection.set(['in'], false)
    expect([selection.count.value, selection.hidden.value]).toEqual([9, 6])
  })

  it('hides nothing once only what is shown is kept, or all is cleared', async () => {
    const selection = await frozenWith([])
    selection.hidden.value = 6
    selection.narrow({ selectionId: 'less', count: 4 })
    expect(selection.hidden.value).toBe(0)
    selection.hidden.value = 6
    selection.clear()
    expect(selection.hidden.value).toBe(0)
  })
})
