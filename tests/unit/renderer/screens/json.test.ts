import { expect, it } from 'vitest'
import { jsonLines } from '../../../../src-renderer/kit/json/json-lines'

const text = (value: unknown) =>
  jsonLines(value)
    .map((line) => line.map((token) => token.text).join(''))
    .join('\n')

it('shows a value exactly as JSON, whatever stands in its texts', () => {
  const value = { 'a:b': 'x: "y", {z}', n: -1.5e-7, list: [true, null, {}], '\u{1f4ee}': '' }
  expect(text(value)).toBe(JSON.stringify(value, null, 2))
})

it('tells keys from values', () => {
  const tokens = jsonLines({ plan: 'plan' }).flat()
  expect(tokens.filter(({ kind }) => kind === 'key').map(({ text }) => text)).toEqual(['"plan"'])
  expect(tokens.filter(({ kind }) => kind === 'value').map(({ text }) => text)).toEqual(['"plan"'])
})
