import { tell } from '../../../src-shared/messages/told'
import { expect, test } from 'vitest'
import type { Verdict } from '../../../src-shared/bridge/verdicts'
import { problem } from '../../../src-main/core/problems'
import { checked, contact, openRows, profile, shown, type Rows } from './support'

const anna = contact(1, { email: 'anna@example.com', data: { plan: 'free', city: 'Cork' } })
const source =
  'email,plan,team\nanna@example.com,pro,red\nnew@x.example,free,\nnobody,free,\nb@x.example,pro,\nnew@x.example,,\n'

const refused = problem('invalid_request', {
  fields: [{ field: 'data.plan', message: 'No such plan.' }],
}).problem

async function write(rows: Rows, after: number, isNew: boolean): Promise<number> {
  const row = await rows.next(after)
  if (row === null) throw new Error('There is no row to write.')
  await rows.begin(row)
  await rows.settle(row.row, { outcome: 'written', contactId: `cnt_${row.row}`, isNew })
  return row.row
}

test('rows are written in the order of the file, over what the contact has', async () => {
  const { rows } = openRows(profile([anna]).folder)
  await checked(rows, source)
  expect(await rows.next(0)).toEqual({
    row: 1,
    body: { email: 'anna@example.com', data: { plan: 'pro', team: 'red' } },
    previous: { contactId: anna.id, subscribed: true, data: { plan: 'free', team: null } },
  })
  expect((await rows.next(1))?.row).toBe(2)
  expect((await rows.next(2))?.row).toBe(4)
  expect(await rows.next(4)).toBeNull()
})

test('progress is exact after every step, also after the file was opened again', async () => {
  const { folder } = profile([anna])
  const first = openRows(folder)
  await checked(first.rows, source)
  expect(await first.rows.progress()).toMatchObject({ total: 3, created: 0, inFlight: null, next: 1 })
  await write(first.rows, 0, false)
  await write(first.rows, 1, true)
  expect(await first.rows.progress()).toMatchObject({ next: 4 })
  const row = await first.rows.next(2)
  if (row === null) throw new Error('There is no row to write.')
  await first.rows.begin(row)
  const expected = { total: 3, created: 1, changed: 1, skipped: 0, failed: 0, inFlight: row, next: 4 }
  expect(await first.rows.progress()).toEqual(expected)
  first.close()
  const { rows } = openRows(folder)
  expect(await rows.progress()).toEqual(expected)
  await rows.settle(4, { outcome: 'failed', problem: refused })
  expect(await rows.progress()).toEqual({ ...expected, failed: 1, inFlight: null, next: null })
  expect(await rows.retryFailed()).toBe(1)
  expect(await rows.progress()).toMatchObject({ next: 4 })
  expect((await rows.next(0))?.row).toBe(4)
})

test('a row whose values the copy has by now is skipped', async () => {
  const { folder, store } = profile([anna])
  const { rows } = openRows(folder)
  await checked(rows, 'email,plan\nanna@example.com,pro\nb@x.example,pro\n')
  store.contacts.upsert({ ...anna, data: { plan: 'pro' } })
  expect((await rows.next(0))?.row).toBe(2)
  expect(await rows.progress()).toMatchObject({ total: 2, skipped: 1 })
})

test('a run that looks ahead has the rows checked again that it was given, and no others', async () => {
  const { folder, store } = profile([anna, contact(2, { email: 'ben@example.com', data: { plan: 'pro' } })])
  const { rows } = openRows(folder)
  await checked(rows, 'email,plan\nanna@example.com,pro\nben@example.com,pro\n')
  expect((await rows.next(0))?.row).toBe(1)
  store.contacts.upsert({ ...anna, data: { plan: 'pro' } })
  store.contacts.upsert(contact(2, { email: 'ben@example.com', data: { plan: 'free' } }))
  expect(await rows.recheck()).toMatchObject({ changed: 1, counts: { rows: { unchanged: 2 } } })
  expect(await rows.recheck()).toMatchObject({ changed: 1, counts: { rows: { unchanged: 1, changed: 1 } } })
})

test('what failed alike is one line, with the row of the first', async () => {
  const { rows } = openRows(profile().folder)
  await checked(rows, 'email,plan\na@x.example,gold\nb@x.example,gold\nc@x.example,pro\n')
  for (const after of [0, 1]) {
    const row = await rows.next(after)
    if (row === null) throw new Error('There is no row to write.')
    await rows.begin(row)
    await rows.settle(row.row, { outcome: 'failed', problem: refused })
  }
  expect(await rows.failures({ of: 'run', slice: { offset: 0, limit: 10 } })).toMatchObject({
    count: 1,
    failures: [{ line: 2, email: 'a@x.example', value: 'gold', code: 'invalid_request', alike: 2 }],
  })
})

test('written rows are given back for an undo, the last first, with what they wrote over', async () => {
  const { rows } = openRows(profile([anna]).folder)
  await checked(rows, source)
  await write(rows, 0, false)
  await write(rows, 1, true)
  expect(await rows.nextUndo(Number.MAX_SAFE_INTEGER)).toMatchObject({
    row: 2,
    isNew: true,
    contactId: 'cnt_2',
  })
  await rows.settleUndo(2, { outcome: 'reversed' })
  expect(await rows.nextUndo(2)).toMatchObject({
    row: 1,
    wrote: { data: { plan: 'pro', team: 'red' } },
    previous: { data: { plan: 'free', team: null } },
  })
  await rows.settleUndo(1, {
    outcome: 'kept',
    why: tell('jobs.takingBack.changedSinceNames', { names: 'plan' }),
  })
  expect(await rows.undoProgress()).toEqual({ total: 2, reversed: 1, kept: 1, failed: 0 })
})

test('what became of taking rows back can be listed with why, also after the file was opened again', async () => {
  const { folder } = profile([anna])
  const first = openRows(folder)
  await checked(first.rows, source)
  for (const after of [0, 1, 2]) await write(first.rows, after, after > 0)
  await first.rows.settleUndo(4, { outcome: 'failed', problem: refused })
  await first.rows.settleUndo(2, { outcome: 'reversed' })
  await first.rows.settleUndo(1, {
    outcome: 'kept',
    why: tell('jobs.takingBack.changedSinceNames', { names: 'plan' }),
  })
  const look = async (rows: Rows) => {
    const found = []
    for (const filter of ['reversed', 'kept', 'notReversed'] as const) {
      found.push(
        ...(await shown(rows, filter)).map(({ row, undo, reason, code }) => [row, undo, reason, code]),
      )
    }
    return found
  }
  const expected = [
    [2, 'reversed', null, null],
    [1, 'kept', 'changed since: plan', 'changed_since'],
    [4, 'failed', `${refused.title}. ${refused.why}`, 'invalid_request'],
  ]
  expect(await look(first.rows)).toEqual(expected)
  expect((await first.rows.counts()).rows).toMatchObject({ written: 3, reversed: 1, kept: 1, notReversed: 1 })
  first.close()
  expect(await look(openRows(folder).rows)).toEqual(expected)
})

test('rows that could not be taken back can be tried again, the others stay as they are', async () => {
  const { rows } = openRows(profile([anna]).folder)
  await checked(rows, source)
  await write(rows, 0, false)
  await write(rows, 1, true)
  await rows.settleUndo(2, { outcome: 'failed', problem: refused })
  await rows.settleUndo(1, { outcome: 'reversed' })
  expect(await rows.nextUndo(Number.MAX_SAFE_INTEGER)).toBeNull()
  expect(await rows.undoAgain()).toBe(1)
  expect((await rows.nextUndo(Number.MAX_SAFE_INTEGER))?.row).toBe(2)
  expect((await rows.counts()).rows).toMatchObject({ reversed: 1, notReversed: 0 })
  expect(await rows.undoProgress()).toEqual({ total: 2, reversed: 1, kept: 0, failed: 0 })
})

test('rejects are the rows that were not written, as the file has them, with reason and code', async () => {
  const { rows } = openRows(profile([anna]).folder)
  await checked(rows, source)
  await rows.leaveOut({ rows: [2], leftOut: true })
  const found = await rows.rejects({ after: 0, limit: 10 })
  expect(found.map(({ row, line, code }) => ({ row, line, code }))).toEqual([
    { row: 2, line: 3, code: 'left_out' },
    { row: 3, line: 4, code: 'address_invalid' },
    { row: 5, line: 6, code: 'duplicate' },
  ])
  expect(found[1]?.cells).toEqual(['nobody', 'free', ''])
})

test('the file of an import that wrote rows is not read again', async () => {
  const { rows } = openRows(profile().folder)
  await checked(rows, 'email\na@x.example\n')
  await write(rows, 0, true)
  const reading = { encoding: 'utf-8', delimiter: ';', quote: '"', header: true } as const
  await expect(rows.readAgain({ reading })).rejects.toMatchObject({ problem: { code: 'input_invalid' } })
  expect((await shown(rows, 'written')).map(({ outcome }) => outcome)).toEqual(['written'])
})

test('verdicts count for every row of their address, and the rules leave rows out by them', async () => {
  const { rows } = openRows(profile([anna]).folder)
  await rows.rules({
    verify: 'new',
    byVerdict: { accepts: 'import', risky: 'importUnsubscribed', undeliverable: 'leaveOut', unknown: 'hold' },
    resubscribe: false,
    writeConflicting: false,
  })
  await checked(rows, 'email\na@x.example\nB@x.example\nc@x.example\nanna@example.com\n')
  expect(await rows.unverified({ after: null, limit: 2 })).toEqual(['a@x.example', 'b@x.example'])
  expect(await rows.unverified({ after: 'b@x.example', limit: 2 })).toEqual(['c@x.example'])
  const verdict: Omit<Verdict, 'email' | 'class'> = {
    reasons: ['So.'],
    suggestion: null,
    source: 'service',
    at: 1,
  }
  await rows.noteVerdicts([
    { email: 'a@x.example', class: 'risky', ...verdict },
    { email: 'b@x.example', class: 'undeliverable', ...verdict },
    { email: 'c@x.example', class: 'unknown', ...verdict, source: 'local' },
  ])
  expect(await rows.counts()).toMatchObject({ toWrite: 1, rows: { leftOut: 1, held: 1 } })
  expect(await rows.estimate()).toMatchObject({ unique: 3, local: 1, known: 2, calls: 0 })
  expect(await rows.verifyProgress()).toEqual({ total: 3, done: 3 })
  expect((await rows.next(0))?.body).toEqual({ email: 'a@x.example', subscribed: false })
})
