import { describe, expect, it } from 'vitest'
import { emailOf } from '../../../../src-renderer/features/imports/verify/row-address'
import {
  estimateLines,
  isVerifying,
  nextAct,
  outcomeWords,
  reasonBars,
  scopeChoices,
  uncheckedCount,
  uniqueCount,
} from '../../../../src-renderer/features/imports/verify/verify-words'
import type { VerifyEstimate } from '../../../../src-shared/bridge/imports'
import { counts, detail, job } from './import-samples'

const estimate: VerifyEstimate = {
  unique: 12_640,
  local: 427,
  known: 3118,
  calls: 9095,
  seconds: 1124,
  byClass: { accepts: 3000, risky: 300, undeliverable: 200, unknown: 45 },
}
const judged = { ...counts, verdicts: { accepts: 3000, risky: 300, undeliverable: 200, unknown: 45 } }
const rules = { ...detail().rules, verify: 'all' as const }
const verifying = job({ kind: 'verification', state: 'running', total: 12_640, done: 3600 })

describe('the estimate', () => {
  it('adds up: told here, known, and to ask', () => {
    const number = (label: string) =>
      Number(
        estimateLines(estimate)
          .find((line) => line.label === label)
          ?.value.replaceAll(',', ''),
      )
    expect(number('Settled here, without a call') + number('Known and fresh') + number('Calls needed')).toBe(
      number('Different addresses'),
    )
  })

  it('says the time at the rate limit, and none where nothing is asked', () => {
    const time = (one: VerifyEstimate) => estimateLines(one).at(-1)?.value
    expect(time(estimate)).toBe('About 19 min')
    expect(time({ ...estimate, calls: 0, seconds: 0 })).toBe('none')
  })
})

describe('what is not checked', () => {
  it('is what is left of the different addresses', () => {
    expect(uncheckedCount(detail({ estimate, counts: judged, jobs: [] }))).toBe(9095)
  })

  it('is counted by the job while it goes', () => {
    expect(uniqueCount(detail({ estimate: null, jobs: [verifying] }))).toBe(12_640)
  })

  it('is not known before it is counted', () => {
    expect(uncheckedCount(detail({ estimate: null, counts: judged, jobs: [] }))).toBeNull()
  })
})

describe('what comes next', () => {
  it('is to verify while an address is not checked, or not counted yet', () => {
    expect(nextAct(detail({ rules, estimate, counts: judged, jobs: [] }))).toBe('verify')
    expect(nextAct(detail({ rules, estimate: null, counts: judged, jobs: [] }))).toBe('verify')
  })

  it('is to wait while addresses are verified, paused or not', () => {
    for (const state of ['queued', 'running', 'paused'] as const) {
      const open = detail({ rules, estimate: null, jobs: [{ ...verifying, state }] })
      expect([isVerifying(open), nextAct(open)]).toEqual([true, 'wait'])
    }
  })

  it('is the run where nothing is to be verified, or everything is', () => {
    expect(nextAct(detail({ rules: { ...rules, verify: 'none' }, jobs: [] }))).toBe('go')
    const all = { ...judged, verdicts: { ...judged.verdicts, accepts: 3000 + 9095 } }
    expect(nextAct(detail({ rules, estimate, counts: all, jobs: [] }))).toBe('go')
  })
})

it('says what the rules come to', () => {
  const found = { ...counts, rows: { ...counts.rows, held: 12, leftOut: 86 } }
  const { strong, rest } = outcomeWords(found)
  expect(strong + rest).toBe(
    '5,398 to write, 12 held for your decision, 86 left out, 29 unsubscribed stay so',
  )
})

it('draws a bar for each reason that is none to accept mail, as long as its share of the most frequent', () => {
  const { lines, count } = reasonBars([
    { title: 'Domain takes mail', class: 'accepts', count: 900 },
    { title: 'Disposable domain', class: 'risky', count: 40 },
    { title: 'Not an address', class: 'undeliverable', count: 10 },
  ])
  expect(lines.map(({ title, length }) => [title, length])).toEqual([
    ['Disposable domain', 1],
    ['Not an address', 0.25],
  ])
  expect(count).toBe(50)
  expect(reasonBars([])).toEqual({ lines: [], count: 0 })
})

it('says of each choice what it means', () => {
  expect(scopeChoices(counts).map(({ value }) => value)).toEqual(['none', 'new', 'all'])
  expect(scopeChoices(counts)[1]?.note).toContain('3,412 rows')
})

describe('the address of a row', () => {
  const cell = (column: number, text: string) => ({
    column,
    text,
    repairedFrom: null,
    before: null,
    fault: null,
    remark: null,
  })
  const columns = [
    { index: 0, target: { kind: 'leaveOut' as const } },
    { index: 1, target: { kind: 'email' as const } },
  ]

  it('is the cell of the column that goes to it', () => {
    expect(emailOf({ cells: [cell(0, 'x'), cell(1, 'anna@seznam.cz')] }, columns)).toBe('anna@seznam.cz')
  })

  it('is a dash where there is none', () => {
    expect(emailOf({ cells: [cell(0, 'x'), cell(1, '')] }, columns)).toBe('–')
    expect(emailOf({ cells: [cell(0, 'x')] }, [])).toBe('–')
  })
})
