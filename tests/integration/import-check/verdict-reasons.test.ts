import { expect, test } from 'vitest'
import type { ImportRules } from '../../../src-shared/bridge/imports'
import type { Verdict, VerdictClass } from '../../../src-shared/bridge/verdicts'
import { defaultRules } from '../../../src-main/features/verification/store/ledger/classes'
import { checked, contact, openRows, profile } from './support'

const verdict = (email: string, found: VerdictClass, ...reasons: [string, ...string[]]): Verdict => ({
  email,
  class: found,
  reasons,
  suggestion: null,
  source: 'service',
  at: 1,
})
const rules: ImportRules = {
  verify: 'all',
  byVerdict: { accepts: 'import', risky: 'import', undeliverable: 'leaveOut', unknown: 'import' },
  resubscribe: false,
  writeConflicting: false,
}
const disposable = defaultRules.disposable.sentence
const noDomain = defaultRules.noDomain.sentence

test('addresses are counted by their weightiest reason, under its title, the most frequent first', async () => {
  const { folder } = profile([contact(1, { email: 'c@x.example', data: { plan: 'free' } })])
  const first = openRows(folder)
  await checked(
    first.rows,
    'email,plan\na@x.example,\nb@x.example,\nc@x.example,pro\na@x.example,\nd@x.example,\n',
  )
  await first.rows.rules(rules)
  expect(await first.rows.reasons()).toEqual([])
  await first.rows.noteVerdicts([
    verdict('a@x.example', 'risky', disposable, noDomain),
    verdict('b@x.example', 'undeliverable', noDomain),
    verdict('c@x.example', 'risky', disposable),
    verdict('d@x.example', 'unknown', 'A sentence of another time.'),
    verdict('gone@x.example', 'risky', disposable),
  ])
  const expected = [
    { title: 'Disposable domain', class: 'risky', count: 2 },
    { title: 'A sentence of another time.', class: 'unknown', count: 1 },
    { title: 'Domain does not exist', class: 'undeliverable', count: 1 },
  ]
  expect(await first.rows.reasons()).toEqual(expected)
  first.close()
  const { rows } = openRows(folder)
  expect(await rows.reasons()).toEqual(expected)
})

test('only those that the rules want verified are counted, and they add up to the classes', async () => {
  const { folder } = profile([contact(1, { email: 'c@x.example', data: { plan: 'free' } })])
  const { rows } = openRows(folder)
  await checked(rows, 'email,plan\na@x.example,\nc@x.example,pro\n')
  await rows.noteVerdicts([
    verdict('a@x.example', 'risky', disposable),
    verdict('c@x.example', 'undeliverable', noDomain),
  ])
  expect(await rows.reasons()).toEqual([])
  await rows.rules({ ...rules, verify: 'new' })
  expect(await rows.reasons()).toEqual([{ title: 'Disposable domain', class: 'risky', count: 1 }])
  await rows.rules(rules)
  const all = await rows.reasons()
  const { verdicts } = await rows.counts()
  expect(all.reduce((sum, { count }) => sum + count, 0)).toBe(verdicts.risky + verdicts.undeliverable)
})

test('what is told anew about an address, or about a row that was repaired, is counted anew', async () => {
  const { rows } = openRows(profile([]).folder)
  await checked(rows, 'email\na@x.example\nb@x.example\n')
  await rows.rules(rules)
  await rows.noteVerdicts([
    verdict('a@x.example', 'risky', disposable),
    verdict('z@x.example', 'undeliverable', noDomain),
  ])
  expect(await rows.reasons()).toHaveLength(1)
  await rows.noteVerdicts([verdict('a@x.example', 'undeliverable', noDomain)])
  expect(await rows.reasons()).toEqual([{ title: 'Domain does not exist', class: 'undeliverable', count: 1 }])
  await rows.repair({ row: 2, column: 0, text: 'z@x.example', alike: false })
  expect(await rows.reasons()).toEqual([{ title: 'Domain does not exist', class: 'undeliverable', count: 2 }])
})

test('more reasons than can be told apart are counted together', async () => {
  const { rows } = openRows(profile([]).folder)
  const people = Array.from({ length: 300 }, (_, index) => `p${index}@x.example`)
  await checked(rows, `email\n${people.join('\n')}\n`)
  await rows.rules(rules)
  await rows.noteVerdicts(people.map((email, index) => verdict(email, 'risky', `Reason ${index}.`)))
  const [first, ...rest] = await rows.reasons()
  expect(first).toEqual({ title: 'Other reasons', class: 'risky', count: 50 })
  expect(rest).toHaveLength(49)
})
