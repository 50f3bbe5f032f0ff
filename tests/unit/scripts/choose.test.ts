import { describe, expect, it } from 'vitest'
import { chooseTests, secondsOf } from '../../../scripts/test/choose.mjs'
import type { Touched } from '../../../scripts/test/touched.mjs'

const test = (name: string) => `tests/integration/${name}.test.ts`

/** A changed file that no unit test holds, with tests at so many imports. */
function changed(near: Record<string, number>, more: Partial<Touched> = {}): Touched {
  const tests = Object.entries(near).map(([name, imports]) => ({ test: test(name), words: 0, imports }))
  return { file: 'src-main/console.ts', near: tests, isInUnits: false, ...more }
}

const seconds = (known: Record<string, number>) =>
  Object.fromEntries(Object.entries(known).map(([name, each]) => [test(name), each]))

describe('the tests that are chosen of those touched', () => {
  it('are all where there is time for them', () => {
    const { chosen, leftOut } = chooseTests([changed({ one: 1, two: 2 })], {}, 100)
    expect([chosen, leftOut]).toEqual([[test('one'), test('two')], []])
  })

  it('are the nearest that fit, and what is left out is named', () => {
    const known = seconds({ near: 20, long: 90, far: 30 })
    const { chosen, leftOut } = chooseTests([changed({ far: 3, long: 2, near: 1 })], known, 40)
    expect([chosen, leftOut]).toEqual([[test('near'), test('far')], [test('long')]])
  })

  it('are the shortest first of those that are as near', () => {
    const known = seconds({ long: 30, short: 2 })
    expect(chooseTests([changed({ long: 1, short: 1 })], known, 10).chosen).toEqual([test('short')])
  })

  it('hold one of the nearest of each file that no unit test holds, whatever time is left', () => {
    const files = [changed({ one: 1, both: 1 }), changed({ both: 2, far: 3 }), changed({ other: 4 })]
    expect(chooseTests(files, seconds({ one: 9, both: 3 }), -5).chosen).toEqual([test('both'), test('other')])
    expect(chooseTests([changed({ one: 1 }, { isInUnits: true })], {}, -5).chosen).toEqual([])
  })

  it('hold a changed test, whatever time is left', () => {
    const own = { test: test('own'), words: Infinity, imports: 0 }
    const { chosen } = chooseTests([{ file: own.test, near: [own], isInUnits: true }], {}, 0)
    expect(chosen).toEqual([own.test])
  })
})

describe('what tests take together', () => {
  it('is a third of their sum, or the longest alone, after their start', () => {
    const known = seconds({ one: 30, two: 30, three: 30, long: 80 })
    const start = secondsOf([test('none')], { [test('none')]: 0 })
    expect(secondsOf(['one', 'two', 'three'].map(test), known)).toBe(start + 30)
    expect(secondsOf(['one', 'long'].map(test), known)).toBe(start + 80)
  })

  it('is nothing where there are none', () => {
    expect(secondsOf([], {})).toBe(0)
  })
})
