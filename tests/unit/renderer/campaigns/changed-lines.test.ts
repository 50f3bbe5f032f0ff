import { expect, it } from 'vitest'
import { changedLines } from '../../../../src-renderer/features/campaigns/review/changed-lines'

const said = (before: string[], after: string[]) =>
  changedLines(before.join('\n'), after.join('\n')).map(
    ({ line, text, was }) => `${was === 'gone' ? '-' : '+'}${line} ${text}`,
  )

it('a line that was edited is gone and new in its place', () => {
  expect(said(['a', 'b', 'c'], ['a', 'B', 'c'])).toEqual(['-2 b', '+2 B'])
})

it('lines between changes that stayed are not told', () => {
  expect(said(['a', 'b', 'c', 'd', 'e'], ['a', 'x', 'c', 'e', 'f'])).toEqual(['-2 b', '+2 x', '-4 d', '+5 f'])
})

it('the same text has no changes, and one of two lines alike that is gone is told', () => {
  expect(said(['a'], ['a'])).toEqual([])
  expect(said(['</td>', 'b', '</td>'], ['</td>', 'b'])).toEqual(['-3 </td>'])
})
