import { expect, it } from 'vitest'
import { hindranceOf } from '../../../../src-renderer/shell/shortcuts/own-keys'
import { shortcuts } from '../../../../src-renderer/shortcuts'

/** Keys of an import that a person chooses. */

const named = (id: string) => {
  const found = shortcuts.find((each) => each.id === id)
  if (!found) throw new Error(`No shortcut ${id}`)
  return found
}

it('the keys that repair a cell and leave a row out can be changed', () => {
  expect(['repair', 'alike', 'leaveRowOut', 'leaveOut'].map((id) => named(id).changeable)).toEqual(
    Array(4).fill(true),
  )
  expect(hindranceOf(named('leaveOut'), 'l')).toBeNull()
})

it('a letter is not given to what is pressed while one types into a cell', () => {
  expect(hindranceOf(named('alike'), 'l')).toEqual({ why: 'It would be typed into the cell.' })
  expect(hindranceOf(named('alike'), 'Mod+Shift+l')).toBeNull()
})

it('the rows of an import are a list, whose keys they cannot have', () => {
  expect(hindranceOf(named('leaveOut'), 'x')).toMatchObject({ by: { id: 'pick' } })
})
