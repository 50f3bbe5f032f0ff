import { expect, it } from 'vitest'
import { inLines, sumOf } from '../../../../src-renderer/features/segments/use-address-lines'

it('puts each address of a pasted list on a line of its own', () => {
  expect(inLines('a@x.example, b@x.example;c@x.example\td@x.example e@x.example\n\n')).toBe(
    'a@x.example\nb@x.example\nc@x.example\nd@x.example\ne@x.example',
  )
})

it('leaves a name with its address', () => {
  expect(inLines('Núria Sáez <n@x.example>, björn åkesson')).toBe('Núria Sáez <n@x.example>\nbjörn åkesson')
})

it('counts lines so that they add up', () => {
  const { lines, again, invalid, contacts, news } = sumOf([
    { state: 'contact' },
    { state: 'new' },
    { state: 'blank' },
    { state: 'again', as: 0 },
    { state: 'invalid' },
  ])
  expect({ lines, again, invalid }).toEqual({ lines: 4, again: 1, invalid: 1 })
  expect(contacts + news).toBe(lines - again - invalid)
})
