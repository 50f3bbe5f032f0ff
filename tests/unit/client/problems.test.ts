import { describe, expect, test } from 'vitest'
import { asProblem, isProblem, problem } from '../../../src-main/core/problems'
import { problemCodes, problemSchema } from '../../../src-shared/problem'

describe('the sentences of problems', () => {
  test.each(problemCodes)('%s says what, why and what to do in the voice of the product', (code) => {
    const { problem: told } = problem(code)
    expect(problemSchema.parse(told)).toEqual(told)
    expect(told.title).toMatch(/^[A-Z][^.!]+$/)
    for (const sentence of [told.why, told.action]) {
      expect(sentence).toMatch(/^[A-Z].*\.$/)
      expect(sentence).not.toMatch(/please|oops|sorry|successfully|!/i)
    }
  })

  test('a room that knows more overrides a sentence and keeps the code', () => {
    const error = problem('disk_full', { why: 'The disk has 3 MB left.' })
    expect(error.problem).toMatchObject({ code: 'disk_full', why: 'The disk has 3 MB left.' })
    expect(isProblem(error, 'disk_full')).toBe(true)
    expect(isProblem(error, 'cache_busy')).toBe(false)
  })

  test('what is no problem of ours becomes one, with the original as its cause', () => {
    const original = new TypeError('odd')
    expect(asProblem(original)).toMatchObject({ problem: { code: 'internal' }, cause: original })
    const ours = problem('conflict')
    expect(asProblem(ours)).toBe(ours)
  })
})
