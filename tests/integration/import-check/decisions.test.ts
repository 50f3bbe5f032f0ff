import { expect, test } from 'vitest'
import type { ImportRules, VerdictRule } from '../../../src-shared/bridge/imports'
import type { Verdict, VerdictClass } from '../../../src-shared/bridge/verdicts'
import { checked, openRows, profile, type Rows } from './support'

const verdict = (email: string, found: VerdictClass): Verdict => ({
  email,
  class: found,
  reasons: ['A reason.'],
  suggestion: null,
  source: 'service',
  at: 1,
})
const ruled = (risky: VerdictRule): ImportRules => ({
  verify: 'all',
  byVerdict: { accepts: 'import', risky, undeliverable: 'leaveOut', unknown: 'import' },
  resubscribe: false,
  writeConflicting: false,
})
const held = async (rows: Rows) => (await rows.counts()).rows.held

/** Two rows whose verdicts are risky, under a rule. */
async function risky(rule: VerdictRule): Promise<Rows> {
  const { rows } = openRows(profile([]).folder)
  await checked(rows, 'email\na@example.com\nb@example.com\n')
  await rows.rules(ruled(rule))
  await rows.noteVerdicts([verdict('a@example.com', 'risky'), verdict('b@example.com', 'risky')])
  return rows
}

test('a held row that a person takes in is written, the others wait', async () => {
  const rows = await risky('hold')
  expect(await held(rows)).toBe(2)
  const { changed, counts } = await rows.leaveOut({ rows: [1], leftOut: false })
  expect(changed).toBe(1)
  expect(counts.rows.held).toBe(1)
  expect(counts.toWrite).toBe(1)
})

test('a held row that a person leaves out waits no more', async () => {
  const rows = await risky('hold')
  const { counts } = await rows.leaveOut({ rows: [1], leftOut: true })
  expect(counts.rows.held).toBe(1)
  expect(counts.rows.leftOut).toBe(1)
  expect(counts.toWrite).toBe(0)
})

test('a row that the rule of its verdict leaves out can be taken in', async () => {
  const rows = await risky('leaveOut')
  const { counts } = await rows.leaveOut({ rows: [2], leftOut: false })
  expect(counts.rows.leftOut).toBe(1)
  expect(counts.toWrite).toBe(1)
})

test('taking in subscribes nobody whom the rule imports unsubscribed', async () => {
  const rows = await risky('importUnsubscribed')
  await rows.leaveOut({ rows: [1], leftOut: false })
  const next = await rows.next(0)
  expect(next?.body.subscribed).toBe(false)
})

test('a decision outlives a check, and goes with the class it was about', async () => {
  const rows = await risky('hold')
  await rows.leaveOut({ rows: [1], leftOut: false })
  await rows.map([])
  await rows.check({})
  expect(await held(rows)).toBe(1)
  await rows.rules(ruled('hold'))
  await rows.noteVerdicts([verdict('a@example.com', 'undeliverable')])
  const { rows: kinds } = await rows.counts()
  expect(kinds.leftOut).toBe(1)
})
