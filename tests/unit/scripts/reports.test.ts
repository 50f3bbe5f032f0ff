import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ofCheck, ofPlaywright, ofVitest } from '../../../scripts/test/reports.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'postroom-reports-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function report(content: unknown): string {
  const file = path.join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(content))
  return file
}

describe('a check', () => {
  it('that failed gives the end of what it printed', () => {
    const printed = [...Array.from({ length: 40 }, (_, at) => `line ${at}`), '', 'seed 7 DIFFERS'].join('\n')
    const { failed, names } = ofCheck(false, printed)
    expect(failed).toBe(1)
    expect(names).toEqual([expect.stringMatching(/^as a whole\n  line 11\n[^]*line 39\n  seed 7 DIFFERS$/)])
  })

  it('that passed, or printed nothing, names nothing', () => {
    expect(ofCheck(true, 'all is well')).toEqual({ passed: 1, failed: 0, names: [], files: [] })
    expect(ofCheck(false).names).toEqual([])
  })
})

describe("vitest's report", () => {
  const file = (assertionResults: unknown[]) => ({
    name: path.resolve('tests/unit/a.test.ts'),
    status: 'passed',
    startTime: 1000,
    endTime: 3500,
    assertionResults,
  })

  it('gives the counts and how long each file took', () => {
    const seen = ofVitest(true, report({ numPassedTests: 7, numFailedTests: 0, testResults: [file([])] }))
    expect(seen).toEqual({
      passed: 7,
      failed: 0,
      names: [],
      files: [{ file: 'tests/unit/a.test.ts', seconds: 2.5 }],
    })
  })

  it('names what failed, with the first line of its error', () => {
    const test = { status: 'failed', fullName: 'a works', failureMessages: ['\nError: 1 is not 2\n at x'] }
    const seen = ofVitest(
      false,
      report({ numPassedTests: 0, numFailedTests: 1, testResults: [file([test])] }),
    )
    expect(seen).toMatchObject({ failed: 1, names: ['tests/unit/a.test.ts › a works\n  Error: 1 is not 2'] })
  })

  it('counts a skipped test as failed, and says so', () => {
    const seen = ofVitest(true, report({ numPassedTests: 1, numPendingTests: 2, testResults: [] }))
    expect(seen).toMatchObject({ failed: 2, names: ['2 tests were skipped: no test may be.'] })
  })

  it('tells what no test caught, which its own report does not', () => {
    const unhandled = path.join(folder, 'unhandled.json')
    writeFileSync(unhandled, JSON.stringify({ errors: ['tests/unit/a.test.ts\nError: too late\n at x'] }))
    const seen = ofVitest(false, report({ numPassedTests: 1, testResults: [] }), unhandled)
    expect(seen).toMatchObject({ failed: 1, names: [expect.stringContaining('Error: too late')] })
  })

  it('counts a run that ended badly as one failure, though no test failed or nothing was written', () => {
    expect(ofVitest(false, report({ numPassedTests: 1, testResults: [] })).failed).toBe(1)
    expect(ofVitest(false, path.join(folder, 'none.json')).failed).toBe(1)
  })
})

describe("Playwright's report", () => {
  const suite = {
    file: 'a.spec.ts',
    specs: [
      {
        file: 'a.spec.ts',
        line: 3,
        title: 'works',
        tests: [
          { status: 'expected', projectName: 'browser', results: [{ status: 'passed', duration: 500 }] },
          { status: 'unexpected', projectName: 'desktop', results: [{ duration: 1000 }] },
        ],
      },
    ],
    suites: [{ specs: [{ tests: [{ status: 'expected', results: [{ duration: 500 }] }] }] }],
  }

  it('gives the counts, what failed in which host, and how long each file took, its groups among them', () => {
    const seen = ofPlaywright(false, report({ stats: { expected: 1, unexpected: 1 }, suites: [suite] }))
    expect(seen).toEqual({
      passed: 1,
      failed: 1,
      names: ['a.spec.ts:3 › works (desktop)'],
      files: [{ file: 'tests/e2e/a.spec.ts', seconds: 2 }],
    })
  })

  it('counts a test that passed at a second try, and one that was skipped, as failed', () => {
    expect(ofPlaywright(true, report({ stats: { expected: 1, flaky: 1, skipped: 1 } })).failed).toBe(2)
  })

  it('tells what a test that failed said first, and what its page showed', () => {
    const shown = path.join(folder, 'error-context.md')
    writeFileSync(shown, '# Test info\n\n# Page snapshot\n\n```yaml\n- heading "Domains"\n```')
    const results = [
      {
        status: 'timedOut',
        duration: 1,
        errors: [{ message: '\u001b[31mTimed out\u001b[39m\n\n  waiting for a button' }],
        attachments: [{ name: 'error-context', path: shown }],
      },
    ]
    const tests = [{ status: 'unexpected', projectName: 'browser', results }]
    const spec = { file: 'a.spec.ts', line: 3, title: 'works', tests }
    const { names } = ofPlaywright(
      false,
      report({ stats: {}, suites: [{ file: 'a.spec.ts', specs: [spec] }] }),
    )
    expect(names.join('\n')).toContain('a.spec.ts:3 › works (browser)\n  Timed out\n    waiting for a button')
    expect(names.join('\n')).toContain('- heading "Domains"')
  })

  it('names an error outside of any test', () => {
    const seen = ofPlaywright(false, report({ stats: {}, errors: [{ message: 'out/ is missing.' }] }))
    expect(seen).toMatchObject({ failed: 1, names: ['out/ is missing.'] })
  })
})
