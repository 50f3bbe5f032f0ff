import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { lasted, runParts, sumUp, type Outcome, type Part } from '../../../scripts/test/schedule.mjs'

let printed = ''

beforeEach(() => {
  printed = ''
  vi.spyOn(console, 'log').mockImplementation((line: string) => void (printed += `${line}\n`))
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((printed += String(text))))
})
afterEach(() => {
  vi.restoreAllMocks()
})

const passed = (count: number, files: Outcome['files'] = []): Outcome => ({
  passed: count,
  failed: 0,
  names: [],
  files,
})
const failed = (...names: string[]): Outcome => ({ passed: 1, failed: 1, names, files: [] })
const part = (name: string, outcome: Outcome, more: Partial<Part> = {}): Part => ({
  name,
  run: () => Promise.resolve(outcome),
  ...more,
})

function outcomeLater() {
  let resolve: (outcome: Outcome) => void = () => undefined
  const promise = new Promise<Outcome>((done) => (resolve = done))
  return { promise, resolve }
}

describe('running parts', () => {
  it('says of each what it came to and what is left', async () => {
    await runParts([part('unit tests', passed(1200)), part('integration tests', passed(3))])
    expect(printed).toMatch(
      /== unit tests: 1,200 passed, 0 failed in 0 s, \d+ % of the cores busy\. 0 s since the start\. Left: integration tests\./,
    )
    expect(printed).toMatch(/== integration tests: 3 passed, .* Left: nothing\./)
  })

  it('runs the parts of a lane one after the other, and those beside at the same time', async () => {
    const order: string[] = []
    const types = outcomeLater()
    const noted = (name: string, outcome: Promise<Outcome>) => () => {
      order.push(name)
      return outcome
    }
    await runParts([
      { name: 'types', beside: true, run: noted('types', types.promise) },
      { name: 'lint', beside: true, run: noted('lint', Promise.resolve(passed(1))) },
      { name: 'unit', run: noted('unit', Promise.resolve(passed(1))) },
      {
        name: 'integration',
        run: () => {
          order.push('integration')
          types.resolve(passed(1))
          return Promise.resolve(passed(1))
        },
      },
    ])
    expect(order.indexOf('lint')).toBeGreaterThan(order.indexOf('integration'))
    expect([...order].sort()).toEqual(['integration', 'lint', 'types', 'unit'])
  })

  it('lets a part wait for another of the other lane', async () => {
    const order: string[] = []
    const ready = outcomeLater()
    const unit = () => {
      ready.resolve(passed(1))
      return Promise.resolve(passed(1))
    }
    await runParts([
      { name: 'made ready', beside: true, run: () => ready.promise.finally(() => order.push('made ready')) },
      { name: 'unit', run: unit },
      {
        name: 'in Electron',
        after: 'made ready',
        run: () => Promise.resolve(passed(1)).finally(() => order.push('in Electron')),
      },
    ])
    expect(order).toEqual(['made ready', 'in Electron'])
  })

  it('asks why a part is left out when its turn has come, and names it', async () => {
    const results = await runParts([part('in Electron', passed(1), { why: () => 'There is no Electron.' })])
    expect(printed).toContain('Left out: in Electron. There is no Electron.')
    expect(results).toMatchObject([{ outcome: null }])
  })

  it('shows what a part beside the others printed only when it failed', async () => {
    const says = (text: string, outcome: Outcome): Part => ({
      name: text,
      beside: true,
      run: (hear) => {
        hear?.(`${text} said this`)
        return Promise.resolve(outcome)
      },
    })
    await runParts([says('types', passed(1)), says('lint', failed('a line'))])
    expect(printed).not.toContain('types said this')
    expect(printed).toContain('lint said this')
  })
})

describe('the sum', () => {
  it('ends with what passed and what failed, after the names of what failed', () => {
    const results = [
      { part: part('unit tests', passed(0)), outcome: passed(20) },
      { part: part('integration tests', passed(0)), outcome: failed('tests/a.test.ts › works\n  Error: no') },
    ]
    expect(sumUp(results, { everythingMustRun: false })).toBe(1)
    expect(printed).toContain('Failed in integration tests: tests/a.test.ts › works\n  Error: no')
    expect(printed.trimEnd().split('\n').at(-1)).toBe('21 passed, 1 failed')
  })

  it('names the ten slowest files, the slowest first', () => {
    const files = Array.from({ length: 12 }, (_, at) => ({ file: `tests/${at}.test.ts`, seconds: at }))
    sumUp([{ part: part('unit tests', passed(0)), outcome: passed(12, files) }], { everythingMustRun: false })
    const shown = [...printed.matchAll(/tests\/(\d+)\.test\.ts/g)].map(([, at]) => Number(at))
    expect(shown).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2])
  })

  it('counts what was left out as failed only where everything must run', () => {
    const results = [{ part: part('in Electron', passed(0)), outcome: null }]
    expect(sumUp(results, { everythingMustRun: false })).toBe(0)
    expect(sumUp(results, { everythingMustRun: true })).toBe(1)
  })

  it.each([
    [0, '0 s'],
    [59_400, '59 s'],
    [60_000, '1 min 0 s'],
    [754_600, '12 min 35 s'],
  ])('says %i ms as "%s"', (milliseconds, words) => {
    expect(lasted(milliseconds)).toBe(words)
  })
})
