import { describe, expect, it } from 'vitest'
import { columnTracks, nextSort, rowWidth } from '../../../../src-renderer/lists/list/column'
import { rowCommand } from '../../../../src-renderer/lists/list/row-keys'
import { moveHead } from '../../../../src-renderer/lists/list/row-range'
import { RowSlots } from '../../../../src-renderer/lists/list/use-drawn-rows'
import { wheelPixels } from '../../../../src-renderer/lists/list/use-list-scroll'

const press = (
  key: string,
  held: Partial<Record<'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey', boolean>> = {},
) => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...held,
})
const place = { position: 500, count: 1000, pageRows: 18 }

describe('keys', () => {
  it.each([
    ['ArrowDown', 501],
    ['ArrowUp', 499],
    ['PageDown', 518],
    ['PageUp', 482],
    ['Home', 0],
    ['End', 999],
  ])('moves by %s', (key, to) => {
    expect(rowCommand(press(key), place)).toEqual({ do: 'move', to, extend: false })
  })

  it('stays within the list', () => {
    expect(rowCommand(press('ArrowUp'), { ...place, position: 0 })).toMatchObject({ to: 0 })
    expect(rowCommand(press('PageDown'), { ...place, position: 995 })).toMatchObject({ to: 999 })
  })

  it('extends with Shift', () => {
    expect(rowCommand(press('ArrowDown', { shiftKey: true }), place)).toMatchObject({ extend: true })
  })

  it('selects all with Ctrl and A', () => {
    expect(rowCommand(press('a', { ctrlKey: true }), place)).toEqual({ do: 'all' })
    expect(rowCommand(press('A', { ctrlKey: true, shiftKey: true }), place)).toBeNull()
  })

  it('leaves other chords to the app', () => {
    expect(rowCommand(press('k', { ctrlKey: true }), place)).toBeNull()
    expect(rowCommand(press('ArrowDown', { altKey: true }), place)).toBeNull()
  })

  it.each([
    ['j', { do: 'move', to: 501, extend: false }],
    ['K', { do: 'move', to: 499, extend: false }],
    ['x', { do: 'toggle' }],
    ['o', { do: 'open' }],
    ['e', { do: 'edit' }],
  ])('has %s do what another key does', (key, command) => {
    expect(rowCommand(press(key), place)).toEqual(command)
  })

  it('leaves letters that are held with Ctrl to the app', () => {
    expect(rowCommand(press('j', { ctrlKey: true }), place)).toBeNull()
  })

  it('means nothing in an empty list', () => {
    expect(rowCommand(press('ArrowDown'), { ...place, count: 0 })).toBeNull()
  })
})

describe('a range', () => {
  it('covers from its anchor to its head', () => {
    expect(moveHead({ anchor: 5, head: 5 }, 8)).toMatchObject({ on: { from: 5, to: 9 }, off: null })
  })

  it('leaves what it shrinks from', () => {
    expect(moveHead({ anchor: 5, head: 9 }, 6)).toMatchObject({
      off: { from: 7, to: 10 },
      on: { from: 5, to: 7 },
    })
  })

  it('leaves one side when it turns over its anchor', () => {
    expect(moveHead({ anchor: 5, head: 9 }, 2)).toMatchObject({
      off: { from: 6, to: 10 },
      on: { from: 2, to: 6 },
    })
  })
})

describe('columns', () => {
  const address = { key: 'email', label: 'Address', width: 200, grow: true }
  const updated = { key: 'updatedAt', label: 'Updated', width: 120, align: 'end' as const }

  it('let one grow into what is left', () => {
    expect(columnTracks([address, updated], true)).toBe('42px minmax(200px, 1fr) 120px')
  })

  it('leave the rest empty where none grows', () => {
    expect(columnTracks([updated], false)).toBe('120px minmax(0, 1fr)')
  })

  it('are as wide together as their row must be', () => {
    expect(rowWidth([address, updated], true)).toBe(362)
  })

  it('sort text from A and times from the newest at first, then the other way', () => {
    expect(nextSort(address, null)).toEqual({ key: 'email', direction: 'asc' })
    expect(nextSort(updated, null)).toEqual({ key: 'updatedAt', direction: 'desc' })
    expect(nextSort(updated, { key: 'updatedAt', direction: 'desc' })).toMatchObject({ direction: 'asc' })
  })
})

it('reads the wheel in pixels, lines and pages', () => {
  expect(wheelPixels({ deltaY: 120, deltaMode: 0 }, 600)).toBe(120)
  expect(wheelPixels({ deltaY: 3, deltaMode: 1 }, 600)).toBe(96)
  expect(wheelPixels({ deltaY: -1, deltaMode: 2 }, 600)).toBe(-600)
})

describe('the elements of rows', () => {
  it('stay with rows that stay in view', () => {
    const elements = new RowSlots()
    elements.follow({ first: 0, end: 20 })
    const key = elements.keyOf(10)
    elements.follow({ first: 4, end: 24 })
    expect(elements.keyOf(10)).toBe(key)
  })

  it('are used again after a jump', () => {
    const elements = new RowSlots()
    elements.follow({ first: 0, end: 20 })
    const keys = Array.from({ length: 20 }, (_, n) => elements.keyOf(n))
    elements.follow({ first: 500_000, end: 500_020 })
    elements.follow({ first: 500_000, end: 500_020 })
    expect(Array.from({ length: 20 }, (_, n) => elements.keyOf(500_000 + n))).toEqual(keys)
  })
})
