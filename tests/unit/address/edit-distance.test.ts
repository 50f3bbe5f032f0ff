import { expect, it } from 'vitest'
import { editDistance } from '../../../src-shared/address/edit-distance'

/** As it is defined, without any way to be done sooner. */
function slips(one: string, other: string): number {
  const rows = Array.from({ length: one.length + 1 }, (_, row) =>
    Array.from({ length: other.length + 1 }, (_, column) => (row === 0 ? column : column === 0 ? row : 0)),
  )
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.NaN
  for (let row = 1; row <= one.length; row += 1) {
    for (let column = 1; column <= other.length; column += 1) {
      const same = one[row - 1] === other[column - 1]
      const swapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      const least = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (same ? 0 : 1),
        swapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      )
      rows[row]?.splice(column, 1, least)
    }
  }
  return at(one.length, other.length)
}

/** Every word of up to five letters out of three. */
function words(): string[] {
  const all = ['']
  for (let from = 0, length = 1; length <= 5; length += 1) {
    const to = all.length
    for (const word of all.slice(from, to)) for (const letter of 'abc') all.push(word + letter)
    from = to
  }
  return all
}

it('counts the slips between any two short words as they are defined', () => {
  const wrong: string[] = []
  for (const [place, one] of words().entries()) {
    for (const other of words().filter((_, each) => (each + place) % 5 === 0)) {
      const defined = slips(one, other)
      for (let atMost = 0; atMost <= 3; atMost += 1) {
        const told = editDistance(one, other, atMost)
        if (told !== Math.min(defined, atMost + 1)) wrong.push(`${one} ${other} ${atMost}: ${told}`)
      }
    }
  }
  expect(wrong).toEqual([])
})

it.each([
  ['gmial.com', 'gmail.com', 1],
  ['gmal.com', 'gmail.com', 1],
  ['hotmial.co', 'hotmail.com', 2],
  ['kitten', 'sitting', 3],
])('counts the slips from %s to %s', (one, other, count) => {
  expect(editDistance(one, other, 5)).toBe(count)
  expect(editDistance(other, one, 5)).toBe(count)
})

it('counts the slips between words of any length', () => {
  const [one, other] = ['ab'.repeat(300), 'ba'.repeat(300)]
  expect(editDistance(`x${one}x`, `y${other}y`, 700)).toBe(slips(`x${one}x`, `y${other}y`))
})

it('says no more than that there are too many', () => {
  expect(editDistance('kitten', 'sitting', 1)).toBe(2)
  expect(editDistance('a', 'a'.repeat(1000), 2)).toBe(3)
})
